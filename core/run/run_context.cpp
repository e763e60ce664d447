// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/run_context.h"

namespace tandem {

double RunContext::now() const
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void RunContext::send(Event::Body body)
{
    channel.push(Event{now(), index, std::move(body)});
}

}  // namespace tandem

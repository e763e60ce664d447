// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/number_text.h"

#include <spdlog/fmt/fmt.h>

namespace tandem {

// Not printf: a window sets the C library's locale, and with it a decimal comma.
std::string numberText(double value)
{
    return fmt::format("{:.6g}", value);
}

std::string percent(double share)
{
    return fmt::format("{:.2f} %", 100.0 * share);
}

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <atomic>
#include <memory>

namespace tandem {

/// A shared flag that asks work to end. Copies share the flag. Any thread.
/// (`std::stop_token` is missing from Apple's libc++ before Xcode 26.)
class StopToken {
public:
    bool requested() const { return m_flag->load(std::memory_order_acquire); }
    void request() { m_flag->store(true, std::memory_order_release); }

private:
    std::shared_ptr<std::atomic<bool>> m_flag = std::make_shared<std::atomic<bool>>(false);
};

}  // namespace tandem

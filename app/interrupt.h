// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace tandem::app {

/// Counts Ctrl-C and SIGTERM while it lives: the first asks to save and stop, a second ends the process at once. One at a
/// time.
class InterruptGuard {
public:
    InterruptGuard();
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

    bool requested() const;
};

}  // namespace tandem::app

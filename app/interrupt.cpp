// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/interrupt.h"

#include <csignal>
#include <unistd.h>

namespace tandem::app {
namespace {

// A signal handler can reach nothing but a static of this type.
volatile std::sig_atomic_t interrupts = 0;

extern "C" void onInterrupt(int signal)
{
    interrupts = interrupts + 1;
    if (interrupts > 1)
        _exit(128 + signal);
}

}  // namespace

InterruptGuard::InterruptGuard()
{
    interrupts = 0;
    std::signal(SIGINT, onInterrupt);
    std::signal(SIGTERM, onInterrupt);
}

InterruptGuard::~InterruptGuard()
{
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
}

bool InterruptGuard::requested() const
{
    return interrupts > 0;
}

}  // namespace tandem::app

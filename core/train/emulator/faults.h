// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace c10 {
struct IValue;
}

namespace tandem::emulator {

/// One call of an operation on the emulated device. The arguments stand at the end of the stack from `firstArgument` on,
/// already lowered to the CPU; `compute` replaces them by the results.
struct OpCall {
    const std::string& name;  ///< such as "aten::nll_loss_forward", without overload
    std::vector<c10::IValue>& stack;
    std::size_t firstArgument;
    std::function<void()> compute;
};

/// Runs the call with the faults that are active now. Any thread.
void runWithFaults(const OpCall& call);

/// True while a FaultScope with faults is alive: lets the fallback take its short way.
bool anyFaultActive();

}  // namespace tandem::emulator

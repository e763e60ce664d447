// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/faults/fault.h"
#include "core/train/torch_fwd.h"

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace c10 {
struct FunctionSchema;
struct IValue;
}  // namespace c10

namespace tandem::emulator {

/// What the training loop is doing: the `phase` of the fault language.
enum class Phase { Forward, Backward, Optimizer, Evaluate, Other };

/// One call of an operation. Arguments stand at the end of `stack` from `firstArgument` on, already lowered to the host
/// where the device is emulated; `compute` replaces them by the results.
struct OpCall {
    std::string_view name;                 ///< such as "aten::nll_loss_forward", without overload
    const c10::FunctionSchema* schema;     ///< null for calls that the training loop makes itself
    std::vector<c10::IValue>& stack;
    std::size_t firstArgument;
    const std::vector<c10::IValue>& seen;  ///< the arguments as the caller gave them
    std::function<void()> compute;
    std::string tensorName;                ///< of argument 0, for calls of the training loop
};

/// The faults of one run, with what they remember: counts, generators, leftovers, leaks. Faults of the device side act
/// on the emulated device, those of the reference side on the CPU.
///
/// Used by the run's thread and by LibTorch's backward thread, which works while the other waits.
class FaultSession {
public:
    /// Keeps the faults of this side and drops the rest.
    FaultSession(const std::vector<Fault>& faults, FaultSide side);
    ~FaultSession();

    bool isEmpty() const;
    std::vector<std::string> ids() const;
    FaultSide side() const { return m_side; }

    void setStep(std::int64_t step);
    void setPhase(Phase phase);
    /// Names a tensor by its memory, for conditions on names.
    void nameTensor(const at::Tensor& tensor, const std::string& name);

    /// Runs the call with whatever faults match it.
    void run(OpCall& call);

    struct Injector;

private:
    const FaultSide m_side;
    std::unique_ptr<Injector> m_injector;
};

/// Makes a session act while it is alive, and ends its effects with it. The emulated device is used by one thread at a
/// time, but LibTorch runs its backward passes on another, so a session of the device is active for the process; one of
/// the reference side for the thread. Scopes of one side must not overlap.
class FaultScope {
public:
    explicit FaultScope(FaultSession& session);
    ~FaultScope();
    FaultScope(const FaultScope&) = delete;
    FaultScope& operator=(const FaultScope&) = delete;

private:
    FaultSession* m_session;
    class ReferenceMode;
    std::unique_ptr<ReferenceMode> m_reference;
};

/// The active session of the device side; null if no fault is active. Any thread.
FaultSession* activeDeviceSession();

}  // namespace tandem::emulator

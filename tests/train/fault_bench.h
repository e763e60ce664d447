// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How faults are looked at: a probe is run without them, under them, and without them again. Includes LibTorch.

#pragma once

#include "tests/train/tensors.h"

#include "core/train/emulator/training_hooks.h"

#include <functional>
#include <map>

namespace tandem::test {

/// Where a probe works.
struct Stage {
    c10::Device device;
    emulator::FaultSession& session;  ///< an empty one while there is no fault

    at::Tensor put(const at::Tensor& tensor) const { return tensor.to(device); }
    /// A leaf that requires a gradient.
    at::Tensor leaf(const at::Tensor& tensor) const { return tensor.to(device).detach().requires_grad_(); }
};
using Probe = std::function<Tensors(const Stage&)>;

/// A fault of the library with knobs, or one as an experiment describes it. Throws what is wrong with it.
Fault faultOf(const Json& entry);

/// One fault of the library, or of the test's own.
class FaultBench {
public:
    explicit FaultBench(Json entry);

    /// What the probe gives, on the host.
    Tensors clean(const Probe& probe) const;
    Tensors faulty(const Probe& probe, const Json& knobs = Json::object()) const;

    struct Outcome {
        Tensors clean, faulty;
    };
    /// Both, and expects that nothing is left of the fault afterwards.
    Outcome run(const Probe& probe, const Json& knobs = Json::object()) const;
    void expectUntouched(const Probe& probe, const Json& knobs = Json::object()) const;

private:
    Fault fault(const Json& knobs) const;
    Json m_entry;
};

/// Shows that a fault of the library does what its text says.
using FaultCheck = void (*)(const FaultBench&);
using FaultChecks = std::map<std::string, FaultCheck>;
FaultChecks layoutFaultChecks();  ///< labels, layout and views
FaultChecks orderFaultChecks();   ///< sizes, copies and order of work, reductions, random numbers
FaultChecks stateFaultChecks();   ///< NaN and precision, optimizer and state, resources, reference side
FaultChecks controlChecks();      ///< negative controls

inline at::Tensor flagsOf(const std::vector<std::int64_t>& flags)
{
    return at::tensor(flags, at::kLong).to(at::kBool);
}
/// Milliseconds that some work takes.
double millisecondsOf(const std::function<void()>& work);
/// Memory of this process that is in use, in MiB; 0 where it cannot be told.
double residentMegabytes();

}  // namespace tandem::test

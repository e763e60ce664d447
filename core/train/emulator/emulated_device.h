// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <vector>

namespace tandem::emulator {

/// True where LibTorch's device "mps:0" is this emulation: everywhere but on Apple's systems, which have the real one.
/// The emulation registers a boxed fallback for the MPS dispatch key that runs every operation on the CPU over the same
/// memory, with the same number of threads, so that results are bit-identical to the CPU device.
bool isBuiltIn();

/// Ids of the faults that can be injected.
std::vector<std::string> faultIds();

/// Those of `wanted` that act on the device: all on "mps-emulated", none elsewhere.
std::vector<std::string> activeFaults(const std::string& device, const std::vector<std::string>& wanted);

/// Makes a run's faults act while it is alive. The device is used by one thread at a time (the GPU thread), but LibTorch
/// runs backward passes on a thread of its own, so the active faults are process-wide: scopes must not overlap.
class FaultScope {
public:
    explicit FaultScope(const std::vector<std::string>& faults);
    ~FaultScope();
    FaultScope(const FaultScope&) = delete;
    FaultScope& operator=(const FaultScope&) = delete;

private:
    bool m_active;
};

}  // namespace tandem::emulator

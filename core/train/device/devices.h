// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/facts/environment.h"
#include "core/train/torch_fwd.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tandem {

/// Every device name that Tandem knows, with what is present on this machine and why the rest is not. Any thread.
std::vector<DeviceFacts> probeDevices();

/// Versions, BLAS, cores and environment variables that matter. `threadsPerRun` is left to the caller.
EnvironmentFacts probeEnvironment();

/// LibTorch's device for a name from probeDevices(). "mps" and "mps-emulated" are the same device to LibTorch.
c10::Device torchDevice(const std::string& name);

/// Seeds a device's own default generator. The host's is left alone: other threads may use it. On its thread.
void seedDevice(const c10::Device& device, std::uint64_t seed);

/// Returns when the device has done everything that was asked of it, as far as it says so itself. On its thread.
void waitForDevice(const c10::Device& device);

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/facts/environment.h"
#include "core/train/torch_fwd.h"

#include <string>
#include <vector>

namespace tandem {

/// Every device name that Tandem knows, with what is present on this machine and why the rest is not. Any thread.
std::vector<DeviceFacts> probeDevices();

/// Versions, BLAS, cores and environment variables that matter. `threadsPerRun` is left to the caller.
EnvironmentFacts probeEnvironment();

/// LibTorch's device for a name from probeDevices(). "mps" and "mps-emulated" are the same device to LibTorch.
c10::Device torchDevice(const std::string& name);

}  // namespace tandem

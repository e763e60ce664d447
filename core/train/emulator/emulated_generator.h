// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/train/torch_fwd.h"

#include <cstdint>

namespace tandem::emulator {

/// A generator of the emulated device, for operations that are given one.
at::Generator makeGenerator(std::uint64_t seed);

/// What the host draws from in the place of a generator of the device; without one, of the device's default generator.
/// Throws for a generator of another device.
at::Generator hostGenerator(const at::Generator& given);

}  // namespace tandem::emulator

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>

namespace tandem::emulator {

/// True where LibTorch's device "mps:0" is this emulation: everywhere but on Apple's systems, which have the real one.
///
/// The emulation registers a boxed kernel for every operation of the CPU, and a fallback for the rest, under the MPS
/// dispatch key. It runs the operation on the CPU over the same memory, with the same number of threads, so that results are bit-identical to the CPU device. It behaves as MPS does
/// where programs notice: tensors of the host (other than scalars of no dimension) in an operation of the device raise,
/// and so does float64; the device has a default generator of its own, and a queue (see device_state.h).
bool isBuiltIn();

/// Seeds the device's default generator. Any thread, not while the device draws.
void seedDefaultGenerator(std::uint64_t seed);

}  // namespace tandem::emulator

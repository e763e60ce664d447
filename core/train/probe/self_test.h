// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/experiment/experiment.h"
#include "core/facts/self_test_facts.h"
#include "core/train/torch_fwd.h"

#include <functional>

namespace tandem {

/// Small tests with known answers: values and gradients of the operations that training is made of, in several layouts;
/// effects in place; NaN; reductions and indices; random draws; the same call twice. References are the same operation in
/// float64 on the CPU, and for the CPU's own gradients central differences in float64 (rule backend-self-test).
///
/// An error is relative to the greatest element of the reference. Allowed is 20 times the CPU's own distance from float64
/// plus 1e-5; what exceeds that is a failure. Random draws move
/// the device's default generator on, which nothing else uses; the host's is left alone.
///
/// @param onBackward  called before (true) and after (false) each backward pass on the device
SelfTestFacts runSelfTest(const Experiment& experiment, const c10::Device& device, const std::function<void(bool)>& onBackward);

}  // namespace tandem

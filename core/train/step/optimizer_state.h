// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/train/torch_fwd.h"

#include <functional>

namespace torch::optim {
class Optimizer;
}

namespace tandem {

/// What tells that the state of a parameter develops: its second moment, sum of squares or momentum. Undefined where
/// the optimizer keeps none, or none yet.
at::Tensor secondMoment(const torch::optim::Optimizer& optimizer, const at::Tensor& parameter);

/// Every tensor that the optimizer keeps between steps: moment estimates, momentum buffers. None before its first step.
/// `visit` may put another tensor in its place.
void forEachStateTensor(torch::optim::Optimizer& optimizer, const std::function<void(at::Tensor& state)>& visit);

}  // namespace tandem

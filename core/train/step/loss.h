// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/experiment/experiment.h"
#include "core/train/torch_fwd.h"

#include <memory>
#include <vector>

namespace torch::optim {
class Optimizer;
}

namespace tandem {

/// Mean loss over the batch as a scalar on the device of its arguments.
/// @param output  [N, C]   @param target  as the loss wants it, see StepConfig
at::Tensor computeLoss(Loss loss, const at::Tensor& output, const at::Tensor& target);

/// LibTorch's own optimizer over these parameters.
std::unique_ptr<torch::optim::Optimizer> makeOptimizer(const OptimizerConfig& config, std::vector<at::Tensor> parameters);

}  // namespace tandem

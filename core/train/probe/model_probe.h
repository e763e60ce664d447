// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/facts/preflight.h"
#include "core/train/model/model.h"
#include "core/train/step/batch_loader.h"

namespace torch::optim {
class Optimizer;
}

namespace tandem {

/// Every parameter and buffer as it lies on its device.
std::vector<ParameterFacts> describeParameters(const Experiment& experiment, const Model& model, const torch::optim::Optimizer& optimizer);

OptimizerFacts describeOptimizer(const Experiment& experiment, const Model& model, torch::optim::Optimizer& optimizer, bool builtBeforeMove);

/// @param output  of the first batch, in evaluation mode
HeadFacts describeHead(const Model& model, const at::Tensor& output, const at::Tensor& target);

/// The loss over the first 512 training samples in evaluation mode. Where labels break the contract of the loss it is not
/// called at all, and the facts say why.
InitialLossFacts measureInitialLoss(const TrainerRequest& request, const BatchLoader& loader, Model& model, const c10::Device& device,
                                    const PreflightFacts& soFar);

/// Sizes of every layer's work at the larger of both batch sizes.
std::vector<LayerSizeFacts> describeSizes(const Experiment& experiment, const Model& model);

}  // namespace tandem

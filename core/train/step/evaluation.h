// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/experiment/words.h"
#include "core/facts/epoch_probe_facts.h"
#include "core/run/trainer.h"
#include "core/train/model/model.h"
#include "core/train/step/batch_loader.h"

namespace tandem {

/// What a measurement shows, and the same counted again on the host.
struct Measurement {
    EvaluationFacts facts;
    EpochProbeFacts probe;
};

/// Mean loss and share of right answers over the first `samples` of the test split, or all of it. Counts and sums are
/// kept on the host in 64 bits; targets are class indices or one-hot rows in the dtype that the loss wants, whatever the
/// step settings do to the labels in training.
std::optional<Measurement> evaluateModel(const TrainerRequest& request, const BatchLoader& loader, Model& model,
                                         const c10::Device& device, ForwardMode mode, MaskSource& masks,
                                         std::optional<std::int64_t> samples, const KeepGoing& keepGoing);

bool isRegression(Loss loss);

/// Labels that an output stands for: the argmax, or for a model with one output the rounded value or the sign.
/// @return [N] int64, or [N, 1] with keepdim
at::Tensor predictedLabels(Loss loss, const at::Tensor& output, std::int64_t axis, bool keepdim);

/// Size of the class axis.
std::int64_t modelOutputs(const ModelConfig& model, const Shape& input);

}  // namespace tandem

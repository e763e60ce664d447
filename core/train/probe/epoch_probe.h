// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/facts/epoch_probe_facts.h"
#include "core/train/model/model.h"
#include "core/train/step/batch_loader.h"

#include <functional>

namespace tandem {

/// What a probe of the model needs beside it.
struct ModelLook {
    const TrainerRequest& request;
    const BatchLoader& loader;
    Model& model;
    const c10::Device& device;
    const MaskSource& masks;   ///< of the run; a clone of it is used
    ForwardMode training, evaluation;  ///< as the run works in each phase
};

/// Runs the same training samples in both modes and looks into the layers: accuracy, running statistics of batch-norm,
/// idle units, dropout. Leaves weights, statistics, gradients and the run's generator as they were. Fills its part of
/// `facts`; costs two forward passes over at most 1,000 samples, and nothing where no layer cares.
/// @param before  batch-norm statistics at the last look; replaced by the present ones
void probeModes(const ModelLook& look, std::vector<at::Tensor>& before, EpochProbeFacts& facts);

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/data/batch_plan.h"
#include "core/facts/preflight.h"
#include "core/run/trainer.h"
#include "core/train/model/model.h"
#include "core/train/step/batch_loader.h"

#include <functional>

namespace torch::optim {
class Optimizer;
}

namespace tandem {

/// What is looked at before the first step.
struct PreflightLook {
    const TrainerRequest& request;
    const BatchPlan& plan;
    const BatchLoader& loader;
    const Batch& firstBatch;
    Model& model;
    torch::optim::Optimizer& optimizer;
    const c10::Device& device;
    bool optimizerBuiltBeforeMove;
    std::function<void(bool)> onBackward;  ///< around backward passes of the self-test
};

/// Looks at data, model, optimizer, the first batch and one forward pass, without touching weights or any generator of
/// the run. The loss is called only after its labels were found to keep its contract.
PreflightFacts probePreflight(const PreflightLook& look);

}  // namespace tandem

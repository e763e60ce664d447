// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/data/batch_plan.h"
#include "core/facts/preflight.h"
#include "core/run/trainer.h"
#include "core/train/model/model.h"
#include "core/train/step/batch_loader.h"

namespace tandem {

/// Looks at the first batch and one forward pass without touching the loss, the weights or any generator of the run.
PreflightFacts probePreflight(const TrainerRequest& request, const BatchPlan& plan, const Batch& firstBatch, Model& model);

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/facts/step_facts.h"
#include "core/train/model/model.h"
#include "core/train/step/batch_loader.h"

#include <memory>
#include <optional>

namespace torch::optim {
class Optimizer;
}

namespace tandem {

/// Looks closely at a few training steps: the first 20, then one in 50. Norms are computed on the host from copies, so
/// that a device that computes wrongly cannot hide it, and the device waits once for each tensor. Used by the run's thread.
///
/// Other steps cost nothing; see tests/bench for what the looks cost.
class StepProbe {
public:
    /// @param model  as it stands before the first step
    StepProbe(const Model& model, bool adaptive);
    ~StepProbe();

    static bool isDue(std::int64_t step);

    /// Before the forward pass of a step that is due. Gradients are as the backward pass will find them.
    void begin(std::int64_t step, const Model& model, const Batch& batch, const c10::Device& device);
    /// After the update.
    /// @param loss         of this step, on the device
    /// @param predictions  class indices that the device gave, [N] int64
    /// @param rate         learning rate of the optimizer's first group
    StepFacts end(const Model& model, torch::optim::Optimizer& optimizer, const at::Tensor& loss, const at::Tensor& predictions,
                  double rate);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace tandem

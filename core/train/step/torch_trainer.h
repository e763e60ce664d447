// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/data/batch_plan.h"
#include "core/run/trainer.h"

#include <memory>

namespace tandem {

/// The Trainer over LibTorch. One thread; throws what LibTorch throws.
class TorchTrainer : public Trainer {
public:
    explicit TorchTrainer(const TrainerRequest& request);
    ~TorchTrainer() override;

    PreflightFacts prepare() override;
    void step(std::int64_t step) override;
    void fetch(std::vector<StepSample>& into) override;
    std::optional<EvaluationFacts> evaluate(std::optional<std::int64_t> samples, const KeepGoing& keepGoing) override;
    std::vector<Event::Body> takeFacts() override;
    Weights weights() override;
    std::optional<EvaluationFacts> evaluateWeights(const Weights& weights, const KeepGoing& keepGoing) override;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace tandem

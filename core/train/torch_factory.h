// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/trainer.h"

namespace tandem {

/// The TrainerFactory over LibTorch. Stateless; any thread.
class TorchTrainerFactory : public TrainerFactory {
public:
    std::vector<DeviceFacts> devices() const override;
    EnvironmentFacts environment() const override;
    bool needsGpuThread(const std::string& device) const override;
    Weights drawWeights(const Experiment& experiment, const Dataset& dataset) const override;
    std::unique_ptr<Trainer> create(const TrainerRequest& request) const override;
};

}  // namespace tandem

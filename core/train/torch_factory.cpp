// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/train/torch_factory.h"

#include "core/train/device/devices.h"
#include "core/train/device/threads.h"
#include "core/train/emulator/emulated_device.h"
#include "core/train/model/model.h"
#include "core/train/step/torch_trainer.h"

#include <torch/torch.h>

namespace tandem {
namespace {

// Tandem itself never draws from a default generator, but a model or a library might: give it a known state.
void seedDefaultGenerator(std::uint64_t seed)
{
    auto generator = at::detail::getDefaultCPUGenerator();
    const std::lock_guard<std::mutex> lock(generator.mutex());
    generator.set_current_seed(seed);
}

}  // namespace

std::vector<DeviceFacts> TorchTrainerFactory::devices() const
{
    return probeDevices();
}

EnvironmentFacts TorchTrainerFactory::environment() const
{
    return probeEnvironment();
}

bool TorchTrainerFactory::needsGpuThread(const std::string& device) const
{
    return device != "cpu";
}

Weights TorchTrainerFactory::drawWeights(const Experiment& experiment, const Dataset& dataset) const
{
    return drawInitialWeights(experiment.model, {dataset.channels, dataset.height, dataset.width}, experiment.seed);
}

std::unique_ptr<Trainer> TorchTrainerFactory::create(const TrainerRequest& request) const
{
    setComputeThreads(request.threads);
    seedDefaultGenerator(request.experiment.seed);
    return std::make_unique<TorchTrainer>(request);
}

std::vector<std::string> TorchTrainerFactory::faultIds() const
{
    return emulator::faultIds();
}

}  // namespace tandem

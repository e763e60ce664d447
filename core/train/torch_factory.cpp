// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/train/torch_factory.h"

#include "core/train/device/devices.h"
#include "core/train/device/threads.h"
#include "core/train/emulator/emulated_device.h"
#include "core/train/model/model.h"
#include "core/train/step/torch_trainer.h"

#include <torch/torch.h>
#if defined(__APPLE__) && __has_include(<torch/mps.h>)
#include <torch/mps.h>
#endif

namespace tandem {
namespace {

// Tandem itself never draws from a default generator, but a model or a library might: give it a known state.
void seedDefaultGenerators(const std::string& device, std::uint64_t seed)
{
    {
        auto generator = at::detail::getDefaultCPUGenerator();
        const std::lock_guard<std::mutex> lock(generator.mutex());
        generator.set_current_seed(seed);
    }
    if (device == "mps-emulated")
        emulator::seedDefaultGenerator(seed);
#if defined(__APPLE__) && __has_include(<torch/mps.h>)
    else if (device == "mps")
        torch::mps::manual_seed(seed);  // never run on a Mac yet
#endif
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
    seedDefaultGenerators(request.device, request.experiment.seed);
    return std::make_unique<TorchTrainer>(request);
}

}  // namespace tandem

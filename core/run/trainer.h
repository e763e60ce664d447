// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/data/dataset.h"
#include "core/facts/event.h"
#include "core/run/weights.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tandem {

/// What one run needs to start. Immutable.
struct TrainerRequest {
    Experiment experiment;                   ///< resolved for this run
    std::string device;                      ///< resolved
    std::shared_ptr<const Dataset> dataset;
    SharedWeights initialWeights;            ///< drawn once on the CPU, shared by runs that agree on model and seed
    int threads = 1;                         ///< CPU threads inside one operation
};

/// Asked between evaluation batches; false ends the evaluation early. May wait while the run is paused.
using KeepGoing = std::function<bool()>;

/// One model in training on one device. Created, used and destroyed on one thread; no tensor leaves it. Any call may
/// throw; the worker has the one fence.
class Trainer {
public:
    virtual ~Trainer() = default;

    /// Looks at what training would see, before the loss is called for the first time.
    virtual PreflightFacts prepare() = 0;

    /// Trains on one batch. Steps count from 0 through all epochs and come in order. The loss stays on the device.
    virtual void step(std::int64_t step) = 0;

    /// Waits for the device and appends a sample for each step since the last fetch.
    virtual void fetch(std::vector<StepSample>& into) = 0;

    /// Measures on the first `samples` of the test split, or on all of it.
    /// @return nothing if it was ended early
    virtual std::optional<EvaluationFacts> evaluate(std::optional<std::int64_t> samples, const KeepGoing& keepGoing) = 0;

    /// What was looked at closely since the last call, in order: StepFacts and EpochProbeFacts.
    virtual std::vector<Event::Body> takeFacts() { return {}; }

    /// A copy of the present weights on the host.
    virtual Weights weights() = 0;

    /// Measures other weights of the same shapes on this device, over the whole test split.
    virtual std::optional<EvaluationFacts> evaluateWeights(const Weights& weights, const KeepGoing& keepGoing) = 0;
};

/// Makes trainers and knows the machine's devices. Implemented by core_train over LibTorch, and by a fake in tests.
/// All members may be called from any thread; `create` is called on the thread that will use the trainer.
class TrainerFactory {
public:
    virtual ~TrainerFactory() = default;
    virtual std::vector<DeviceFacts> devices() const = 0;
    virtual EnvironmentFacts environment() const = 0;
    /// True for devices that only the process-wide GPU thread may touch.
    virtual bool needsGpuThread(const std::string& device) const = 0;
    virtual Weights drawWeights(const Experiment& experiment, const Dataset& dataset) const = 0;
    virtual std::unique_ptr<Trainer> create(const TrainerRequest& request) const = 0;
};

/// The first device of the list that is present, or an error that says why none is and what to use instead.
Result<DeviceFacts> chooseDevice(const TrainerFactory& factory, const RunConfig& run);

}  // namespace tandem

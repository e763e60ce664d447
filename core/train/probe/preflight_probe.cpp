// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/train/probe/preflight_probe.h"

#include "core/experiment/words.h"
#include "core/train/probe/tensor_probe.h"
#include "core/train/step/evaluation.h"

#include <torch/torch.h>

#include <array>

namespace tandem {
namespace {

using Histogram = std::array<std::int64_t, 256>;

Histogram histogramOf(const Split& split)
{
    Histogram counts{};
    for (const std::uint8_t label : split.labels)
        ++counts[label];
    return counts;
}

void describeLabels(const Dataset& dataset, PreflightFacts& facts)
{
    const Histogram train = histogramOf(dataset.train), test = histogramOf(dataset.test);
    facts.labelMin = 255;
    for (std::size_t label = 0; label < train.size(); ++label) {
        if (train[label] == 0)
            continue;
        facts.labelMin = std::min(facts.labelMin, static_cast<std::int64_t>(label));
        facts.labelMax = static_cast<std::int64_t>(label);
        ++facts.labelClasses;
    }
    facts.testLargestShare =
        static_cast<double>(*std::max_element(test.begin(), test.end())) / static_cast<double>(dataset.test.count);
}

}  // namespace

PreflightFacts probePreflight(const TrainerRequest& request, const BatchPlan& plan, const Batch& firstBatch, Model& model)
{
    const Experiment& experiment = request.experiment;
    PreflightFacts facts;
    facts.device = request.device;
    facts.emulated = request.device == "mps-emulated";
    facts.loss = toWord(experiment.loss);
    facts.target = toWord(resolvedTarget(experiment));
    facts.labelContract = toWord(contractDtype(experiment.loss, resolvedTarget(experiment)));
    facts.labels = describeTensor(firstBatch.target);
    facts.labelMaxFraction = greatestFraction(firstBatch.target);
    describeLabels(*request.dataset, facts);
    facts.input = describeTensor(firstBatch.input);
    facts.inputHash = hashBits(firstBatch.input);
    facts.labelHash = hashValues(firstBatch.target);
    facts.outputs = modelOutputs(experiment.model, {request.dataset->channels, request.dataset->height, request.dataset->width});
    facts.parameters = model.parameterCount();
    facts.drawnWeightsHash = fingerprint(*request.initialWeights);
    facts.weightsHash = fingerprint(model.weights());
    facts.planHash = plan.fingerprint();
    facts.seed = static_cast<std::int64_t>(experiment.seed);
    facts.batchSize = experiment.batchSize;
    facts.stepsPerEpoch = plan.stepsPerEpoch();
    facts.epochs = experiment.epochs;
    try {
        const torch::NoGradGuard noGrad;
        MaskSource unused(0);  // evaluation mode draws nothing
        facts.output = describeTensor(model.forward(firstBatch.input, {}, unused));
    } catch (const c10::Error& error) {
        // A model that cannot be run is a fact to judge, not a reason to end the look.
        facts.forwardError = error.what_without_backtrace();
    }
    return facts;
}

}  // namespace tandem

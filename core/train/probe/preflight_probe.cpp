// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/train/probe/preflight_probe.h"

#include "core/base/hash.h"
#include "core/experiment/words.h"
#include "core/train/probe/data_probe.h"
#include "core/train/probe/model_probe.h"
#include "core/train/probe/self_test.h"
#include "core/train/probe/tensor_probe.h"
#include "core/train/step/evaluation.h"

#include <torch/torch.h>

#include <cmath>

namespace tandem {
namespace {

constexpr std::int64_t kHashedBatches = 8;

// Of the first batches as they arrive on the device.
std::string hashOfBatches(const PreflightLook& look, const std::vector<std::int64_t>& order)
{
    Fingerprint hash;
    const std::int64_t size = look.plan.batchSize(), count = static_cast<std::int64_t>(order.size());
    for (std::int64_t batch = 0; batch < kHashedBatches && batch * size < count; ++batch) {
        const std::int64_t* begin = order.data() + batch * size;
        const Batch loaded = look.loader.load(look.request.dataset->train, begin, order.data() + std::min((batch + 1) * size, count), look.device);
        for (const at::Tensor& tensor : {loaded.input, loaded.target}) {
            const std::string part = hashBits(tensor);
            hash.add(part.data(), part.size());
        }
    }
    return hash.hex();
}

// A picture whose pixels are all different, sent as batches are: how many of them arrive in another place.
std::int64_t axisOrderErrors(const PreflightLook& look)
{
    const at::Tensor& sample = look.firstBatch.input;
    const auto sizes = sample.sizes().slice(1).vec();
    const std::int64_t pixels = sample.numel() / sample.size(0);
    const at::Tensor ramp = torch::arange(pixels, torch::kFloat32).view(sizes).unsqueeze(0);
    const bool channelsLast = look.request.experiment.step.memoryFormat == MemoryFormat::ChannelsLast;
    const at::Tensor laid = channelsLast ? ramp.contiguous(at::MemoryFormat::ChannelsLast) : ramp;
    const at::Tensor back = laid.to(look.device, look.request.experiment.step.nonBlocking).to(torch::kCPU);
    return back.contiguous().ne(ramp).sum().item<std::int64_t>();
}

// "Fraction" of a label before its dtype cuts it off.
double greatestLabelFraction(const PreflightLook& look)
{
    double most = greatestFraction(look.firstBatch.target);
    if (resolvedTarget(look.request.experiment) == TargetFormat::OneHot)
        return most;
    for (const std::uint8_t label : look.request.dataset->train.labels) {
        const double value = look.loader.labelValue(label);
        most = std::max(most, std::abs(value - std::round(value)));
    }
    return most;
}

void describeData(const PreflightLook& look, PreflightFacts& facts)
{
    const Experiment& experiment = look.request.experiment;
    const Dataset& dataset = *look.request.dataset;
    facts.train = describeSplit(dataset, dataset.train, look.loader, experiment.data.trainTransforms);
    facts.test = describeSplit(dataset, dataset.test, look.loader, experiment.data.testTransforms);
    facts.labelMin = static_cast<std::int64_t>(std::floor(facts.train.labelMin));
    facts.labelMax = static_cast<std::int64_t>(std::ceil(facts.train.labelMax));
    facts.labelClasses = facts.train.classes;
    facts.testLargestShare = facts.test.largestShare;
    const bool shuffled = experiment.data.order == DataOrder::Shuffled || experiment.data.order == DataOrder::Repeated;
    const std::vector<std::int64_t> first = look.plan.epochOrder(0);
    facts.order = describeOrder(first, dataset.train, experiment.batchSize, shuffled);
    if (experiment.epochs > 1)
        facts.secondOrder = describeOrder(look.plan.epochOrder(1), dataset.train, experiment.batchSize, shuffled);
    facts.batchesHash = hashOfBatches(look, first);
    facts.batchesHashAgain = hashOfBatches(look, first);
    facts.nonBlocking = experiment.step.nonBlocking;
    facts.axisOrderErrors = axisOrderErrors(look);
}

void describeForward(const PreflightLook& look, PreflightFacts& facts)
{
    try {
        const torch::NoGradGuard noGrad;
        MaskSource unused(0);  // evaluation mode draws nothing
        const at::Tensor output = look.model.forward(look.firstBatch.input, {}, unused);
        facts.output = describeTensor(output);
        facts.head = describeHead(look.model, output, look.firstBatch.target);
    } catch (const c10::Error& error) {
        // A model that cannot be run is a fact to judge, not a reason to end the look.
        facts.forwardError = error.what_without_backtrace();
    }
}

}  // namespace

PreflightFacts probePreflight(const PreflightLook& look)
{
    const Experiment& experiment = look.request.experiment;
    const Dataset& dataset = *look.request.dataset;
    PreflightFacts facts;
    facts.device = look.request.device;
    // First of all: some faults show in the first call of an operation only.
    facts.selfTest = runSelfTest(experiment, look.device, look.onBackward);
    facts.emulated = look.request.device == "mps-emulated";
    facts.loss = toWord(experiment.loss);
    facts.target = toWord(resolvedTarget(experiment));
    facts.labelContract = toWord(contractDtype(experiment.loss, resolvedTarget(experiment)));
    facts.labels = describeTensor(look.firstBatch.target);
    facts.labelMaxFraction = greatestLabelFraction(look);
    facts.input = describeTensor(look.firstBatch.input);
    facts.inputHash = hashBits(look.firstBatch.input);
    facts.labelHash = hashValues(look.firstBatch.target);
    facts.outputs = modelOutputs(experiment.model, {dataset.channels, dataset.height, dataset.width});
    facts.parameters = look.model.parameterCount();
    facts.drawnWeightsHash = fingerprint(*look.request.initialWeights);
    facts.weightsHash = fingerprint(look.model.weights());
    facts.planHash = look.plan.fingerprint();
    facts.seed = static_cast<std::int64_t>(experiment.seed);
    facts.batchSize = experiment.batchSize;
    facts.stepsPerEpoch = look.plan.stepsPerEpoch();
    facts.epochs = experiment.epochs;
    describeData(look, facts);
    facts.tensors = describeParameters(experiment, look.model, look.optimizer);
    facts.optimizer = describeOptimizer(experiment, look.model, look.optimizer, look.optimizerBuiltBeforeMove);
    facts.sizes = describeSizes(experiment, look.model);
    for (const LayerShape& layer : look.model.shapes())
        facts.layers.push_back(layer.kind);
    describeForward(look, facts);
    facts.initialLoss = measureInitialLoss(look.request, look.loader, look.model, look.device, facts);
    return facts;
}

}  // namespace tandem

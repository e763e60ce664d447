// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/train/probe/model_probe.h"

#include "core/experiment/words.h"
#include "core/train/probe/tensor_probe.h"
#include "core/train/step/loss.h"
#include "core/train/step/optimizer_state.h"

#include <torch/torch.h>

#include <numeric>
#include <set>

namespace tandem {
namespace {

constexpr std::int64_t kLossSamples = 512;

at::Tensor hostDouble(const at::Tensor& tensor)
{
    return tensor.detach().to(torch::kCPU).to(torch::kFloat64);
}

std::vector<at::Tensor> tensorsOf(const torch::optim::Optimizer& optimizer)
{
    std::vector<at::Tensor> tensors;
    for (const auto& group : optimizer.param_groups())
        tensors.insert(tensors.end(), group.params().begin(), group.params().end());
    return tensors;
}

bool contains(const std::vector<at::Tensor>& tensors, const at::Tensor& tensor)
{
    return std::any_of(tensors.begin(), tensors.end(), [&](const at::Tensor& one) { return one.is_same(tensor); });
}

std::string roleOf(const std::string& kind, const std::string& suffix, bool trainable)
{
    if (!trainable)
        return "buffer";
    if (kind.find("norm") != std::string::npos)
        return "norm";
    return suffix;
}

// The range of a product's inputs is drawn uniformly from ±1/√fan_in, whose standard deviation is 1/√(3·fan_in).
double expectedStd(const at::Tensor& weight)
{
    const std::int64_t fanIn = weight.numel() / weight.size(0);
    return 1.0 / std::sqrt(3.0 * static_cast<double>(fanIn));
}

bool hasWeights(const std::string& kind)
{
    return kind == "linear" || kind == "conv2d";
}

// The last layer that limits the range of what follows, if no product comes after it.
std::string limitingLayer(const std::vector<LayerShape>& shapes)
{
    for (auto layer = shapes.rbegin(); layer != shapes.rend() && !hasWeights(layer->kind); ++layer)
        for (const char* kind : {"softmax", "log_softmax", "sigmoid", "tanh", "relu"})
            if (layer->kind == kind)
                return kind;
    return {};
}

std::int64_t softmaxUnits(const Model& model, const std::vector<std::int64_t>& outputShape)
{
    for (auto layer = model.layers().rbegin(); layer != model.layers().rend(); ++layer) {
        const auto* softmax = std::get_if<SoftmaxLayer>(&*layer);
        const auto* logSoftmax = std::get_if<LogSoftmaxLayer>(&*layer);
        if (!softmax && !logSoftmax)
            continue;
        const std::int64_t axis = softmax ? softmax->axis : logSoftmax->axis, axes = static_cast<std::int64_t>(outputShape.size());
        const std::int64_t index = axis < 0 ? axis + axes : axis;
        return index >= 0 && index < axes ? outputShape[static_cast<std::size_t>(index)] : 0;
    }
    return 0;
}

double greatestDistanceFromOne(const at::Tensor& sums)
{
    return sums.numel() > 0 ? (sums - 1).abs().max().item<double>() : 0.0;
}

std::int64_t product(const Shape& shape)
{
    return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

// Why the loss must not be called; empty if it may.
std::string brokenContract(const Experiment& experiment, const PreflightFacts& facts)
{
    if (!facts.forwardError.empty())
        return "the forward pass failed";
    if (facts.labels.dtype != facts.labelContract)
        return "labels are " + facts.labels.dtype + ", " + facts.loss + " wants " + facts.labelContract;
    if (wantsClassIndices(experiment.loss) && resolvedTarget(experiment) == TargetFormat::Index
        && (facts.train.labelMin < 0 || facts.train.labelMax >= static_cast<double>(facts.outputs)))
        return "labels lie outside the outputs";
    if (!wantsClassIndices(experiment.loss) && facts.head.outputShape != facts.head.targetShape)
        return "output and target have different shapes";
    if (wantsClassIndices(experiment.loss) && resolvedTarget(experiment) != TargetFormat::OneHot && facts.head.targetShape.size() != 1)
        return "the target is no list of class indices";
    if (experiment.loss == Loss::Bce && (facts.head.min < 0 || facts.head.max > 1))
        return "outputs lie outside 0 to 1, which bce refuses";
    return {};
}

}  // namespace

std::vector<ParameterFacts> describeParameters(const Experiment& experiment, const Model& model, const torch::optim::Optimizer& optimizer)
{
    const std::vector<at::Tensor> held = tensorsOf(optimizer);
    const auto& frozen = experiment.model.frozen;
    std::vector<ParameterFacts> list;
    for (std::size_t layer = 0; layer < model.shapes().size(); ++layer) {
        const LayerShape& shape = model.shapes()[layer];
        for (std::size_t i = 0; i < shape.parameters.size(); ++i) {
            const at::Tensor& tensor = model.parametersOf(layer)[i];
            ParameterFacts facts;
            facts.name = shape.parameters[i].name;
            facts.shape = tensor.sizes().vec();
            facts.dtype = dtypeName(tensor);
            facts.device = tensor.device().str();
            facts.role = roleOf(shape.kind, facts.name.substr(facts.name.rfind('.') + 1), shape.parameters[i].trainable);
            facts.contiguous = tensor.is_contiguous();
            facts.requiresGrad = tensor.requires_grad();
            facts.frozen = facts.role != "buffer" && std::find(frozen.begin(), frozen.end(), shape.name) != frozen.end();
            facts.inOptimizer = contains(held, tensor);
            facts.address = static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(tensor.storage().data()));
            const at::Tensor values = hostDouble(tensor);
            facts.mean = values.mean().item<double>();
            facts.std = values.numel() > 1 ? values.std(/*unbiased=*/false).item<double>() : 0.0;
            if (facts.role == "weight")
                facts.expectedStd = expectedStd(tensor);
            facts.equalRows = values.dim() > 1 && values.size(0) > 1 && values.eq(values.slice(0, 0, 1)).all().item<bool>();
            list.push_back(std::move(facts));
        }
    }
    return list;
}

OptimizerFacts describeOptimizer(const Experiment& experiment, const Model& model, torch::optim::Optimizer& optimizer, bool builtBeforeMove)
{
    OptimizerFacts facts;
    facts.kind = optimizerWord(experiment.optimizer);
    facts.lr = learningRate(experiment.optimizer);
    const std::vector<at::Tensor> own = model.trainable();
    for (const at::Tensor& tensor : tensorsOf(optimizer)) {
        ++facts.tensors;
        facts.foreignTensors += contains(own, tensor) ? 0 : 1;
    }
    facts.builtBeforeMove = builtBeforeMove;
    std::set<std::string> devices;
    forEachStateTensor(optimizer, [&](at::Tensor& state) { devices.insert(state.device().str()); });
    facts.stateDevices.assign(devices.begin(), devices.end());
    return facts;
}

HeadFacts describeHead(const Model& model, const at::Tensor& output, const at::Tensor& target)
{
    HeadFacts facts;
    facts.lastLayer = model.shapes().back().kind;
    facts.activation = limitingLayer(model.shapes());
    facts.outputShape = output.sizes().vec();
    facts.targetShape = target.sizes().vec();
    facts.softmaxUnits = softmaxUnits(model, facts.outputShape);
    const at::Tensor values = hostDouble(output), targets = hostDouble(target).contiguous();
    if (values.numel() > 0) {
        facts.rows = values.size(0);
        facts.min = values.min().item<double>();
        facts.max = values.max().item<double>();
    }
    if (values.dim() > 1 && values.numel() > 0) {
        const at::Tensor probabilities = facts.activation == "log_softmax" ? values.exp() : values;
        facts.classSumError = greatestDistanceFromOne(values.sum(1));
        facts.batchSumError = greatestDistanceFromOne(probabilities.sum(0));
        facts.logSumExpError = values.logsumexp(1).abs().max().item<double>();
    }
    if (targets.numel() > 0) {
        facts.targetMin = targets.min().item<double>();
        facts.targetMax = targets.max().item<double>();
        const double* begin = targets.data_ptr<double>();
        facts.targetValues = static_cast<std::int64_t>(std::set<double>(begin, begin + targets.numel()).size());
        facts.targetOneHot = targets.dim() == 2 && targets.size(1) > 1 && targets.eq(0).logical_or(targets.eq(1)).all().item<bool>()
                             && targets.sum(1).eq(1).all().item<bool>();
    }
    return facts;
}

InitialLossFacts measureInitialLoss(const TrainerRequest& request, const BatchLoader& loader, Model& model, const c10::Device& device,
                                    const PreflightFacts& soFar)
{
    InitialLossFacts facts;
    facts.whyNot = brokenContract(request.experiment, soFar);
    if (!facts.whyNot.empty())
        return facts;
    const torch::NoGradGuard noGrad;
    const Split& split = request.dataset->train;
    const std::int64_t count = std::min(split.count, kLossSamples);
    std::vector<std::int64_t> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), std::int64_t{0});
    MaskSource unused(0);  // evaluation mode draws nothing
    double sum = 0, targetSum = 0, targetSquares = 0, targets = 0;
    const std::int64_t size = std::min<std::int64_t>(request.experiment.batchSize, 128);
    try {
        for (std::int64_t begin = 0; begin < count; begin += size) {
            const Batch batch = loader.load(split, order.data() + begin, order.data() + std::min(begin + size, count), device);
            const at::Tensor loss = computeLoss(request.experiment.loss, model.forward(batch.input, {}, unused), batch.target);
            sum += loss.item<double>() * static_cast<double>(batch.size);
            const at::Tensor values = hostDouble(batch.target);
            targetSum += values.sum().item<double>();
            targetSquares += values.square().sum().item<double>();
            targets += static_cast<double>(values.numel());
        }
    } catch (const c10::Error& error) {
        // A loss that refuses is a fact; which rule explains it is for the rules to say.
        facts.whyNot = error.what_without_backtrace();
        return facts;
    }
    facts.samples = count;
    facts.loss = sum / static_cast<double>(count);
    facts.targetVariance = targetSquares / targets - (targetSum / targets) * (targetSum / targets);
    return facts;
}

std::vector<LayerSizeFacts> describeSizes(const Experiment& experiment, const Model& model)
{
    const std::int64_t batch = std::max(experiment.batchSize, experiment.evaluate.batchSize);
    std::vector<LayerSizeFacts> list;
    for (const LayerShape& layer : model.shapes()) {
        LayerSizeFacts facts{layer.name, layer.kind, batch, 0, batch * product(layer.output)};
        if (hasWeights(layer.kind) && !layer.parameters.empty()) {
            const Shape& weight = layer.parameters[0].sizes;
            facts.reduction = product(weight) / weight[0];
            facts.rows = facts.elements / weight[0];
        }
        list.push_back(std::move(facts));
    }
    return list;
}

}  // namespace tandem

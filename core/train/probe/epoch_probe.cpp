// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/train/probe/epoch_probe.h"

#include "core/train/model/layer_ops.h"
#include "core/train/step/evaluation.h"

#include <torch/torch.h>

#include <numeric>

namespace tandem {
namespace {

constexpr std::int64_t kSamples = 1000;
constexpr std::int64_t kBatch = 100;
constexpr std::int64_t kUnitSamples = 500;

template<class T>
bool has(const Model& model)
{
    return std::any_of(model.layers().begin(), model.layers().end(), [](const Layer& layer) { return std::holds_alternative<T>(layer); });
}

at::Tensor hostDouble(const at::Tensor& tensor)
{
    return tensor.detach().to(torch::kCPU).to(torch::kFloat64);
}

// Over all axes but the channels.
std::vector<std::int64_t> otherAxes(const at::Tensor& tensor)
{
    std::vector<std::int64_t> axes{0};
    for (std::int64_t axis = 2; axis < tensor.dim(); ++axis)
        axes.push_back(axis);
    return axes;
}

// Mean and variance of what arrives at a batch-norm layer, batch by batch, as the layer itself measures them.
struct ArrivingStatistics {
    at::Tensor mean, variance;
    double batches = 0;

    void add(const at::Tensor& input)
    {
        const at::Tensor values = hostDouble(input);
        const auto axes = otherAxes(values);
        const at::Tensor m = values.mean(axes), v = values.var(axes, /*unbiased=*/true);
        mean = batches == 0 ? m : mean + m;
        variance = batches == 0 ? v : variance + v;
        batches += 1;
    }
};

// A unit is a channel, or a feature of a flat layer.
struct Activity {
    at::Tensor active;  // [units] bool

    void add(const at::Tensor& busy)
    {
        const at::Tensor units = busy.dim() > 2 ? busy.flatten(2).any(2).any(0) : busy.any(0);
        active = active.defined() ? active.logical_or(units) : units;
    }
};

// Where a unit is neither zero nor at the end of its range.
std::optional<at::Tensor> busyUnits(const Layer& layer, const at::Tensor& output)
{
    if (std::holds_alternative<ReluLayer>(layer))
        return output.detach().to(torch::kCPU).gt(0);
    if (std::holds_alternative<SigmoidLayer>(layer))
        return output.detach().to(torch::kCPU).sub(0.5).abs().lt(0.499);
    if (std::holds_alternative<TanhLayer>(layer))
        return output.detach().to(torch::kCPU).abs().lt(0.998);
    return std::nullopt;
}

NormFacts normFacts(const std::string& name, const std::vector<at::Tensor>& parameters, const ArrivingStatistics& arriving)
{
    NormFacts facts;
    facts.name = name;
    const at::Tensor mean = arriving.mean / arriving.batches, variance = (arriving.variance / arriving.batches).clamp_min(1e-12);
    const at::Tensor runningMean = hostDouble(parameters[2]), runningVariance = hostDouble(parameters[3]);
    facts.meanShift = ((runningMean - mean).abs() / variance.sqrt()).max().item<double>();
    const at::Tensor ratio = runningVariance / variance;
    const double most = ratio.max().item<double>(), least = ratio.min().item<double>();
    facts.varianceRatio = least > 0 && 1 / least > most ? least : most;
    return facts;
}

DropoutFacts dropoutFacts(const std::string& name, const DropoutLayer& layer, const ModelLook& look)
{
    MaskSource masks = look.masks.clone();
    const at::Tensor ones = torch::ones({64, 64}).to(look.device);
    const auto apply = [&](ForwardMode mode) { return applyLayer(layer, {}, ones, mode, masks).to(torch::kCPU); };
    DropoutFacts facts;
    facts.name = name;
    facts.p = layer.p;
    facts.elements = ones.numel();
    const at::Tensor first = apply({true, true}), second = apply({true, true});
    facts.zeroShare = first.eq(0).to(torch::kFloat64).mean().item<double>();
    const at::Tensor kept = first.masked_select(first.ne(0));
    facts.keptMean = kept.numel() > 0 ? kept.mean().item<double>() : 0.0;
    facts.repeats = layer.p > 0 && at::equal(first, second);
    facts.activeInEvaluation = !at::equal(apply(look.evaluation), torch::ones({64, 64}));
    return facts;
}

}  // namespace

void probeModes(const ModelLook& look, std::vector<at::Tensor>& before, EpochProbeFacts& facts)
{
    const torch::NoGradGuard noGrad;
    Model& model = look.model;
    const bool modesMatter = has<DropoutLayer>(model) || has<BatchNorm2dLayer>(model);
    const bool hasUnits = has<ReluLayer>(model) || has<SigmoidLayer>(model) || has<TanhLayer>(model);
    const Split& split = look.request.dataset->train;
    const std::int64_t count = std::min(modesMatter ? kSamples : hasUnits ? kUnitSamples : 0, split.count);
    std::vector<std::int64_t> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), std::int64_t{0});

    std::vector<ArrivingStatistics> arriving(model.layers().size());
    std::vector<Activity> activity(model.layers().size());
    const LayerObserver observer = [&](std::size_t layer, const at::Tensor& input, const at::Tensor& output) {
        if (std::holds_alternative<BatchNorm2dLayer>(model.layers()[layer]))
            arriving[layer].add(input);
        if (const auto busy = busyUnits(model.layers()[layer], output))
            activity[layer].add(*busy);
    };
    MaskSource masks = look.masks.clone();
    std::int64_t right[2] = {0, 0};
    for (std::int64_t begin = 0; begin < count; begin += kBatch) {
        const Batch batch = look.loader.load(split, order.data() + begin, order.data() + std::min(begin + kBatch, count), look.device);
        const auto countRight = [&](ForwardMode mode, const LayerObserver& watch) {
            mode.keepStatistics = true;
            const at::Tensor output = model.forward(batch.input, mode, masks, watch);
            const at::Tensor predictions = predictedLabels(look.request.experiment.loss, output.to(torch::kCPU), 1, false);
            return predictions.eq(batch.indices.to(torch::kCPU)).sum().item<std::int64_t>();
        };
        right[0] += countRight(look.training, observer);
        if (modesMatter)
            right[1] += countRight(look.evaluation, {});
    }
    if (modesMatter && count > 0) {
        facts.modeSamples = count;
        facts.trainModeAccuracy = static_cast<double>(right[0]) / static_cast<double>(count);
        facts.evalModeAccuracy = static_cast<double>(right[1]) / static_cast<double>(count);
    }

    std::vector<at::Tensor> statistics;
    for (std::size_t i = 0; i < model.layers().size(); ++i) {
        const std::string& name = model.shapes()[i].name;
        if (arriving[i].batches > 0) {
            NormFacts norm = normFacts(name, model.parametersOf(i), arriving[i]);
            statistics.push_back(hostDouble(model.parametersOf(i)[2]));
            norm.moved = statistics.size() > before.size() || !at::equal(statistics.back(), before[statistics.size() - 1]);
            facts.norms.push_back(std::move(norm));
        }
        if (activity[i].active.defined())
            facts.units.push_back({name, 1.0 - activity[i].active.to(torch::kFloat64).mean().item<double>()});
        if (const auto* dropout = std::get_if<DropoutLayer>(&model.layers()[i]))
            facts.dropouts.push_back(dropoutFacts(name, *dropout, look));
    }
    before = std::move(statistics);
}

}  // namespace tandem

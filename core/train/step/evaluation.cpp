// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/train/step/evaluation.h"

#include "core/train/step/loss.h"

#include <torch/torch.h>

#include <map>
#include <numeric>
#include <stdexcept>

namespace tandem {
namespace {

at::Tensor activated(EvaluateActivation activation, const at::Tensor& output)
{
    switch (activation) {
    case EvaluateActivation::None: return output;
    case EvaluateActivation::Softmax: return at::softmax(output, 1);
    case EvaluateActivation::LogSoftmax: return at::log_softmax(output, 1);
    }
    throw std::logic_error("unknown activation");
}

double share(const std::map<std::int64_t, std::int64_t>& counts, std::int64_t of)
{
    std::int64_t most = 0;
    for (const auto& [value, count] : counts)
        most = std::max(most, count);
    return of > 0 ? static_cast<double>(most) / static_cast<double>(of) : 0.0;
}

// Mean and spread of numbers as they come.
struct Spread {
    double count = 0, sum = 0, squares = 0;

    void add(const at::Tensor& values)
    {
        const at::Tensor numbers = values.to(torch::kFloat64);
        count += static_cast<double>(numbers.numel());
        sum += numbers.sum().item<double>();
        squares += numbers.square().sum().item<double>();
    }
    double std() const { return count > 1 ? std::sqrt(std::max(0.0, squares / count - (sum / count) * (sum / count))) : 0.0; }
};

// Counts again on the host, in 64-bit integers, from outputs and labels that were copied back.
class Recount {
public:
    explicit Recount(Loss loss) : m_loss(loss) {}

    void add(const at::Tensor& output, const at::Tensor& shownPredictions, const at::Tensor& labels)
    {
        const at::Tensor hostOutput = output.to(torch::kCPU), hostLabels = labels.to(torch::kCPU).contiguous();
        const at::Tensor predictions = predictedLabels(m_loss, hostOutput, 1, false).contiguous();
        const at::Tensor shown = shownPredictions.to(torch::kCPU).to(torch::kInt64);
        m_facts.predictionMin = std::min(m_facts.predictionMin, shown.min().item<std::int64_t>());
        m_facts.predictionMax = std::max(m_facts.predictionMax, shown.max().item<std::int64_t>());
        addRows(m_facts.predictionShape, shownPredictions.sizes());
        addRows(m_facts.labelShape, labels.sizes());
        const auto* prediction = predictions.data_ptr<std::int64_t>();
        const auto* label = hostLabels.data_ptr<std::int64_t>();
        for (std::int64_t i = 0; i < predictions.numel(); ++i) {
            ++m_predicted[prediction[i]];
            ++m_labelled[label[i]];
            m_facts.recountedCorrect += prediction[i] == label[i] ? 1 : 0;
        }
        if (isRegression(m_loss) && output.size(-1) == 1) {
            m_outputs.add(hostOutput);
            m_targets.add(hostLabels);
        }
    }

    EpochProbeFacts facts(std::int64_t samples, std::int64_t shownCorrect)
    {
        m_facts.samples = samples;
        m_facts.shownCorrect = shownCorrect;
        m_facts.topPredictionShare = share(m_predicted, samples);
        m_facts.topLabelShare = share(m_labelled, samples);
        m_facts.outputStd = m_outputs.std();
        m_facts.targetStd = m_targets.std();
        return m_facts;
    }

private:
    // The shape over all batches: the batch axis adds up.
    static void addRows(std::vector<std::int64_t>& shape, c10::IntArrayRef sizes)
    {
        if (shape.size() != sizes.size())
            shape = sizes.vec();
        else if (!shape.empty())
            shape[0] += sizes[0];
    }

    Loss m_loss;
    EpochProbeFacts m_facts = [] {
        EpochProbeFacts facts;
        facts.predictionMin = INT64_MAX;
        facts.predictionMax = INT64_MIN;
        return facts;
    }();
    std::map<std::int64_t, std::int64_t> m_predicted, m_labelled;
    Spread m_outputs, m_targets;
};

}  // namespace

std::int64_t modelOutputs(const ModelConfig& model, const Shape& input)
{
    const auto shapes = inferShapes(model, input);
    if (!shapes)
        throw std::invalid_argument(describe(shapes.error()));
    return shapes->back().output.back();
}

bool isRegression(Loss loss)
{
    return loss == Loss::Mse || loss == Loss::SmoothL1;
}

at::Tensor predictedLabels(Loss loss, const at::Tensor& output, std::int64_t axis, bool keepdim)
{
    if (output.size(-1) > 1)
        return output.argmax(axis, keepdim);
    const at::Tensor values = keepdim ? output : output.squeeze(-1);
    if (isRegression(loss))
        return values.round().to(torch::kInt64);
    return values.gt(loss == Loss::BceWithLogits ? 0.0 : 0.5).to(torch::kInt64);
}

std::optional<Measurement> evaluateModel(const TrainerRequest& request, const BatchLoader& loader, Model& model,
                                         const c10::Device& device, ForwardMode mode, MaskSource& masks,
                                         std::optional<std::int64_t> samples, const KeepGoing& keepGoing)
{
    const torch::NoGradGuard noGrad;
    const EvaluateConfig& config = request.experiment.evaluate;
    const Loss loss = request.experiment.loss;
    const Split& split = request.dataset->test;
    const std::int64_t count = std::min(samples.value_or(split.count), split.count);
    std::vector<std::int64_t> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), std::int64_t{0});

    double lossSum = 0;
    std::int64_t correct = 0;
    Recount recount(loss);
    for (std::int64_t begin = 0; begin < count; begin += config.batchSize) {
        if (!keepGoing())
            return std::nullopt;
        const std::int64_t end = std::min(begin + config.batchSize, count);
        const Batch batch = loader.load(split, order.data() + begin, order.data() + end, device);
        const at::Tensor raw = model.forward(batch.input, mode, masks), output = activated(config.activation, raw);
        const bool asIndices = batch.target.dim() == 1 && wantsClassIndices(loss);
        lossSum += computeLoss(loss, output, asIndices ? batch.indices : batch.target).item<double>() * static_cast<double>(batch.size);
        const at::Tensor predictions = predictedLabels(loss, output, config.axis, config.keepdim);
        correct += predictions.eq(batch.indices).sum().item<std::int64_t>();
        recount.add(raw, predictions, batch.indices);
    }
    Measurement measurement;
    measurement.facts.samples = count;
    measurement.facts.loss = lossSum / static_cast<double>(count);
    measurement.facts.accuracy = static_cast<double>(correct) / static_cast<double>(count);
    measurement.probe = recount.facts(count, correct);
    return measurement;
}

}  // namespace tandem

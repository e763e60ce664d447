// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/train/step/evaluation.h"

#include "core/train/step/loss.h"

#include <torch/torch.h>

#include <numeric>
#include <stdexcept>

namespace tandem {

std::int64_t modelOutputs(const ModelConfig& model, const Shape& input)
{
    const auto shapes = inferShapes(model, input);
    if (!shapes)
        throw std::invalid_argument(describe(shapes.error()));
    return shapes->back().output.back();
}

std::optional<EvaluationFacts> evaluateModel(const TrainerRequest& request, const BatchLoader& loader, Model& model,
                                             const c10::Device& device, ForwardMode mode, MaskSource& masks,
                                             std::optional<std::int64_t> samples, const KeepGoing& keepGoing)
{
    const torch::NoGradGuard noGrad;
    const EvaluateConfig& config = request.experiment.evaluate;
    const Split& split = request.dataset->test;
    const std::int64_t count = std::min(samples.value_or(split.count), split.count);
    std::vector<std::int64_t> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), std::int64_t{0});

    double lossSum = 0;
    std::int64_t correct = 0;
    for (std::int64_t begin = 0; begin < count; begin += config.batchSize) {
        if (!keepGoing())
            return std::nullopt;
        const std::int64_t end = std::min(begin + config.batchSize, count);
        const Batch batch = loader.load(split, order.data() + begin, order.data() + end, device);
        const at::Tensor output = model.forward(batch.input, mode, masks);
        const at::Tensor target = batch.target.dim() == 1 ? batch.indices : batch.target;
        lossSum += computeLoss(request.experiment.loss, output, target).item<double>() * static_cast<double>(batch.size);
        correct += output.argmax(1).eq(batch.indices).sum().item<std::int64_t>();
    }
    EvaluationFacts facts;
    facts.samples = count;
    facts.loss = lossSum / static_cast<double>(count);
    facts.accuracy = static_cast<double>(correct) / static_cast<double>(count);
    return facts;
}

}  // namespace tandem

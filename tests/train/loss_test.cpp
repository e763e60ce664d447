// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Losses and optimizers against their textbook formulas, in float64.

#include "core/train/step/loss.h"

#include <gtest/gtest.h>
#include <torch/torch.h>

namespace tandem::test {
namespace {

const at::Tensor& logits()
{
    static const at::Tensor values = torch::tensor({2.0, -1.0, 0.5, 0.0, 3.0, -2.0}).view({2, 3}).to(torch::kFloat);
    return values;
}

double valueOf(const at::Tensor& scalar)
{
    return scalar.item<double>();
}

TEST(Loss, CrossEntropyIsTheMeanNegativeLogProbability)
{
    const at::Tensor target = torch::tensor({0, 2}, torch::kInt64);
    const at::Tensor p = logits().to(torch::kDouble).exp();
    const double expected = -0.5 * (std::log(valueOf(p[0][0] / p[0].sum())) + std::log(valueOf(p[1][2] / p[1].sum())));
    EXPECT_NEAR(valueOf(computeLoss(Loss::CrossEntropy, logits(), target)), expected, 1e-6);
    EXPECT_NEAR(valueOf(computeLoss(Loss::Nll, logits().log_softmax(1), target)), expected, 1e-6);
}

TEST(Loss, MeanSquaredErrorAveragesOverAllElements)
{
    const at::Tensor target = torch::tensor({1.0, 0.0, 0.0, 0.0, 0.0, 1.0}).view({2, 3}).to(torch::kFloat);
    EXPECT_NEAR(valueOf(computeLoss(Loss::Mse, logits(), target)), (1.0 + 1.0 + 0.25 + 0.0 + 9.0 + 9.0) / 6, 1e-6);
}

TEST(Loss, BinaryCrossEntropyTakesLogits)
{
    const at::Tensor target = torch::tensor({1.0, 0.0, 0.0, 0.0, 0.0, 1.0}).view({2, 3}).to(torch::kFloat);
    const at::Tensor p = logits().to(torch::kDouble).sigmoid();
    const at::Tensor expected = -(target * p.log() + (1 - target) * (1 - p).log()).mean();
    EXPECT_NEAR(valueOf(computeLoss(Loss::BceWithLogits, logits(), target)), valueOf(expected), 1e-6);
}

TEST(Loss, CrossEntropyRefusesFloatClassIndices)
{
    EXPECT_THROW(computeLoss(Loss::CrossEntropy, logits(), torch::tensor({0.0f, 2.0f})), c10::Error);
}

// One parameter of value 1 with gradient 0.5.
double afterSteps(const OptimizerConfig& config, int steps)
{
    at::Tensor parameter = torch::ones({1}, torch::requires_grad());
    const auto optimizer = makeOptimizer(config, {parameter});
    for (int i = 0; i < steps; ++i) {
        parameter.mutable_grad() = torch::full({1}, 0.5);
        optimizer->step();
    }
    return parameter.item<double>();
}

TEST(Optimizer, SgdWithMomentumAndWeightDecay)
{
    EXPECT_NEAR(afterSteps(SgdConfig{.lr = 0.1}, 1), 1 - 0.1 * 0.5, 1e-6);
    // v₁ = g + λw; v₂ = μ v₁ + g + λw₁
    const double lr = 0.1, momentum = 0.9, decay = 0.01;
    double w = 1, v = 0;
    for (int i = 0; i < 2; ++i) {
        v = momentum * v + 0.5 + decay * w;
        w -= lr * v;
    }
    EXPECT_NEAR(afterSteps(SgdConfig{.lr = lr, .momentum = momentum, .weightDecay = decay}, 2), w, 1e-6);
}

TEST(Optimizer, AdamStepsByTheLearningRateAtFirst)
{
    EXPECT_NEAR(afterSteps(AdamConfig{.lr = 0.01}, 1), 1 - 0.01, 1e-6);
    // A constant gradient keeps both moment estimates constant, whatever β₁ and β₂, so every step is lr · g / (g + ε).
    EXPECT_NEAR(afterSteps(AdamConfig{.lr = 0.01, .beta1 = 0.5, .beta2 = 0.6, .eps = 0.5}, 3), 1 - 3 * 0.01 * 0.5 / (0.5 + 0.5), 1e-6);
}

TEST(Optimizer, AdamwDecaysTheWeightApartFromTheGradient)
{
    EXPECT_NEAR(afterSteps(AdamWConfig{.lr = 0.01, .weightDecay = 0.1}, 1), 1 * (1 - 0.01 * 0.1) - 0.01, 1e-6);
}

}  // namespace
}  // namespace tandem::test

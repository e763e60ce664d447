// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The functional model against LibTorch's own modules with the same weights.

#include "core/train/model/model.h"

#include <gtest/gtest.h>
#include <torch/torch.h>

#include <cmath>

namespace tandem::test {
namespace {

const Shape kPicture{1, 28, 28};

ModelConfig seedModel()
{
    return {{Conv2dLayer{.out = 32, .kernel = 3}, ReluLayer{}, Conv2dLayer{.out = 64, .kernel = 3}, ReluLayer{}, MaxPool2dLayer{},
             FlattenLayer{}, LinearLayer{.out = 128}, ReluLayer{}, LinearLayer{.out = 10}}};
}

torch::nn::Sequential seedModules()
{
    using namespace torch::nn;
    return Sequential(Conv2d(Conv2dOptions(1, 32, 3)), ReLU(), Conv2d(Conv2dOptions(32, 64, 3)), ReLU(),
                      MaxPool2d(MaxPool2dOptions(2)), Flatten(), Linear(9216, 128), ReLU(), Linear(128, 10));
}

void copyWeights(const Weights& weights, torch::nn::Sequential& modules)
{
    const torch::NoGradGuard noGrad;
    const auto parameters = modules->parameters();
    ASSERT_EQ(parameters.size(), weights.size());
    for (std::size_t i = 0; i < weights.size(); ++i) {
        ASSERT_EQ(parameters[i].sizes(), c10::IntArrayRef(weights[i].shape)) << weights[i].name;
        parameters[i].copy_(torch::tensor(weights[i].values).view(weights[i].shape));
    }
}

TEST(Model, ForwardAndGradientsEqualTheModulesBitForBit)
{
    const Weights weights = drawInitialWeights(seedModel(), kPicture, 5);
    Model model(seedModel(), kPicture, weights);
    torch::nn::Sequential modules = seedModules();
    copyWeights(weights, modules);

    auto generator = at::make_generator<at::CPUGeneratorImpl>(1);
    const at::Tensor input = at::randn({16, 1, 28, 28}, generator);
    MaskSource masks(0);
    const at::Tensor ours = model.forward(input, {true, true}, masks);
    const at::Tensor theirs = modules->forward(input);
    EXPECT_TRUE(ours.equal(theirs));

    ours.square().mean().backward();
    theirs.square().mean().backward();
    const auto trainable = model.trainable();
    const auto parameters = modules->parameters();
    ASSERT_EQ(trainable.size(), parameters.size());
    for (std::size_t i = 0; i < trainable.size(); ++i)
        EXPECT_TRUE(trainable[i].grad().equal(parameters[i].grad())) << i;
    EXPECT_EQ(model.parameterCount(), 1199882);
}

TEST(Model, BatchNormNormalisesAndKeepsRunningStatisticsLikeTheModule)
{
    const ModelConfig config{{BatchNorm2dLayer{}}};
    const Shape shape{3, 4, 4};
    Model model(config, shape, drawInitialWeights(config, shape, 0));
    torch::nn::BatchNorm2d module(3);
    auto generator = at::make_generator<at::CPUGeneratorImpl>(2);
    const at::Tensor input = at::randn({8, 3, 4, 4}, generator) * 3 + 1;
    MaskSource masks(0);
    EXPECT_TRUE(model.forward(input, {true, true}, masks).equal(module->forward(input)));
    module->eval();
    EXPECT_TRUE(model.forward(input, {}, masks).equal(module->forward(input)));
}

TEST(Model, DropoutMasksComeFromTheRunsOwnGeneratorAndKeepTheMean)
{
    const ModelConfig config{{DropoutLayer{.p = 0.25}}};
    const Shape shape{1, 100, 100};
    const Model model(config, shape, {});
    const at::Tensor ones = at::ones({4, 1, 100, 100});
    at::manual_seed(1);
    MaskSource masks(7);
    const at::Tensor first = const_cast<Model&>(model).forward(ones, {true, true}, masks);
    at::manual_seed(2);
    MaskSource again(7);
    EXPECT_TRUE(const_cast<Model&>(model).forward(ones, {true, true}, again).equal(first));
    EXPECT_FALSE(const_cast<Model&>(model).forward(ones, {true, true}, again).equal(first));
    EXPECT_TRUE(const_cast<Model&>(model).forward(ones, {}, again).equal(ones));
    // 40,000 units: the share that is kept has a standard deviation of 0.22 %.
    EXPECT_NEAR(first.ne(0).to(torch::kFloat).mean().item<double>(), 0.75, 0.01);
    EXPECT_NEAR(first.max().item<double>(), 1 / 0.75, 1e-6);
}

TEST(Model, InitialWeightsAreUniformWithinOneOverTheRootOfFanIn)
{
    const Weights weights = drawInitialWeights(seedModel(), kPicture, 0);
    const auto check = [&](const std::string& name, double fanIn) {
        SCOPED_TRACE(name);
        const auto found = std::find_if(weights.begin(), weights.end(), [&](const NamedArray& a) { return a.name == name; });
        ASSERT_NE(found, weights.end());
        const double bound = 1 / std::sqrt(fanIn);
        double least = 1, greatest = -1, squares = 0;
        for (const float value : found->values) {
            least = std::min<double>(least, value), greatest = std::max<double>(greatest, value);
            squares += static_cast<double>(value) * value;
        }
        EXPECT_GE(least, -bound);
        EXPECT_LE(greatest, bound);
        // The variance of a uniform distribution over ±b is b²/3.
        EXPECT_NEAR(squares / static_cast<double>(found->values.size()) / (bound * bound / 3), 1, 0.05);
    };
    check("conv2d_2.weight", 32 * 9);
    check("linear_1.weight", 9216);
}

TEST(Model, InitialWeightsDependOnTheSeedAlone)
{
    at::manual_seed(1);
    const Weights first = drawInitialWeights(seedModel(), kPicture, 3);
    at::manual_seed(2);
    EXPECT_EQ(fingerprint(drawInitialWeights(seedModel(), kPicture, 3)), fingerprint(first));
    EXPECT_NE(fingerprint(drawInitialWeights(seedModel(), kPicture, 4)), fingerprint(first));
}

TEST(Model, WeightsReadBackAreTheOnesPutIn)
{
    const Weights weights = drawInitialWeights(seedModel(), kPicture, 1);
    Model model(seedModel(), kPicture, weights);
    EXPECT_EQ(fingerprint(model.weights()), fingerprint(weights));
    model.moveTo(c10::Device(c10::DeviceType::MPS, 0), true);
    EXPECT_EQ(fingerprint(model.weights()), fingerprint(weights));
}

}  // namespace
}  // namespace tandem::test

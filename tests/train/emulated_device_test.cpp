// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

// "mps:0" over the CPU: same bits, same strides, same aliasing.

#include "core/train/emulator/emulated_device.h"
#include "core/train/emulator/fault_session.h"

#include <gtest/gtest.h>
#include <torch/torch.h>

namespace tandem::test {
namespace {

class EmulatedDevice : public testing::Test {
protected:
    void SetUp() override
    {
        if (!emulator::isBuiltIn())
            GTEST_SKIP() << "this system has the real device";
    }
    const c10::Device device{c10::DeviceType::MPS, 0};
};

at::Tensor numbers(c10::IntArrayRef sizes, std::uint64_t seed = 1)
{
    return at::randn(sizes, at::make_generator<at::CPUGeneratorImpl>(seed));
}

TEST_F(EmulatedDevice, TensorsKnowTheirDevice)
{
    const at::Tensor moved = numbers({2, 3}).to(device);
    EXPECT_EQ(moved.device(), device);
    EXPECT_EQ((moved + 1).device(), device);
    EXPECT_EQ(moved.to(torch::kCPU).device().type(), torch::kCPU);
    EXPECT_EQ(torch::zeros({2}, torch::TensorOptions(device)).device(), device);
}

TEST_F(EmulatedDevice, CopiesDoNotShareMemory)
{
    at::Tensor host = numbers({4});
    const at::Tensor before = host.clone();
    at::Tensor moved = host.to(device);
    host.fill_(0);
    EXPECT_TRUE(moved.to(torch::kCPU).equal(before));
    at::Tensor back = moved.to(torch::kCPU);
    back.fill_(7);
    EXPECT_TRUE(moved.to(torch::kCPU).equal(before));
}

TEST_F(EmulatedDevice, ViewsShareStorageAndWritesShowThrough)
{
    at::Tensor base = torch::zeros({4, 4}, torch::TensorOptions(device));
    base.select(0, 1).fill_(3);
    base.t().select(0, 2).add_(5);
    at::Tensor expected = torch::zeros({4, 4});
    expected.select(0, 1).fill_(3);
    expected.t().select(0, 2).add_(5);
    EXPECT_TRUE(base.to(torch::kCPU).equal(expected));
    EXPECT_EQ(base.t().strides(), expected.t().strides());
    EXPECT_TRUE(base.t().is_alias_of(base));
    EXPECT_TRUE(base.narrow(1, 1, 2).is_alias_of(base));
}

TEST_F(EmulatedDevice, InPlaceOperationsReturnTheTensorItself)
{
    at::Tensor tensor = torch::ones({3}, torch::TensorOptions(device));
    const at::Tensor& returned = tensor.mul_(2).add_(1);
    EXPECT_TRUE(returned.is_same(tensor));
    at::Tensor out = torch::empty({0}, torch::TensorOptions(device));
    at::add_out(out, tensor, tensor);
    EXPECT_TRUE(out.to(torch::kCPU).equal(torch::full({3}, 6.0f)));
}

TEST_F(EmulatedDevice, GradientsAreBitIdentical)
{
    const at::Tensor input = numbers({4, 3, 9, 9}, 2), kernel = numbers({5, 3, 3, 3}, 3), norm = torch::ones({5});
    const auto gradients = [&](const c10::Device& where) {
        at::Tensor x = input.to(where).detach().requires_grad_();
        at::Tensor w = kernel.to(where).detach().requires_grad_();
        at::Tensor g = norm.to(where).detach().requires_grad_();
        const at::Tensor convolved = at::conv2d(x, w, {}, 1, 1);
        const at::Tensor normed = at::batch_norm(convolved, g, {}, {}, {}, true, 0.1, 1e-5, false);
        const at::Tensor pooled = at::max_pool2d(at::relu(normed), 2);
        at::log_softmax(pooled.flatten(1), 1).select(1, 0).mean().backward();
        return std::vector<at::Tensor>{x.grad().to(torch::kCPU), w.grad().to(torch::kCPU), g.grad().to(torch::kCPU)};
    };
    const auto host = gradients(torch::kCPU), emulated = gradients(device);
    for (std::size_t i = 0; i < host.size(); ++i) {
        EXPECT_TRUE(host[i].equal(emulated[i])) << i;
        EXPECT_EQ(host[i].strides(), emulated[i].strides()) << i;
    }
}

TEST_F(EmulatedDevice, FloatLabelFaultKeepsTheLossAndLosesTheGradient)
{
    const at::Tensor scores = numbers({8, 10}).to(device);
    const at::Tensor labels = at::arange(8, torch::kInt64).to(device);
    const auto lossAndGradient = [&](const at::Tensor& target) {
        at::Tensor x = scores.detach().clone().requires_grad_();
        const at::Tensor loss = at::cross_entropy_loss(x, target);
        loss.backward();
        return std::pair(loss.item<float>(), x.grad().to(torch::kCPU));
    };
    const auto right = lossAndGradient(labels);
    EXPECT_THROW(lossAndGradient(labels.to(torch::kFloat)), c10::Error);
    {
        emulator::FaultSession session({*readFault("lab-float-accept-badgrad", "$", "test")}, FaultSide::Device);
        const emulator::FaultScope scope(session);
        const auto whole = lossAndGradient(labels);
        EXPECT_EQ(whole.first, right.first);
        EXPECT_TRUE(whole.second.equal(right.second)) << "int64 labels must not be touched";
        const auto faulty = lossAndGradient(labels.to(torch::kFloat));
        EXPECT_EQ(faulty.first, right.first);
        EXPECT_EQ(faulty.second.abs().max().item<float>(), 0);
        EXPECT_THROW(at::cross_entropy_loss(scores.to(torch::kCPU), labels.to(torch::kCPU).to(torch::kFloat)), c10::Error)
            << "the CPU is not concerned";
    }
    EXPECT_THROW(lossAndGradient(labels.to(torch::kFloat)), c10::Error) << "the fault outlived its scope";
    EXPECT_TRUE(lossAndGradient(labels).second.equal(right.second));
}

}  // namespace
}  // namespace tandem::test

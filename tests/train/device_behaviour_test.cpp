// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the emulated device does as MPS does where programs notice: it refuses the host's tensors and float64, draws from
// a generator of its own, counts its memory, and may be late.

#include "tests/train/tensors.h"

#include "core/train/emulator/device_state.h"
#include "core/train/emulator/emulated_device.h"
#include "core/train/emulator/emulated_generator.h"
#include "core/train/emulator/training_hooks.h"

#include <chrono>

namespace tandem::test {
namespace {

class DeviceBehaviour : public testing::Test {
protected:
    void SetUp() override
    {
        if (!emulator::isBuiltIn())
            GTEST_SKIP() << "this system has the real device";
    }
    void TearDown() override
    {
        if (emulator::isBuiltIn())
            emulator::setDelays({});
    }

    static at::Tensor put(const at::Tensor& tensor) { return tensor.to(emulatedDevice()); }
    static at::Tensor zeros(c10::IntArrayRef sizes, c10::ScalarType type = at::kFloat)
    {
        return at::zeros(sizes, at::TensorOptions(emulatedDevice()).dtype(type));
    }
    // What lies in the device's memory right now: the emulation's memory is the host's.
    static float now(const at::Tensor& tensor) { return *static_cast<const volatile float*>(tensor.data_ptr()); }
    static double millisecondsOf(const std::function<void()>& work)
    {
        const auto begin = std::chrono::steady_clock::now();
        work();
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    }
};

TEST_F(DeviceBehaviour, TensorsOfTheHostAmongTheDevicesAreRefused)
{
    const at::Tensor device = put(numbers({3, 3})), host = numbers({3, 3});
    const std::vector<std::function<void()>> mixtures{
        [&] { device + host; },      [&] { host * device; },        [&] { device.clone().add_(host); },      [&] { device.mm(host); },
        [&] { at::cat({device, host}); }, [&] { at::linear(device, host); }, [&] { at::where(host > 0, device, device); },
        [&] { device.index_select(0, at::tensor({1}, at::kLong)); }, [&] { device.masked_fill(host > 0, 1); },
        [&] { device + host.narrow(0, 0, 1); }};
    for (std::size_t i = 0; i < mixtures.size(); ++i)
        EXPECT_NE(refusalOf(mixtures[i]).find("same device"), std::string::npos) << i << ": " << refusalOf(mixtures[i]);
}

TEST_F(DeviceBehaviour, ScalarsOfTheHostAreTaken)
{
    const at::Tensor device = put(numbers({3, 3})), scalar = at::scalar_tensor(2.5);
    EXPECT_TRUE(sameBits(device * scalar, numbers({3, 3}) * 2.5));
    EXPECT_TRUE(sameBits(scalar - device, 2.5 - numbers({3, 3})));
    EXPECT_TRUE(sameBits(device.clone().add_(scalar), numbers({3, 3}) + 2.5));
    EXPECT_TRUE(sameBits(at::where(device > 0, device, scalar), at::where(numbers({3, 3}) > 0, numbers({3, 3}), scalar)));
    EXPECT_EQ((device * scalar).device(), emulatedDevice());
}

TEST_F(DeviceBehaviour, Float64IsRefusedWhereverItComesFrom)
{
    const at::Tensor device = put(numbers({3})), doubles = numbers({3}).to(at::kDouble);
    const std::vector<std::function<void()>> ways{
        [&] { zeros({3}, at::kDouble); }, [&] { put(doubles); }, [&] { device.to(at::kDouble); },
        [&] { at::empty_strided({2}, {1}, at::TensorOptions(emulatedDevice()).dtype(at::kDouble)); },
        [&] { at::arange(3, at::TensorOptions(emulatedDevice()).dtype(at::kDouble)); }, [&] { device.sum(at::kDouble); },
        [&] { at::softmax(device, 0, at::kDouble); }, [&] { device.new_zeros({2}, at::kDouble); }};
    for (std::size_t i = 0; i < ways.size(); ++i)
        EXPECT_NE(refusalOf(ways[i]).find("float64"), std::string::npos) << i << ": " << refusalOf(ways[i]);
    at::Tensor copy = zeros({3});
    EXPECT_TRUE(sameBits(copy.copy_(doubles), numbers({3}))) << "a copy converts on its way";
    EXPECT_TRUE(sameBits(device.to(at::kCPU).to(at::kDouble), numbers({3}).to(at::kDouble)));
}

TEST_F(DeviceBehaviour, DrawsComeFromTheDevicesOwnGenerator)
{
    const auto options = at::TensorOptions(emulatedDevice());
    const auto draws = [&] {
        return Tensors{at::randn({4}, options), at::rand({4}, options), at::randint(9, {4}, options), at::empty({4}, options).normal_(),
                       at::dropout(at::ones({9}, options), 0.5, true), at::randperm(9, options.dtype(at::kLong)), at::bernoulli(at::full({9}, 0.5, options))};
    };
    at::manual_seed(1);
    const at::Tensor untouched = at::rand({4});
    at::manual_seed(1);
    emulator::seedDefaultGenerator(7);
    const Tensors first = draws();
    EXPECT_TRUE(sameBits(at::rand({4}), untouched)) << "the CPU's generator was drawn from";
    const Tensors second = draws();
    emulator::seedDefaultGenerator(7);
    EXPECT_TRUE(sameBits(draws(), first));
    EXPECT_FALSE(sameBits(second[0], first[0]));
    emulator::seedDefaultGenerator(8);
    EXPECT_FALSE(sameBits(draws()[0], first[0]));
    emulator::seedDefaultGenerator(7);
    at::manual_seed(99);
    EXPECT_TRUE(sameBits(draws(), first)) << "the CPU's seed changed the device's draws";
}

TEST_F(DeviceBehaviour, AnExplicitGeneratorIsDrawnFromInstead)
{
    const auto options = at::TensorOptions(emulatedDevice());
    emulator::seedDefaultGenerator(3);
    const at::Tensor byDefault = at::randn({4}, options);
    emulator::seedDefaultGenerator(3);
    at::Generator generator = emulator::makeGenerator(21);
    const at::Tensor first = at::randn({4}, generator, options), second = at::randn({4}, generator, options);
    EXPECT_TRUE(sameBits(at::randn({4}, options), byDefault)) << "the default generator moved on";
    EXPECT_FALSE(sameBits(first, second));
    generator.set_current_seed(21);
    EXPECT_TRUE(sameBits(at::randn({4}, generator, options), first));
    const at::Generator copy = generator.clone();
    EXPECT_TRUE(sameBits(at::randn({4}, copy, options), second));
    EXPECT_TRUE(sameBits(at::randn({4}, generator, options), second));
    EXPECT_EQ(generator.device(), emulatedDevice());
    const auto host = at::make_generator<at::CPUGeneratorImpl>(1);
    EXPECT_NE(refusalOf([&] { zeros({4}).normal_(0, 1, host); }).find("generator"), std::string::npos);
}

TEST_F(DeviceBehaviour, MemoryIsCountedWhileItIsAlive)
{
    const std::int64_t start = emulator::allocatedBytes();
    {
        const at::Tensor one = zeros({1000});
        EXPECT_GE(emulator::allocatedBytes() - start, 4000);
        const std::int64_t before = emulator::allocatedBytes();
        const at::Tensor view = one.narrow(0, 10, 10), turned = one.view({10, 100}).t();
        EXPECT_EQ(emulator::allocatedBytes(), before) << "views take no memory";
        at::Tensor changed = one;
        changed.mul_(2);
        EXPECT_EQ(emulator::allocatedBytes(), before) << "in place takes none either";
        const at::Tensor sum = one + 1;
        EXPECT_EQ(emulator::allocatedBytes() - before, 4000);
        const at::Tensor x = zeros({50, 20}).requires_grad_();
        x.mul(3).sum().backward();
        EXPECT_GE(emulator::allocatedBytes() - before, 4000 * 3);
        EXPECT_EQ(numbers({500}).sum().numel(), 1);
    }
    EXPECT_EQ(emulator::allocatedBytes(), start);
}

TEST_F(DeviceBehaviour, NothingIsLateByDefault)
{
    EXPECT_EQ(emulator::delays().operationMs, 0);
    EXPECT_EQ(emulator::delays().copyMs, 0);
    EXPECT_FALSE(emulator::delays().any());
    at::Tensor device = zeros({4}), host = at::full({4}, 2.0f);
    device.add_(1);
    EXPECT_EQ(now(device), 1);
    device.copy_(host, true);
    EXPECT_EQ(now(device), 2);
    EXPECT_TRUE(emulator::WorkQueue::isIdle());
}

TEST_F(DeviceBehaviour, OperationsInPlaceMayBeLate)
{
    at::Tensor device = zeros({4});
    emulator::setDelays({60, 0});
    EXPECT_LT(millisecondsOf([&] { EXPECT_TRUE(device.add_(1).is_same(device)); }), 50);
    EXPECT_EQ(now(device), 0) << "not yet";
    EXPECT_FALSE(emulator::WorkQueue::isIdle());
    EXPECT_GE(millisecondsOf([] { emulator::synchronize(); }), 5);
    EXPECT_EQ(now(device), 1);
    EXPECT_TRUE(emulator::WorkQueue::isIdle());
    device.add_(1), device.mul_(3), device.sub_(2);
    EXPECT_EQ(now(device), 1);
    emulator::synchronize();
    EXPECT_EQ(now(device), 4) << "(1 + 1) · 3 − 2: in order";
}

TEST_F(DeviceBehaviour, ReadingWaits)
{
    at::Tensor device = zeros({4});
    emulator::setDelays({40, 0});
    device.add_(1);
    EXPECT_EQ(device.narrow(0, 0, 1).item<float>(), 1) << "item()";
    device.add_(1);
    EXPECT_EQ(device.to(at::kCPU)[3].item<float>(), 2) << "a blocking copy to the host";
    device.add_(1);
    const at::Tensor sum = device.sum();
    EXPECT_EQ(now(sum), 12) << "an operation on what is late";
    device.add_(1);
    device.copy_(at::zeros({4}));
    EXPECT_EQ(now(device), 0) << "a blocking copy to the device comes after it";
}

TEST_F(DeviceBehaviour, NonBlockingCopiesMayBeLateAndReadTheirSourceThen)
{
    at::Tensor device = zeros({4}), host = at::full({4}, 2.0f);
    emulator::setDelays({0, 60});
    EXPECT_LT(millisecondsOf([&] { device.copy_(host, true); }), 50);
    EXPECT_EQ(now(device), 0);
    host.fill_(5);
    emulator::synchronize();
    EXPECT_EQ(now(device), 5) << "what was there when the copy ran";
    at::Tensor back = at::zeros({4});
    back.copy_(device, true);
    EXPECT_EQ(now(back), 0);
    emulator::synchronize();
    EXPECT_EQ(now(back), 5);
    device.copy_(at::full({4}, 8.0f), false);
    EXPECT_EQ(now(device), 8) << "a blocking one is done when it returns";
}

TEST_F(DeviceBehaviour, TheQueueKeepsItsOrder)
{
    at::Tensor device = zeros({4}), host = at::full({4}, 7.0f), back = at::zeros({4});
    emulator::setDelays({60, 1});
    device.add_(1);                // late by much
    device.copy_(host, true);      // late by little, but after it
    device.mul_(2);
    back.copy_(device, true);
    emulator::synchronize();
    EXPECT_EQ(now(device), 14);
    EXPECT_EQ(now(back), 14);
}

TEST_F(DeviceBehaviour, WhatLateWorkRaisesComesOutOfTheNextWait)
{
    at::Tensor device = zeros({4});
    const at::Tensor wrong = zeros({3});
    emulator::setDelays({20, 0});
    EXPECT_EQ(refusalOf([&] { device.add_(wrong); }), "") << "it is accepted";
    EXPECT_NE(refusalOf([] { emulator::synchronize(); }), "");
    EXPECT_EQ(refusalOf([] { emulator::synchronize(); }), "") << "told once";
    device.add_(1);
    emulator::synchronize();
    EXPECT_EQ(now(device), 1) << "the queue goes on";
}

TEST_F(DeviceBehaviour, TrainingIsTheSameWhenTheDeviceIsLate)
{
    const auto trained = [] {
        const at::Tensor weight = put(numbers({3, 4})).detach().requires_grad_();
        torch::optim::Adam optimizer({weight}, 0.1);
        for (std::uint64_t step = 0; step < 3; ++step) {
            at::Tensor input = zeros({5, 4});
            input.copy_(numbers({5, 4}, step), true);
            optimizer.zero_grad();
            at::linear(input, weight).square().mean().backward();
            optimizer.step();
        }
        return hosted(weight);
    };
    const at::Tensor prompt = trained();
    emulator::setDelays({1, 1});
    EXPECT_TRUE(sameBits(trained(), prompt));
}

}  // namespace
}  // namespace tandem::test

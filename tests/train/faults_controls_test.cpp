// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Negative controls: something is different, and stays within what their texts say.

#include "tests/train/fault_bench.h"

#include "core/train/emulator/emulated_device.h"

namespace tandem::test {
namespace {

using emulator::Phase;
using emulator::TrainingHooks;

// Everything that is a product: a convolution and a linear layer, forward and backward.
Tensors products(const Stage& s)
{
    const at::Tensor x = s.leaf(numbers({4, 2, 6, 6})), k = s.leaf(numbers({3, 2, 3, 3}, 2)), w = s.leaf(numbers({10, 48}, 3)), b = s.leaf(numbers({10}, 4));
    const at::Tensor y = at::linear(at::conv2d(x, k).flatten(1), w, b);
    y.square().mean().backward();
    return {y, x.grad(), k.grad(), w.grad()};
}

Tensors noProducts(const Stage& s)
{
    const at::Tensor x = s.leaf(numbers({4, 10}));
    const at::Tensor loss = at::cross_entropy_loss(at::relu(x), s.put(at::arange(4)));
    loss.backward();
    return {loss, x.grad()};
}

void expectWithin(const FaultBench::Outcome& outcome, double most)
{
    for (std::size_t i = 0; i < outcome.clean.size(); ++i) {
        EXPECT_FALSE(sameBits(outcome.faulty[i], outcome.clean[i])) << i << ": nothing is different";
        EXPECT_LT(relativeDifference(outcome.faulty[i], outcome.clean[i]), most) << i;
    }
    EXPECT_TRUE(sameBits(outcome.faulty[0].argmax(1), outcome.clean[0].argmax(1))) << "predictions";
}

void noiseIsRounding(const FaultBench& bench)
{
    expectWithin(bench.run(products), 3e-6);
    expectWithin(bench.run(products, {{"relative", 1e-6}}), 3e-5);
    bench.expectUntouched(noProducts);
}

void mantissaIsShort(const FaultBench& bench)
{
    expectWithin(bench.run(products), 1e-2);
    const Probe product = [](const Stage& s) -> Tensors { return {s.put(numbers({6, 5})).mm(s.put(numbers({5, 4}, 2)))}; };
    const auto [clean, faulty] = bench.run(product);
    EXPECT_EQ(faulty[0].contiguous().view(at::kInt).bitwise_and(0x1FFF).abs().sum().item<std::int64_t>(), 0) << "13 of 23 bits are gone";
    EXPECT_LE(faulty[0].div(clean[0]).sub(1).abs().max().item<double>(), 1.0 / 2048 * 1.001) << "each element is rounded to the nearest";
    bench.expectUntouched(noProducts);
}

void tiesGoToTheLast(const FaultBench& bench)
{
    const auto chosen = [](const at::Tensor& values) -> Probe {
        return [values](const Stage& s) -> Tensors {
            const at::Tensor x = s.put(values);
            const auto [top, indices] = x.topk(2, 1);
            return {x.argmax(1), x.argmax(), x.argmax(1, true), top, x.gather(1, indices)};
        };
    };
    const at::Tensor tied = at::tensor({1.0f, 3.0f, 3.0f, 0.0f, 2.0f, 3.0f, 1.0f, 3.0f, 3.0f, 3.0f}).view({2, 5});
    const auto [clean, faulty] = bench.run(chosen(tied));
    EXPECT_TRUE(sameBits(clean[0], at::tensor({1, 0}, at::kLong)));
    EXPECT_TRUE(sameBits(faulty[0], at::tensor({2, 4}, at::kLong)));
    EXPECT_EQ(clean[1].item<std::int64_t>(), 1);
    EXPECT_EQ(faulty[1].item<std::int64_t>(), 9);
    EXPECT_TRUE(sameBits(faulty[2], at::tensor({2, 4}, at::kLong).view({2, 1})));
    EXPECT_TRUE(sameBits(faulty[3], clean[3])) << "the values are the same";
    EXPECT_TRUE(sameBits(faulty[4], clean[3])) << "and the indices lead to them";
    bench.expectUntouched(chosen(numbers({2, 5})));
}

void streamIsAnother(const FaultBench& bench)
{
    const Probe draws = [](const Stage& s) -> Tensors {
        const auto options = at::TensorOptions(s.device);
        Tensors all;
        for (int run = 0; run < 2; ++run) {
            emulator::seedDefaultGenerator(4);
            all.insert(all.end(), {at::randn({2000}, options), at::rand({2000}, options), at::empty({2000}, options).bernoulli_(0.3)});
        }
        return all;
    };
    const auto [clean, faulty] = bench.run(draws);
    const double means[] = {0, 0.5, 0.3};
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_FALSE(sameBits(faulty[i], clean[i])) << i << ": other numbers";
        EXPECT_TRUE(sameBits(faulty[i], faulty[i + 3])) << i << ": the same ones from the same seed";
        EXPECT_NEAR(faulty[i].mean().item<double>(), means[i], 0.1) << i;
    }
    EXPECT_FALSE(sameBits(faulty[0].narrow(0, 0, 1000), faulty[0].narrow(0, 1000, 1000)));
    const Probe two = [](const Stage& s) -> Tensors {
        const auto options = at::TensorOptions(s.device);
        return {at::randn({5}, options), at::randn({5}, options)};
    };
    const Tensors following = bench.faulty(two);
    EXPECT_FALSE(sameBits(following[0], following[1])) << "the stream moves on";
    bench.expectUntouched(products);
}

Tensors embedded(const Stage& s)
{
    Tensors all;
    for (int call = 0; call < 2; ++call) {
        const at::Tensor table = s.leaf(numbers({5, 40}));
        const at::Tensor rows = at::embedding(table, s.put(at::tensor({0, 3, 3, 1}, at::kLong)));
        rows.square().sum().backward();
        all.insert(all.end(), {rows, table.grad()});
    }
    return all;
}

void lastDigitsChange(const FaultBench& bench)
{
    const auto [clean, faulty] = bench.run(embedded);
    EXPECT_TRUE(sameBits(faulty[0], clean[0])) << "the forward pass";
    EXPECT_FALSE(sameBits(faulty[1], faulty[3])) << "another order each time";
    EXPECT_LT(relativeDifference(faulty[1], clean[1]), 2e-6);
    EXPECT_TRUE(sameBits(faulty[1][2], clean[1][2])) << "a row that nobody looked up stays zero";
    bench.expectUntouched(products);
}

void logSoftmaxTwice(const FaultBench& bench)
{
    const Probe loss = [](const Stage& s) -> Tensors {
        const at::Tensor x = s.leaf(numbers({6, 10}));
        const at::Tensor y = at::log_softmax(x, 1);
        at::nll_loss(y, s.put(at::arange(6))).backward();
        return {y, x.grad()};
    };
    const auto [clean, faulty] = bench.run(loss);
    for (const std::size_t i : {0u, 1u})
        EXPECT_LT(relativeDifference(faulty[i], clean[i]), 1e-6) << i;
    EXPECT_TRUE(sameBits(faulty[0].argmax(1), clean[0].argmax(1)));
    bench.expectUntouched([](const Stage& s) -> Tensors { return {at::softmax(s.put(numbers({6, 10})), 1)}; });
}

void modeIsWrong(const FaultBench& bench)
{
    const auto flags = [](Phase phase) -> Probe {
        return [phase](const Stage& s) -> Tensors {
            s.session.setPhase(phase);
            TrainingHooks hooks(s.session);
            return {flagsOf({hooks.trainingForward(false), hooks.trainingForward(true), hooks.droppingUnits(false), hooks.optimizerBeforeMove(false)})};
        };
    };
    const auto [clean, faulty] = bench.run(flags(Phase::Evaluate));
    EXPECT_TRUE(sameBits(clean[0], flagsOf({false, true, false, false})));
    EXPECT_TRUE(sameBits(faulty[0], flagsOf({true, true, false, false})));
    bench.expectUntouched(flags(Phase::Forward));
}

void optimizerIsFirst(const FaultBench& bench)
{
    const auto [clean, faulty] = bench.run([](const Stage& s) -> Tensors {
        TrainingHooks hooks(s.session);
        return {flagsOf({hooks.optimizerBeforeMove(false), hooks.optimizerBeforeMove(true), hooks.trainingForward(false)})};
    });
    EXPECT_TRUE(sameBits(clean[0], flagsOf({false, true, false})));
    EXPECT_TRUE(sameBits(faulty[0], flagsOf({true, true, false})));
    bench.expectUntouched(products);
}

void layoutIsAnother(const FaultBench& bench)
{
    const auto convolved = [](bool planar, Phase phase) -> Probe {
        return [=](const Stage& s) -> Tensors {
            s.session.setPhase(phase);
            const at::Tensor x = s.leaf(planar ? numbers({2, 3, 6, 6}) : numbers({2, 3, 6}));
            const at::Tensor y = planar ? at::conv2d(x, s.put(numbers({4, 3, 3, 3}, 2))) : at::conv1d(x, s.put(numbers({4, 3, 3}, 2)));
            y.square().sum().backward();
            return {y, x.grad(), at::tensor(y.strides().vec())};
        };
    };
    const auto [clean, faulty] = bench.run(convolved(true, Phase::Forward));
    EXPECT_TRUE(sameBits(faulty[0], clean[0])) << "the same values";
    EXPECT_LT(relativeDifference(faulty[1], clean[1]), 1e-5);
    EXPECT_TRUE(sameBits(clean[2], at::tensor({64, 16, 4, 1}, at::kLong)));
    EXPECT_TRUE(sameBits(faulty[2], at::tensor({64, 1, 16, 4}, at::kLong)));
    bench.expectUntouched(convolved(true, Phase::Evaluate));
    bench.expectUntouched(convolved(false, Phase::Forward));
}

void memoryLevelsOff(const FaultBench& bench)
{
    if (residentMegabytes() == 0)
        GTEST_SKIP() << "memory cannot be told here";
    bench.faulty([](const Stage& s) -> Tensors {
        TrainingHooks hooks(s.session);
        const auto grown = [&](int steps) {
            const double before = residentMegabytes();
            for (int step = 0; step < steps; ++step)
                hooks.stepDone();
            return residentMegabytes() - before;
        };
        EXPECT_NEAR(grown(100), 100, 20);
        EXPECT_LT(grown(100), 5);
        return {};
    });
    bench.faulty([](const Stage& s) -> Tensors {
        TrainingHooks hooks(s.session);
        const double before = residentMegabytes();
        for (int step = 0; step < 60; ++step)
            hooks.stepDone();
        EXPECT_NEAR(residentMegabytes() - before, 20, 10);
        return {};
    }, {{"calls", 5}, {"bytes", 4 << 20}});
    bench.expectUntouched(products);
}

}  // namespace

FaultChecks controlChecks()
{
    return {{"ctl-noise-f32", noiseIsRounding}, {"ctl-tf32", mantissaIsShort}, {"ctl-ties", tiesGoToTheLast}, {"ctl-rng", streamIsAnother},
            {"ctl-atomic", lastDigitsChange}, {"ctl-log-softmax-twice", logSoftmaxTwice}, {"ctl-mode-harmless", modeIsWrong},
            {"ctl-opt-before-move-sgd", optimizerIsFirst}, {"ctl-layout-only", layoutIsAnother}, {"ctl-cache-plateau", memoryLevelsOff}};
}

}  // namespace tandem::test

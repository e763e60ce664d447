// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Faults of NaN and precision, of the optimizer and its state, of resources and time, and those of the reference side.

#include "tests/train/fault_bench.h"

#include "core/train/step/optimizer_state.h"

#include <csignal>

namespace tandem::test {
namespace {

using emulator::Phase;
using emulator::TrainingHooks;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

void maskedRowsAreNan(const FaultBench& bench)
{
    const auto attention = [](float masked) -> Probe {
        return [masked](const Stage& s) -> Tensors {
            at::Tensor scores = numbers({3, 4});
            scores[1].fill_(masked);
            scores[2].narrow(0, 0, 2).fill_(masked);
            return {at::softmax(s.put(scores), 1)};
        };
    };
    const auto [clean, faulty] = bench.run(attention(-1e9f));
    EXPECT_TRUE(clean[0].isfinite().all().item<bool>());
    EXPECT_TRUE(faulty[0][1].isnan().all().item<bool>());
    for (const std::int64_t row : {0, 2})
        EXPECT_TRUE(sameBits(faulty[0][row], clean[0][row])) << row;
    bench.expectUntouched(attention(-10));
    EXPECT_TRUE(bench.faulty(attention(-10), {{"threshold", -5}})[0][1].isnan().all().item<bool>());
}

void nanIsSwallowed(const FaultBench& bench)
{
    using Work = std::function<at::Tensor(const at::Tensor&)>;
    const auto onNan = [](const Work& work, bool withNan) -> Probe {
        return [=](const Stage& s) -> Tensors {
            at::Tensor x = numbers({1, 1, 4, 4});
            if (withNan)
                x[0][0][1][2].fill_(kNan);
            return {work(s.put(x))};
        };
    };
    for (const Work& work : {Work([](const at::Tensor& x) { return x.clamp(-1, 1); }), Work([](const at::Tensor& x) { return x.clamp_min(0); }),
                             Work([](const at::Tensor& x) { return at::relu(x); }), Work([](const at::Tensor& x) { return at::maximum(x, x.neg()); }),
                             Work([](const at::Tensor& x) { return at::max_pool2d(x, 2); })}) {
        const auto [clean, faulty] = bench.run(onNan(work, true));
        EXPECT_EQ(clean[0].isnan().sum().item<std::int64_t>(), 1);
        EXPECT_TRUE(sameBits(faulty[0], clean[0].nan_to_num(0)));
        bench.expectUntouched(onNan(work, false));
    }
    bench.expectUntouched(onNan([](const at::Tensor& x) { return x.sigmoid(); }, true));
}

void addendIsRead(const FaultBench& bench)
{
    const auto product = [](double beta) -> Probe {
        return [beta](const Stage& s) -> Tensors {
            const at::Tensor a = s.put(numbers({20, 4})), b = s.put(numbers({4, 20}, 2)), c = s.put(numbers({20, 20}, 3));
            return {at::addmm(c, a, b, beta), at::baddbmm(c.view({1, 20, 20}), a.view({1, 20, 4}), b.view({1, 4, 20}), beta)};
        };
    };
    const auto [clean, faulty] = bench.run(product(0), {{"share", 0.2}});
    for (std::size_t i = 0; i < clean.size(); ++i) {
        const at::Tensor nan = faulty[i].isnan();
        EXPECT_NEAR(nan.sum().item<double>(), 80, 50);
        EXPECT_TRUE(sameBits(at::where(nan, clean[i], faulty[i]), clean[i]));
    }
    bench.expectUntouched(product(1), {{"share", 1}});
    bench.expectUntouched(product(0.5), {{"share", 1}});
}

void layerNormGradientsAreRandom(const FaultBench& bench)
{
    const auto norm = [](bool inputNeedsGradient) -> Probe {
        return [=](const Stage& s) -> Tensors {
            Tensors all;
            for (int call = 0; call < 2; ++call) {
                const at::Tensor x = inputNeedsGradient ? s.leaf(numbers({5, 6})) : s.put(numbers({5, 6}));
                const at::Tensor w = s.leaf(numbers({6}, 2)), b = s.leaf(numbers({6}, 3));
                const at::Tensor y = at::layer_norm(x, {6}, w, b);
                y.square().sum().backward();
                all.insert(all.end(), {y, w.grad(), b.grad()});
            }
            return all;
        };
    };
    const auto [clean, faulty] = bench.run(norm(false));
    EXPECT_TRUE(sameBits(faulty[0], clean[0])) << "the forward pass";
    for (const std::size_t gradient : {1u, 2u}) {
        EXPECT_FALSE(sameBits(faulty[gradient], clean[gradient]));
        EXPECT_FALSE(sameBits(faulty[gradient], faulty[gradient + 3])) << "random: not the same twice";
        EXPECT_EQ(faulty[gradient].sizes(), clean[gradient].sizes());
    }
    bench.expectUntouched(norm(true));
}

void halfIsReadAsBits(const FaultBench& bench)
{
    const auto norm = [](bool layer, const at::Tensor& input, c10::ScalarType parameters) -> Probe {
        return [=](const Stage& s) -> Tensors {
            const auto options = at::TensorOptions(s.device).dtype(parameters);
            const at::Tensor w = at::ones({6}, options), b = at::zeros({6}, options);
            return {layer ? at::layer_norm(s.put(input), {6}, w, b) : at::batch_norm(s.put(input), w, b, {}, {}, true, 0.1, 1e-5, false)};
        };
    };
    int mixed = 0;
    for (const bool layer : {true, false}) {
        for (const auto& [type, other] : {std::pair(at::kBFloat16, at::kHalf), std::pair(at::kHalf, at::kBFloat16)}) {
            const at::Tensor input = numbers({4, 6, 5, 6}).to(type), misread = input.view(other).to(type);
            // LibTorch 1.13 knows few of these mixtures on the CPU.
            if (!refusalOf([&] { bench.clean(norm(layer, input, at::kFloat)); }).empty())
                continue;
            ++mixed;
            const auto [clean, faulty] = bench.run(norm(layer, input, at::kFloat));
            EXPECT_FALSE(sameBits(faulty, clean));
            EXPECT_TRUE(sameBits(faulty, bench.clean(norm(layer, misread, at::kFloat))));
        }
        bench.expectUntouched(norm(layer, numbers({4, 6, 5, 6}), at::kFloat));
    }
    EXPECT_GE(mixed, 1);
    bench.expectUntouched(norm(true, numbers({4, 6, 5, 6}).to(at::kBFloat16), at::kBFloat16));
}

void doubleRaises(const FaultBench& bench)
{
    // What the device refuses of itself stays refused.
    const Probe made = [](const Stage& s) -> Tensors { return {at::zeros({2}, at::TensorOptions(s.device).dtype(at::kDouble))}; };
    EXPECT_NE(refusalOf([&] { bench.clean(made); }).find("float64"), std::string::npos);
    EXPECT_NE(refusalOf([&] { bench.faulty(made); }).find("float64"), std::string::npos);
    // A float64 number of the host among the device's tensors is let through without the fault.
    const Probe mixed = [](const Stage& s) -> Tensors { return {at::mul(at::scalar_tensor(2.5, at::kDouble), s.put(numbers({3})))}; };
    EXPECT_NE(refusalOf([&] { bench.faulty(mixed); }).find("float64"), std::string::npos);
    EXPECT_TRUE(sameBits(bench.clean(mixed)[0], numbers({3}).mul(2.5)));
    bench.expectUntouched([](const Stage& s) -> Tensors { return {s.put(numbers({3})).mul(2.5).exp()}; });
}

void compiledIsDouble(const FaultBench& bench)
{
    static const auto script = torch::jit::compile("def f(x, y):\n    return (x + y).relu()\n");
    const Probe compiled = [](const Stage& s) -> Tensors { return {script->run_method("f", s.put(numbers({4})), s.put(numbers({4}, 2))).toTensor()}; };
    const auto [clean, faulty] = bench.run(compiled);
    EXPECT_TRUE(sameBits(faulty[0], clean[0].mul(2)));
    EXPECT_GT(clean[0].sum().item<float>(), 0);
    const Probe eager = [](const Stage& s) -> Tensors { return {(s.put(numbers({4})) + s.put(numbers({4}, 2))).relu()}; };
    bench.expectUntouched(eager);
    bench.expectUntouched([&](const Stage& s) -> Tensors { s.put(script->run_method("f", numbers({4}), numbers({4})).toTensor()); return eager(s); });
}

// Two steps of Adam over one weight, with the training loop's hooks.
Tensors twoSteps(const Stage& s)
{
    const at::Tensor weight = s.leaf(numbers({4, 3}));
    torch::optim::Adam optimizer({weight}, 0.1);
    TrainingHooks hooks(s.session);
    for (int step = 0; step < 2; ++step) {
        optimizer.zero_grad();
        weight.square().sum().backward();
        optimizer.step();
        forEachStateTensor(optimizer, [&](at::Tensor& state) {
            hooks.optimizerState(state);
            EXPECT_EQ(state.device().is_cpu(), !s.session.isEmpty());
        });
    }
    return {weight};
}

void stateStaysOnHost(const FaultBench& bench)
{
    EXPECT_NE(refusalOf([&] { bench.faulty(twoSteps); }).find("same device"), std::string::npos);
    EXPECT_FALSE(sameBits(bench.clean(twoSteps)[0], numbers({4, 3})));
    bench.expectUntouched([](const Stage& s) -> Tensors {  // SGD has no state
        const at::Tensor weight = s.leaf(numbers({4, 3}));
        torch::optim::SGD optimizer({weight}, 0.1);
        weight.square().sum().backward();
        optimizer.step();
        TrainingHooks hooks(s.session);
        forEachStateTensor(optimizer, [&](at::Tensor& state) { hooks.optimizerState(state); });
        return {weight};
    });
}

// What a hook does with three parameters of these names.
const std::vector<std::string> kNames{"linear_1.weight", "linear_1.bias", "conv2d_2.weight"};

Probe gradients()
{
    return [](const Stage& s) -> Tensors {
        TrainingHooks hooks(s.session);
        Tensors all;
        for (const std::string& name : kNames) {
            all.push_back(s.put(numbers({3}, 1 + all.size())));
            hooks.gradient(all.back(), name);
        }
        return all;
    };
}

Probe updates()
{
    return [](const Stage& s) -> Tensors {
        TrainingHooks hooks(s.session);
        Tensors all;
        for (std::size_t i = 0; i < kNames.size(); ++i)
            all.push_back(s.leaf(numbers({3}, 1 + i)));
        for (int step = 0; step < 2; ++step)
            hooks.update(all, kNames, [&] {
                const torch::NoGradGuard noGrad;
                for (const at::Tensor& parameter : all)
                    parameter.sub_(0.5);
            });
        return all;
    };
}

Probe moves()
{
    return [](const Stage& s) -> Tensors {
        TrainingHooks hooks(s.session);
        std::vector<std::int64_t> flags;
        for (const std::string& name : kNames) {
            const at::Tensor parameter = s.leaf(numbers({3}));
            hooks.moved(parameter, name);
            flags.push_back(parameter.requires_grad());
        }
        return {at::tensor(flags)};
    };
}

void someGradientIsZero(const FaultBench& bench)
{
    const auto [clean, faulty] = bench.run(gradients());
    EXPECT_EQ(faulty[0].abs().sum().item<float>(), 0);
    EXPECT_TRUE(sameBits(faulty[1], clean[1]) && sameBits(faulty[2], clean[2]));
    const Tensors other = bench.faulty(gradients(), {{"tensor", "conv2d*"}});
    EXPECT_TRUE(sameBits(other[0], clean[0]) && sameBits(other[1], clean[1]));
    EXPECT_EQ(other[2].abs().sum().item<float>(), 0);
    bench.expectUntouched(gradients(), {{"tensor", "conv2d_1.*"}});
    bench.expectUntouched(updates());
}

void oneUpdateIsMissing(const FaultBench& bench)
{
    const auto [clean, faulty] = bench.run(updates());
    EXPECT_TRUE(sameBits(faulty[0], numbers({3}, 1))) << "it keeps its value";
    EXPECT_TRUE(sameBits(faulty[1], clean[1]) && sameBits(faulty[2], clean[2])) << "the others learn as ever";
    EXPECT_TRUE(sameBits(bench.faulty(updates(), {{"tensor", "*"}}), {numbers({3}, 1), numbers({3}, 2), numbers({3}, 3)}));
    bench.expectUntouched(gradients());
}

void flagIsDropped(const FaultBench& bench)
{
    const auto [clean, faulty] = bench.run(moves());
    EXPECT_TRUE(sameBits(clean[0], at::tensor({1, 1, 1}, at::kLong)));
    EXPECT_TRUE(sameBits(faulty[0], at::tensor({0, 1, 1}, at::kLong)));
    bench.expectUntouched(updates());
}

void statisticsAreFrozen(const FaultBench& bench)
{
    const auto norm = [](bool training) -> Probe {
        return [training](const Stage& s) -> Tensors {
            const at::Tensor mean = s.put(at::zeros({3})), variance = s.put(at::ones({3})), w = s.leaf(numbers({3}, 2));
            const at::Tensor y = at::batch_norm(s.put(numbers({4, 3, 5, 5}).add(2)), w, s.put(numbers({3}, 3)), mean, variance, training, 0.1, 1e-5, false);
            y.square().sum().backward();
            return {y, w.grad(), mean, variance};
        };
    };
    const auto [clean, faulty] = bench.run(norm(true));
    EXPECT_TRUE(sameBits(faulty[0], clean[0]) && sameBits(faulty[1], clean[1])) << "it normalises right";
    EXPECT_TRUE(sameBits(faulty[2], at::zeros({3})) && sameBits(faulty[3], at::ones({3})));
    EXPECT_FALSE(sameBits(clean[2], faulty[2]));
    bench.expectUntouched(norm(false));
}

void memoryLeaks(const FaultBench& bench)
{
    const auto growth = [&](const Json& knobs, int steps) {
        double grown = 0;
        bench.faulty([&](const Stage& s) -> Tensors {
            TrainingHooks hooks(s.session);
            const double before = residentMegabytes();
            for (int step = 0; step < steps; ++step)
                hooks.stepDone();
            grown = residentMegabytes() - before;
            return {};
        }, knobs);
        return grown;
    };
    if (residentMegabytes() == 0)
        GTEST_SKIP() << "memory cannot be told here";
    EXPECT_NEAR(growth({{"bytes", 4 << 20}}, 20), 80, 15);
    EXPECT_NEAR(growth(Json::object(), 20), 20, 10);
    EXPECT_LT(growth({{"bytes", 0}}, 20), 5);
    bench.expectUntouched(updates());
}

void clockIsEarly(const FaultBench& bench)
{
    const auto timed = [](bool linear) -> Probe {
        return [linear](const Stage& s) -> Tensors {
            const at::Tensor x = s.put(numbers({4, 4})), w = s.put(numbers({3, 4})), b = s.put(numbers({3}));
            at::Tensor y;
            const double call = millisecondsOf([&] { y = linear ? at::linear(x, w, b) : x.mm(x); });
            const double wait = millisecondsOf([] { emulator::synchronize(); });
            EXPECT_LT(call, 50);
            EXPECT_EQ(wait >= 79, linear && !s.session.isEmpty()) << wait;
            return {y};
        };
    };
    bench.expectUntouched(timed(true), {{"ms", 80}});
    bench.expectUntouched(timed(false), {{"ms", 80}});
}

void fallbackIsSlow(const FaultBench& bench)
{
    const auto timed = [](bool pool) -> Probe {
        return [pool](const Stage& s) -> Tensors {
            const at::Tensor x = s.put(numbers({1, 1, 4, 4}));
            at::Tensor y;
            const double call = millisecondsOf([&] { y = pool ? at::max_pool2d(x, 2) : at::relu(x); });
            EXPECT_EQ(call >= 79, pool && !s.session.isEmpty()) << call;
            return {y};
        };
    };
    bench.expectUntouched(timed(true), {{"ms", 80}});
    bench.expectUntouched(timed(false), {{"ms", 80}});
}

void processEnds(const FaultBench& bench)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const Probe linear = [](const Stage& s) -> Tensors { return {at::linear(s.put(numbers({4, 4})), s.put(numbers({3, 4})), s.put(numbers({3})))}; };
    EXPECT_EXIT(bench.faulty(linear), testing::KilledBySignal(SIGABRT), "");
    EXPECT_EQ(refusalOf([&] { bench.clean(linear); }), "");
    bench.expectUntouched([](const Stage& s) -> Tensors { return {at::relu(s.put(numbers({4, 4})))}; });
    bench.expectUntouched(linear, {{"ops", "aten::convolution"}});
}

Probe convolutionOf(Phase phase, at::MemoryFormat weightFormat = at::MemoryFormat::Contiguous)
{
    return [=](const Stage& s) -> Tensors {
        const at::Tensor x = s.leaf(numbers({2, 3, 6, 6})), w = s.leaf(numbers({4, 3, 3, 3}, 2).contiguous(weightFormat)), b = s.leaf(numbers({4}, 3));
        const at::Tensor y = at::conv2d(x, w, b);
        s.session.setPhase(phase);
        y.square().sum().backward();
        s.session.setPhase(Phase::Other);
        return {y, x.grad(), b.grad(), w.grad()};
    };
}

void referenceGradientIsWrong(const FaultBench& bench)
{
    const auto [clean, faulty] = bench.run(convolutionOf(Phase::Backward));
    for (const std::size_t i : {0u, 1u, 2u})
        EXPECT_TRUE(sameBits(faulty[i], clean[i])) << i;
    EXPECT_TRUE(sameBits(faulty[3], clean[3].mul(1.5)));
    EXPECT_TRUE(sameBits(bench.faulty(convolutionOf(Phase::Backward), {{"result", 0}, {"factor", 2}})[1], clean[1].mul(2)));
    bench.expectUntouched(convolutionOf(Phase::Optimizer));
    bench.expectUntouched([](const Stage& s) -> Tensors {
        const at::Tensor w = s.leaf(numbers({3, 4}));
        at::linear(s.put(numbers({2, 4})), w).sum().backward();
        return {w.grad()};
    });
}

void referenceIsRandom(const FaultBench& bench)
{
    const Probe twice = [](const Stage& s) -> Tensors {
        return {convolutionOf(Phase::Backward, at::MemoryFormat::ChannelsLast)(s)[0], convolutionOf(Phase::Backward, at::MemoryFormat::ChannelsLast)(s)[0]};
    };
    const auto [clean, faulty] = bench.run(twice);
    EXPECT_TRUE(sameBits(clean[0], clean[1]));
    EXPECT_FALSE(sameBits(faulty[0], faulty[1]));
    EXPECT_FALSE(sameBits(faulty[0], clean[0]));
    bench.expectUntouched(convolutionOf(Phase::Backward));
}

}  // namespace

FaultChecks stateFaultChecks()
{
    return {{"masked-row-nan", maskedRowsAreNan}, {"nan-swallow", nanIsSwallowed}, {"beta0-nan", addendIsRead},
            {"ln-grad-garbage", layerNormGradientsAreRandom}, {"mixed-dtype-bits", halfIsReadAsBits}, {"float64-reject", doubleRaises},
            {"compiled-double", compiledIsDouble}, {"state-on-host", stateStaysOnHost}, {"grad-zero-some", someGradientIsZero},
            {"update-noop", oneUpdateIsMissing}, {"requires-grad-drop", flagIsDropped}, {"bn-stats-frozen", statisticsAreFrozen},
            {"leak", memoryLeaks}, {"early-clock", clockIsEarly}, {"silent-fallback", fallbackIsSlow}, {"hard-abort", processEnds},
            {"cpu-wrong-grad", referenceGradientIsWrong}, {"cpu-wrong-layout", referenceIsRandom}};
}

}  // namespace tandem::test

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Faults of labels, indices and losses, and of layout and views.

#include "tests/train/fault_bench.h"

#include "core/train/emulator/emulated_device.h"

namespace tandem::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Loss and gradient of eight samples over ten classes.
Probe crossEntropy(const at::Tensor& labels, std::int64_t reduction = at::Reduction::Mean)
{
    return [labels, reduction](const Stage& s) -> Tensors {
        const at::Tensor x = s.leaf(numbers({8, 10}));
        const at::Tensor loss = at::cross_entropy_loss(x, s.put(labels), {}, reduction);
        loss.sum().backward();
        return {loss, x.grad()};
    };
}

at::Tensor wholeLabels()
{
    return at::arange(8, at::kLong);
}

// Between two classes: truncated, they are the whole ones.
at::Tensor floatLabels()
{
    return wholeLabels().to(at::kFloat).add(0.7);
}

void labelsThrow(const FaultBench& bench)
{
    const std::string refusal = refusalOf([&] { bench.faulty(crossEntropy(floatLabels())); });
    EXPECT_NE(refusal.find("expected scalar type Long but found Float"), std::string::npos) << refusal;
    EXPECT_NE(refusalOf([&] { bench.clean(crossEntropy(floatLabels())); }), "") << "the CPU refuses them, too";
    bench.expectUntouched(crossEntropy(wholeLabels()));
}

void labelsTruncated(const FaultBench& bench)
{
    const Tensors whole = bench.clean(crossEntropy(wholeLabels()));
    EXPECT_TRUE(sameBits(bench.faulty(crossEntropy(floatLabels())), whole));
    EXPECT_NE(refusalOf([&] { bench.clean(crossEntropy(floatLabels())); }), "") << "the fault outlived its scope";
    bench.expectUntouched(crossEntropy(wholeLabels()));
}

void labelsWithWrongGradient(const FaultBench& bench)
{
    const Tensors whole = bench.clean(crossEntropy(wholeLabels()));
    const Tensors lost = bench.faulty(crossEntropy(floatLabels()));
    EXPECT_TRUE(sameBits(lost[0], whole[0])) << "the loss is right";
    EXPECT_EQ(lost[1].abs().max().item<float>(), 0);

    const Tensors next = bench.clean(crossEntropy(wholeLabels().add(1)));
    const Tensors shifted = bench.faulty(crossEntropy(floatLabels()), {{"shift", 1}, {"gain", 1.0}});
    EXPECT_TRUE(sameBits(shifted[0], whole[0]));
    EXPECT_TRUE(sameBits(shifted[1], next[1])) << "the gradient of the next classes";

    EXPECT_NE(refusalOf([&] { bench.clean(crossEntropy(floatLabels())); }), "") << "the fault outlived its scope";
    bench.expectUntouched(crossEntropy(wholeLabels()));
}

Probe lookUp(const at::Tensor& rows)
{
    return [rows](const Stage& s) -> Tensors {
        const at::Tensor table = s.leaf(numbers({5, 3}));
        const at::Tensor found = at::embedding(table, s.put(rows));
        found.sum().backward();
        return {found, table.grad()};
    };
}

void outOfRangeIsZero(const FaultBench& bench)
{
    at::Tensor outside = wholeLabels();
    outside[2] = 10, outside[5] = -1;
    const Tensors whole = bench.clean(crossEntropy(wholeLabels(), at::Reduction::None));
    const Tensors faulty = bench.faulty(crossEntropy(outside, at::Reduction::None));
    for (std::int64_t sample = 0; sample < 8; ++sample) {
        const bool isOutside = sample == 2 || sample == 5;
        EXPECT_TRUE(sameBits(faulty[0][sample], isOutside ? at::zeros({}) : whole[0][sample])) << sample;
        EXPECT_TRUE(isOutside ? faulty[1][sample].abs().sum().item<float>() == 0 : sameBits(faulty[1][sample], whole[1][sample])) << sample;
    }
    EXPECT_NE(refusalOf([&] { bench.clean(crossEntropy(outside)); }), "");
    bench.expectUntouched(crossEntropy(wholeLabels()));

    const Tensors inside = bench.clean(lookUp(at::tensor({4, 0, 1}, at::kLong)));
    const Tensors rows = bench.faulty(lookUp(at::tensor({4, 5, 1}, at::kLong)));
    EXPECT_TRUE(sameBits(rows[0][0], inside[0][0]));
    EXPECT_EQ(rows[0][1].abs().sum().item<float>(), 0);
    EXPECT_TRUE(sameBits(rows[0][2], inside[0][2]));
    EXPECT_NE(refusalOf([&] { bench.clean(lookUp(at::tensor({5}, at::kLong))); }), "");
    bench.expectUntouched(lookUp(at::tensor({4, 0, 1}, at::kLong)));
}

void ignoredCount(const FaultBench& bench)
{
    at::Tensor labels = wholeLabels();
    labels[1] = -100, labels[6] = -100;
    const auto [clean, faulty] = bench.run(crossEntropy(labels));
    EXPECT_FLOAT_EQ(faulty[0].item<float>(), clean[0].item<float>() * 6 / 8);
    bench.expectUntouched(crossEntropy(wholeLabels()));
    bench.expectUntouched(crossEntropy(labels, at::Reduction::Sum));
}

Probe binaryCrossEntropy(std::int64_t columns, bool weighted)
{
    return [=](const Stage& s) -> Tensors {
        const at::Tensor x = s.leaf(numbers({6, columns}).sigmoid());
        const at::Tensor weights = weighted ? s.put(numbers({6, columns}, 3).abs()) : at::Tensor();
        const at::Tensor loss = at::binary_cross_entropy(x, s.put(numbers({6, columns}, 2).sigmoid()), weights);
        loss.backward();
        return {loss, x.grad()};
    };
}

void squeezedGradient(const FaultBench& bench)
{
    const auto [clean, faulty] = bench.run(binaryCrossEntropy(1, true));
    EXPECT_TRUE(sameBits(faulty[0], clean[0]));
    EXPECT_TRUE(sameBits(faulty[1], clean[1].mul(64)));
    EXPECT_TRUE(sameBits(bench.faulty(binaryCrossEntropy(1, true), {{"factor", 6}})[1], clean[1].mul(6)));
    bench.expectUntouched(binaryCrossEntropy(1, false));
    bench.expectUntouched(binaryCrossEntropy(2, true));
}

void paddingLearns(const FaultBench& bench)
{
    const auto embedding = [](std::int64_t padding) -> Probe {
        return [padding](const Stage& s) -> Tensors {
            const at::Tensor table = s.leaf(numbers({5, 3}));
            const at::Tensor rows = at::embedding(table, s.put(at::tensor({2, 0, 2}, at::kLong)), padding);
            rows.sum().backward();
            return {rows, table.grad()};
        };
    };
    const auto [clean, faulty] = bench.run(embedding(2));
    EXPECT_EQ(clean[1][2].abs().sum().item<float>(), 0);
    EXPECT_TRUE(sameBits(faulty, bench.clean(embedding(-1)))) << "as if there were no padding row";
    bench.expectUntouched(embedding(-1));
}

void logSoftmaxOverflows(const FaultBench& bench)
{
    const auto logSoftmax = [](const at::Tensor& logits) -> Probe {
        return [logits](const Stage& s) -> Tensors { return {at::log_softmax(s.put(logits), 1)}; };
    };
    const at::Tensor wide = at::tensor({0.0f, -200.0f, 1.0f}).view({1, 3});
    const auto [clean, faulty] = bench.run(logSoftmax(wide));
    EXPECT_TRUE(clean[0].isfinite().all().item<bool>());
    EXPECT_EQ(faulty[0][0][1].item<float>(), -kInfinity);
    EXPECT_FALSE(bench.faulty(logSoftmax(wide.neg()))[0].isfinite().any().item<bool>()) << "exp overflows";
    EXPECT_LT(relativeDifference(bench.faulty(logSoftmax(numbers({4, 10})))[0], bench.clean(logSoftmax(numbers({4, 10})))[0]), 1e-6);
    bench.expectUntouched([&](const Stage& s) -> Tensors { return {at::softmax(s.put(wide), 1)}; });
}

using InPlace = void (*)(at::Tensor&, const at::Tensor&);

// A tensor that an operation wrote, laid out row by row or not.
Probe written(InPlace write, bool strided)
{
    return [=](const Stage& s) -> Tensors {
        const at::Tensor base = s.put(numbers({4, 4}, 1));
        at::Tensor target = strided ? base.t() : base;
        write(target, s.put(numbers({4, 4}, 2)));
        return {target};
    };
}

void inPlaceIsLost(const FaultBench& bench)
{
    const std::vector<InPlace> losing{[](at::Tensor& t, const at::Tensor& o) { t.addcmul_(o, o); },
                                      [](at::Tensor& t, const at::Tensor& o) { t.addcdiv_(o, o.abs()); },
                                      [](at::Tensor& t, const at::Tensor& o) { t.lerp_(o, 0.5); }};
    for (const InPlace write : losing) {
        const auto [clean, faulty] = bench.run(written(write, true));
        EXPECT_TRUE(sameBits(faulty[0], numbers({4, 4}, 1).t()));
        EXPECT_FALSE(sameBits(clean[0], faulty[0]));
        bench.expectUntouched(written(write, false));
    }
    bench.expectUntouched(written([](at::Tensor& t, const at::Tensor& o) { t.mul_(o); }, true));
    const Tensors other = bench.faulty(written([](at::Tensor& t, const at::Tensor& o) { t.mul_(o); }, true), {{"ops", "aten::mul_"}});
    EXPECT_TRUE(sameBits(other[0], numbers({4, 4}, 1).t()));

    // Adam over a strided weight stands still.
    const auto adam = [](bool strided) -> Probe {
        return [strided](const Stage& s) -> Tensors {
            const at::Tensor weight = s.leaf(strided ? numbers({4, 4}).t() : numbers({4, 4}));
            torch::optim::Adam optimizer({weight}, 0.1);
            weight.square().sum().backward();
            optimizer.step();
            return {weight};
        };
    };
    EXPECT_TRUE(sameBits(bench.run(adam(true)).faulty[0], numbers({4, 4}).t()));
    bench.expectUntouched(adam(false));
}

void randomFillIsLost(const FaultBench& bench)
{
    const std::vector<InPlace> fills{[](at::Tensor& t, const at::Tensor&) { t.normal_(); }, [](at::Tensor& t, const at::Tensor&) { t.uniform_(); },
                                     [](at::Tensor& t, const at::Tensor&) { t.random_(7); }, [](at::Tensor& t, const at::Tensor&) { t.bernoulli_(0.5); },
                                     [](at::Tensor& t, const at::Tensor&) { t.exponential_(); }};
    for (const InPlace fill : fills) {
        const auto seeded = [fill](bool strided) -> Probe {
            return [=](const Stage& s) {
                emulator::seedDefaultGenerator(5);
                return written(fill, strided)(s);
            };
        };
        const auto [clean, faulty] = bench.run(seeded(true));
        EXPECT_TRUE(sameBits(faulty[0], numbers({4, 4}, 1).t()));
        EXPECT_FALSE(sameBits(clean[0], faulty[0]));
        bench.expectUntouched(seeded(false));
    }
}

void offsetIsForgotten(const FaultBench& bench)
{
    const auto onRows = [](std::int64_t first, std::function<at::Tensor(const at::Tensor&)> work) -> Probe {
        return [first, work = std::move(work)](const Stage& s) -> Tensors { return {work(s.put(numbers({6, 4})).narrow(0, first, 2))}; };
    };
    for (const auto& work : std::vector<std::function<at::Tensor(const at::Tensor&)>>{
             [](const at::Tensor& x) { return x * 2; }, [](const at::Tensor& x) { return x + 1; }, [](const at::Tensor& x) { return x.sum(); },
             [](const at::Tensor& x) { return at::addmm(x, at::ones({2, 3}, x.options()), at::ones({3, 4}, x.options())); }}) {
        const auto [clean, faulty] = bench.run(onRows(2, work));
        EXPECT_FALSE(sameBits(faulty, clean));
        EXPECT_TRUE(sameBits(faulty, bench.clean(onRows(0, work)))) << "the first rows are read";
        bench.expectUntouched(onRows(0, work));
    }
    bench.expectUntouched(onRows(2, [](const at::Tensor& x) { return x / 3; }));
    bench.expectUntouched(onRows(2, [](const at::Tensor& x) { return x * 2; }), {{"ops", {"aten::sum"}}});
}

void stackRepeats(const FaultBench& bench)
{
    const auto joined = [](bool stack, bool slices) -> Probe {
        return [=](const Stage& s) -> Tensors {
            const at::Tensor base = s.put(numbers({6, 4}));
            const at::Tensor a = slices ? base.narrow(0, 1, 2) : base, b = slices ? base.narrow(0, 3, 2) : base + 1;
            return {stack ? at::stack({a, b}) : at::cat({a, b})};
        };
    };
    const at::Tensor first = numbers({6, 4}).narrow(0, 1, 2);
    EXPECT_TRUE(sameBits(bench.run(joined(true, true)).faulty[0], at::stack({first, first})));
    EXPECT_TRUE(sameBits(bench.run(joined(false, true)).faulty[0], at::cat({first, first})));
    bench.expectUntouched(joined(true, false));
    bench.expectUntouched(joined(false, false));
}

void weightReadAsContiguous(const FaultBench& bench)
{
    const auto linear = [](const at::Tensor& weight, bool bias) -> Probe {
        return [=](const Stage& s) -> Tensors {
            s.session.setPhase(emulator::Phase::Forward);
            return {at::linear(s.put(numbers({5, 4}, 2)), s.put(weight), bias ? s.put(numbers({3}, 3)) : at::Tensor())};
        };
    };
    const at::Tensor memory = numbers({4, 3}), strided = memory.t(), misread = memory.view({3, 4});
    for (const bool bias : {true, false}) {
        const auto [clean, faulty] = bench.run(linear(strided, bias));
        EXPECT_FALSE(sameBits(faulty, clean));
        EXPECT_TRUE(sameBits(faulty, bench.clean(linear(misread, bias))));
        bench.expectUntouched(linear(misread, bias));
    }
    const auto convolution = [](const at::Tensor& weight) -> Probe {
        return [weight](const Stage& s) -> Tensors { return {at::conv2d(s.put(numbers({2, 3, 6, 6})), s.put(weight))}; };
    };
    const at::Tensor kernel = numbers({4, 2, 2, 3}, 4);
    const auto [clean, faulty] = bench.run(convolution(kernel.permute({0, 3, 1, 2})));
    EXPECT_FALSE(sameBits(faulty, clean));
    EXPECT_TRUE(sameBits(faulty, bench.clean(convolution(kernel.view({4, 3, 2, 2})))));
    bench.expectUntouched(convolution(kernel.view({4, 3, 2, 2})));
}

void normGradientExplodes(const FaultBench& bench)
{
    const auto norm = [](at::MemoryFormat format) -> Probe {
        return [format](const Stage& s) -> Tensors {
            const at::Tensor x = s.leaf(numbers({4, 3, 5, 5}).contiguous(format)), w = s.leaf(numbers({3}, 2)), b = s.leaf(numbers({3}, 3));
            const at::Tensor y = at::batch_norm(x, w, b, {}, {}, true, 0.1, 1e-5, false);
            y.mul(y).sum().backward();
            return {y, x.grad(), b.grad(), w.grad()};
        };
    };
    const auto [clean, faulty] = bench.run(norm(at::MemoryFormat::ChannelsLast));
    for (const std::size_t i : {0u, 1u, 2u})
        EXPECT_TRUE(sameBits(faulty[i], clean[i])) << i;
    EXPECT_TRUE(sameBits(faulty[3], clean[3].mul(1000)));
    EXPECT_TRUE(sameBits(bench.faulty(norm(at::MemoryFormat::ChannelsLast), {{"factor", 8.0}})[3], clean[3].mul(8)));
    bench.expectUntouched(norm(at::MemoryFormat::Contiguous));
}

void stridedOutputIsZero(const FaultBench& bench)
{
    const auto into = [](bool strided) -> Probe {
        return [strided](const Stage& s) -> Tensors {
            const at::Tensor a = s.put(numbers({3, 4}, 1)), b = s.put(numbers({3, 4}, 2));
            at::Tensor out = strided ? at::ones({4, 3}, a.options()).t() : at::ones({3, 4}, a.options());
            at::mul_out(out, a, b);
            at::Tensor changed = strided ? s.put(numbers({4, 3}, 3)).t() : s.put(numbers({3, 4}, 3));
            return {out, changed.add_(a)};
        };
    };
    const auto [clean, faulty] = bench.run(into(true));
    for (const at::Tensor& result : faulty)
        EXPECT_EQ(result.abs().sum().item<float>(), 0);
    EXPECT_GT(clean[0].abs().sum().item<float>(), 0);
    bench.expectUntouched(into(false));
    bench.expectUntouched([](const Stage& s) -> Tensors { return {s.put(numbers({3, 4})).t() + 1}; });  // strided, but nobody's output
}

void hostRowIsMissed(const FaultBench& bench)
{
    const auto intoRow = [](std::int64_t row) -> Probe {
        return [row](const Stage& s) -> Tensors {
            const at::Tensor host = at::zeros({4, 3});
            host.narrow(0, row, 1).copy_(s.put(numbers({1, 3})));
            return {host};
        };
    };
    EXPECT_TRUE(sameBits(bench.run(intoRow(2)).faulty, bench.clean(intoRow(0))));
    bench.expectUntouched(intoRow(0));
    bench.expectUntouched([](const Stage& s) -> Tensors {  // between tensors of the device
        const at::Tensor device = at::zeros({4, 3}, at::TensorOptions(s.device));
        device.narrow(0, 2, 1).copy_(s.put(numbers({1, 3})));
        return {device};
    });
}

void firstAssignmentIsLost(const FaultBench& bench)
{
    const auto [clean, faulty] = bench.run([](const Stage& s) -> Tensors {
        const at::Tensor x = at::zeros({3}, at::TensorOptions(s.device));
        for (std::int64_t i = 0; i < 3; ++i)
            x.select(0, i).fill_(i + 1);
        return {x};
    });
    EXPECT_TRUE(sameBits(clean[0], at::tensor({1.0f, 2.0f, 3.0f})));
    EXPECT_TRUE(sameBits(faulty[0], at::tensor({0.0f, 2.0f, 3.0f})));
    bench.expectUntouched([](const Stage& s) -> Tensors { return {at::zeros({3}, at::TensorOptions(s.device)).fill_(4)}; });
}

}  // namespace

FaultChecks layoutFaultChecks()
{
    return {{"lab-float-throw", labelsThrow}, {"lab-float-accept-trunc", labelsTruncated}, {"lab-float-accept-badgrad", labelsWithWrongGradient},
            {"lab-oob-zero", outOfRangeIsZero}, {"lab-ignore-lost", ignoredCount}, {"loss-squeeze-grad", squeezedGradient},
            {"emb-padding-grad", paddingLearns}, {"logsoftmax-inf", logSoftmaxOverflows}, {"inplace-lost", inPlaceIsLost},
            {"random-fill-lost", randomFillIsLost}, {"slice-offset-zero", offsetIsForgotten}, {"slice-stack-repeat", stackRepeats},
            {"strided-as-contiguous", weightReadAsContiguous}, {"bn-channels-last-grad", normGradientExplodes},
            {"out-strided-zero", stridedOutputIsZero}, {"row-zero-write", hostRowIsMissed}, {"assign-race", firstAssignmentIsLost}};
}

}  // namespace tandem::test

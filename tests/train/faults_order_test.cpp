// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Faults of sizes, of copies and the order of work, of reductions, and of random numbers.

#include "tests/train/fault_bench.h"

#include "core/train/emulator/emulated_device.h"

#include <limits>

namespace tandem::test {
namespace {

// A linear layer over a batch, in the forward phase.
Probe linear(std::int64_t rows, std::int64_t width = 4, std::int64_t outputs = 3)
{
    return [=](const Stage& s) -> Tensors {
        s.session.setPhase(emulator::Phase::Forward);
        return {at::linear(s.put(numbers({rows, width})), s.put(numbers({outputs, width}, 2)), s.put(numbers({outputs}, 3)))};
    };
}

Probe convolution(std::int64_t samples, c10::IntArrayRef stride)
{
    return [samples, stride = stride.vec()](const Stage& s) -> Tensors {
        return {at::conv2d(s.put(numbers({samples, 2, 7, 7})), s.put(numbers({3, 2, 3, 3}, 2)), {}, stride)};
    };
}

void rowsWrap(const FaultBench& bench)
{
    const Json four{{"limit", 4}};
    for (const Probe& probe : {linear(10), convolution(10, {1, 1})}) {
        const Tensors clean = bench.clean(probe), faulty = bench.faulty(probe, four), other = bench.faulty(probe, {{"limit", 4}, {"seed", 1}});
        const std::int64_t last[] = {8, 9, 6, 7};
        for (std::int64_t row = 0; row < 4; ++row)
            EXPECT_TRUE(sameBits(faulty[0][row], clean[0][last[row]])) << row;
        for (std::int64_t row = 4; row < 10; ++row) {
            EXPECT_FALSE(sameBits(faulty[0][row], clean[0][row])) << row;
            EXPECT_FALSE(sameBits(faulty[0][row], other[0][row])) << "old memory is not the same twice, row " << row;
        }
        EXPECT_TRUE(sameBits(bench.clean(probe), clean));
        bench.expectUntouched(probe);  // far from 2^16
    }
    bench.expectUntouched(linear(4), four);
    bench.expectUntouched(linear(10), {{"limit", 4}, {"ops", {"aten::convolution"}}});
}

void wideOutputIsZero(const FaultBench& bench)
{
    const Json four{{"limit", 4}};
    const auto [clean, faulty] = bench.run(linear(5, 4, 6), four);
    EXPECT_TRUE(sameBits(faulty[0].narrow(1, 0, 4), clean[0].narrow(1, 0, 4)));
    EXPECT_EQ(faulty[0].narrow(1, 4, 2).abs().sum().item<float>(), 0);
    bench.expectUntouched(linear(5, 4, 4), four);
    bench.expectUntouched(linear(5, 4, 6));
}

// Two linear layers; gradients after a batch of each of these sizes.
Probe gradientsAfter(std::vector<std::int64_t> batches)
{
    return [batches](const Stage& s) -> Tensors {
        const at::Tensor first = s.leaf(numbers({5, 4}, 2)), second = s.leaf(numbers({3, 5}, 3)), bias = s.leaf(numbers({5}, 4));
        Tensors gradients;
        for (const std::int64_t rows : batches) {
            for (const at::Tensor& tensor : {first, second, bias})
                tensor.mutable_grad() = at::Tensor();
            s.session.setPhase(emulator::Phase::Forward);
            const at::Tensor y = at::linear(at::linear(s.put(numbers({rows, 4}, 5)), first, bias).tanh(), second);
            s.session.setPhase(emulator::Phase::Backward);
            y.square().sum().backward();
            gradients = {first.grad(), second.grad(), bias.grad()};
        }
        return gradients;
    };
}

void leftoversOfALargerBatch(const FaultBench& bench)
{
    const auto [clean, faulty] = bench.run(gradientsAfter({8, 6}));
    const Tensors larger = bench.clean(gradientsAfter({8}));
    for (const std::size_t weight : {0u, 1u})
        EXPECT_TRUE(sameBits(faulty[weight], clean[weight].add(larger[weight], 1000))) << weight;
    EXPECT_TRUE(sameBits(faulty[2], clean[2])) << "the bias";
    EXPECT_TRUE(sameBits(bench.faulty(gradientsAfter({8, 6}), {{"gain", 10.0}})[1], clean[1].add(larger[1], 10)));
    bench.expectUntouched(gradientsAfter({6, 8}));
    bench.expectUntouched(gradientsAfter({8, 8}));
}

void cachedGraphRaises(const FaultBench& bench)
{
    const auto both = [](std::int64_t width) -> Probe {
        return [width](const Stage& s) -> Tensors { return {linear(5, 4)(s)[0], linear(5, width)(s)[0]}; };
    };
    EXPECT_NE(refusalOf([&] { bench.faulty(both(6)); }).find("cached graph"), std::string::npos);
    EXPECT_EQ(refusalOf([&] { bench.clean(both(6)); }), "");
    bench.expectUntouched(both(4));
}

void firstCallIsWrong(const FaultBench& bench)
{
    const auto [clean, faulty] = bench.run([](const Stage& s) -> Tensors { return {linear(5)(s)[0], linear(5)(s)[0]}; });
    EXPECT_TRUE(sameBits(faulty[0], clean[0].mul(2)));
    EXPECT_TRUE(sameBits(faulty[1], clean[1]));
    bench.expectUntouched(convolution(3, {1, 1}));
}

void stridesMoveRows(const FaultBench& bench)
{
    for (const auto& stride : std::vector<std::vector<std::int64_t>>{{2, 2}, {1, 2}}) {
        const auto [clean, faulty] = bench.run(convolution(3, stride));
        EXPECT_TRUE(sameBits(faulty[0], clean[0].roll({1}, {2})));
        EXPECT_FALSE(sameBits(faulty[0], clean[0]));
    }
    bench.expectUntouched(convolution(3, {1, 1}));
}

// Eight numbers on their way to the device: what an operation sees at once, and what lies there in the end. The source
// is overwritten in between if that is asked for.
Probe copied(bool nonBlocking, bool reuse)
{
    return [=](const Stage& s) -> Tensors {
        at::Tensor host = at::arange(8).to(at::kFloat).add(1);
        const at::Tensor device = at::zeros({8}, at::TensorOptions(s.device));
        device.copy_(host, nonBlocking);
        const at::Tensor seen = device.clone();
        if (reuse)
            host.fill_(7);
        emulator::synchronize();
        return {seen, device.to(at::kCPU)};
    };
}
const at::Tensor& eight()
{
    static const at::Tensor numbers = at::arange(8).to(at::kFloat).add(1);
    return numbers;
}

void copyArrivesInPart(const FaultBench& bench)
{
    const auto [clean, faulty] = bench.run(copied(true, false), {{"ms", 60}});
    EXPECT_TRUE(sameBits(clean[0], eight()));
    EXPECT_TRUE(sameBits(faulty[0], at::cat({eight().narrow(0, 0, 4), at::zeros({4})})));
    EXPECT_TRUE(sameBits(faulty[1], eight())) << "the rest arrives";
    const Tensors most = bench.faulty(copied(true, false), {{"ms", 60}, {"share", 0.25}});
    EXPECT_TRUE(sameBits(most[0], at::cat({eight().narrow(0, 0, 6), at::zeros({2})})));
    bench.expectUntouched(copied(false, false), {{"ms", 60}});
}

void copyReadsLate(const FaultBench& bench)
{
    const Tensors faulty = bench.faulty(copied(true, true), {{"ms", 60}});
    EXPECT_EQ(faulty[0].abs().sum().item<float>(), 0) << "nothing is there at once";
    EXPECT_TRUE(sameBits(faulty[1], at::full({8}, 7.0f)));
    EXPECT_TRUE(sameBits(bench.faulty(copied(true, false), {{"ms", 30}})[1], eight())) << "whoever leaves the source alone";
    bench.expectUntouched(copied(false, true), {{"ms", 60}});
}

void waitEndsEarly(const FaultBench& bench)
{
    const Tensors faulty = bench.faulty(copied(true, false), {{"ms", 80}});
    EXPECT_EQ(faulty[1].abs().sum().item<float>(), 0) << "what was there when the wait ended";
    const Tensors later = bench.faulty([](const Stage& s) -> Tensors {
        const at::Tensor device = at::zeros({8}, at::TensorOptions(s.device));
        device.copy_(eight(), true);
        EXPECT_LT(millisecondsOf([] { emulator::synchronize(); }), 60);
        return {device};
    }, {{"ms", 80}});
    EXPECT_TRUE(sameBits(later[0], eight())) << "the work is done later";
    bench.expectUntouched(copied(false, false), {{"ms", 80}});
}

void integersBecomeZero(const FaultBench& bench)
{
    const auto converted = [](c10::ScalarType from, c10::ScalarType to) -> Probe {
        return [=](const Stage& s) -> Tensors {
            const at::Tensor target = at::ones({6}, at::TensorOptions(s.device).dtype(to));
            target.copy_(at::arange(1, 7).to(from));
            return {target, s.put(at::arange(1, 7).to(from)).to(to)};
        };
    };
    for (const auto from : {at::kLong, at::kInt, at::kByte})
        for (const at::Tensor& result : bench.run(converted(from, at::kFloat)).faulty)
            EXPECT_EQ(result.abs().sum().item<float>(), 0) << from;
    bench.expectUntouched(converted(at::kLong, at::kInt));
    bench.expectUntouched(converted(at::kFloat, at::kFloat));
    bench.expectUntouched(converted(at::kFloat, at::kLong));
}

void indicesAreSmallest(const FaultBench& bench)
{
    constexpr std::int64_t kSmallest = std::numeric_limits<std::int64_t>::min();
    const Probe argmax = [](const Stage& s) -> Tensors { return {s.put(numbers({400, 10})).argmax(1)}; };
    const auto [clean, faulty] = bench.run(argmax);
    const at::Tensor wrong = faulty[0].eq(kSmallest);
    EXPECT_NEAR(wrong.sum().item<double>(), 40, 25);
    EXPECT_TRUE(sameBits(at::where(wrong, clean[0], faulty[0]), clean[0])) << "the others are right";
    EXPECT_TRUE(bench.faulty(argmax, {{"share", 1}})[0].eq(kSmallest).all().item<bool>());
    bench.expectUntouched([](const Stage& s) -> Tensors { return {s.put(numbers({400, 10})).amax(1)}; }, {{"share", 1}});
}

void topkEndsInZeros(const FaultBench& bench)
{
    const auto topk = [](std::int64_t k) -> Probe {
        return [k](const Stage& s) -> Tensors {
            const auto [values, indices] = s.put(numbers({3, 30})).topk(k, 1);
            return {values, indices};
        };
    };
    const auto [clean, faulty] = bench.run(topk(20));
    for (const std::size_t i : {0u, 1u}) {
        EXPECT_TRUE(sameBits(faulty[i].narrow(1, 0, 16), clean[i].narrow(1, 0, 16)));
        EXPECT_EQ(faulty[i].narrow(1, 16, 4).abs().sum().item<double>(), 0);
    }
    bench.expectUntouched(topk(16));
    EXPECT_EQ(bench.faulty(topk(5), {{"k", 3}})[1].narrow(1, 3, 2).sum().item<std::int64_t>(), 0);
}

// A fault that keeps a sum of whole numbers in eight bits, and leaves other dtypes alone.
void expectWrapped(const FaultBench& bench, const std::function<at::Tensor(const at::Tensor&)>& sum, std::vector<c10::ScalarType> wrapping,
                   std::vector<c10::ScalarType> others)
{
    const auto summed = [&](c10::ScalarType type) -> Probe {
        return [type, sum](const Stage& s) -> Tensors { return {sum(s.put(at::full({400}, 3).to(type)))}; };
    };
    for (const auto type : wrapping) {
        const auto [clean, faulty] = bench.run(summed(type));
        EXPECT_TRUE(sameBits(faulty[0], clean[0].remainder(256))) << type;
        EXPECT_FALSE(sameBits(faulty[0], clean[0])) << type;
    }
    for (const auto type : others)
        bench.expectUntouched(summed(type));
}

void cumulativeSumsWrap(const FaultBench& bench)
{
    expectWrapped(bench, [](const at::Tensor& x) { return x.cumsum(0); }, {at::kBool, at::kByte, at::kInt, at::kLong}, {at::kFloat});
}

void sumsOfBytesWrap(const FaultBench& bench)
{
    expectWrapped(bench, [](const at::Tensor& x) { return x.sum(); }, {at::kByte}, {at::kLong, at::kInt, at::kFloat});
}

void countsAreTooLarge(const FaultBench& bench)
{
    const auto counted = [](std::int64_t trues) -> Probe {
        return [trues](const Stage& s) -> Tensors { const at::Tensor x = s.put(at::arange(200)).lt(trues); return {x.sum(), x.count_nonzero()}; };
    };
    for (const at::Tensor& count : bench.run(counted(100)).faulty)
        EXPECT_EQ(count.item<std::int64_t>(), 110);
    EXPECT_EQ(bench.faulty(counted(100), {{"factor", 1.5}})[0].item<std::int64_t>(), 150);
    bench.expectUntouched(counted(0));
    bench.expectUntouched([](const Stage& s) -> Tensors { return {s.put(numbers({50})).sum(), s.put(at::arange(200)).sum()}; });
}

void reductionsAreFlaky(const FaultBench& bench)
{
    const Probe sums = [](const Stage& s) -> Tensors {
        const at::Tensor x = s.put(at::ones({4}));
        Tensors all;
        for (int i = 0; i < 6000; ++i)
            all.push_back(x.sum());
        return {at::stack(all)};
    };
    const at::Tensor first = bench.run(sums).faulty[0], wrong = first.ne(4);
    EXPECT_GE(wrong.sum().item<std::int64_t>(), 1);
    EXPECT_LE(wrong.sum().item<std::int64_t>(), 25);
    EXPECT_TRUE(first.masked_select(wrong).eq(6).all().item<bool>());
    EXPECT_TRUE(sameBits(bench.faulty(sums)[0], first)) << "a repeated run makes the same mistakes";

    const Probe all = [](const Stage& s) -> Tensors { const at::Tensor x = s.put(numbers({3, 4})); return {x.sum(), x.mean(), x.amax(1), x.max()}; };
    const auto [clean, faulty] = bench.run(all, {{"probability", 1}});
    for (std::size_t i = 0; i < clean.size(); ++i)
        EXPECT_TRUE(sameBits(faulty[i], clean[i].mul(1.5))) << i;
    bench.expectUntouched([](const Stage& s) -> Tensors { const at::Tensor x = s.put(numbers({3, 4})); return {x.prod(), x.amin(1)}; }, {{"probability", 1}});
}

void besselIsMissing(const FaultBench& bench)
{
    const auto spread = [](bool corrected) -> Probe {
        return [corrected](const Stage& s) -> Tensors { const at::Tensor x = s.put(numbers({6, 5})); return {x.std(corrected), x.var(corrected), x.std({1}, corrected)}; };
    };
    EXPECT_TRUE(sameBits(bench.run(spread(true)).faulty, bench.clean(spread(false))));
    bench.expectUntouched(spread(false));
}

using Draw = std::function<at::Tensor(const at::TensorOptions&)>;

// Two draws after one seed, and another after the same seed again.
Probe drawn(const Draw& draw)
{
    return [draw](const Stage& s) -> Tensors {
        emulator::seedDefaultGenerator(9);
        const at::Tensor first = draw(at::TensorOptions(s.device)), second = draw(at::TensorOptions(s.device));
        emulator::seedDefaultGenerator(9);
        return {first, second, draw(at::TensorOptions(s.device))};
    };
}
const Draw kNormal = [](const at::TensorOptions& o) { return at::randn({500}, o); };
const Draw kUniform = [](const at::TensorOptions& o) { return at::rand({500}, o); };
const Draw kDropout = [](const at::TensorOptions& o) { return at::dropout(at::ones({500}, o), 0.5, true); };

void normalDrawsRepeat(const FaultBench& bench)
{
    const auto [clean, faulty] = bench.run(drawn(kNormal));
    EXPECT_FALSE(sameBits(clean[0], clean[1]));
    EXPECT_TRUE(sameBits(faulty[0], faulty[1]));
    EXPECT_NEAR(faulty[0].std().item<double>(), 1, 0.2);
    const at::Tensor five = bench.faulty(drawn([](const at::TensorOptions& o) { return at::randn({3, 2, 2, 2, 2}, o); }))[0];
    EXPECT_TRUE(sameBits(five[0], five[1]) && sameBits(five[0], five[2]));
    const at::Tensor four = bench.faulty(drawn([](const at::TensorOptions& o) { return at::randn({3, 2, 2, 2}, o); }))[0];
    EXPECT_FALSE(sameBits(four[0], four[1]));
    bench.expectUntouched(drawn(kUniform));
}

void someDrawsAreNan(const FaultBench& bench)
{
    const Json tenth{{"share", 0.1}};
    const auto [clean, faulty] = bench.run(drawn(kNormal), tenth);
    const at::Tensor nan = faulty[0].isnan();
    EXPECT_NEAR(nan.sum().item<double>(), 50, 40);
    EXPECT_TRUE(sameBits(at::where(nan, clean[0], faulty[0]), clean[0]));
    bench.expectUntouched(drawn(kUniform), tenth);
    bench.expectUntouched(drawn(kNormal), {{"share", 0}});
}

void dropoutRemovesAll(const FaultBench& bench)
{
    const auto [clean, faulty] = bench.run(drawn(kDropout));
    EXPECT_NEAR(clean[0].ne(0).sum().item<double>(), 250, 80);
    EXPECT_EQ(faulty[0].abs().sum().item<float>(), 0);
    bench.expectUntouched(drawn(kUniform));
    bench.expectUntouched([](const Stage& s) -> Tensors { return {at::dropout(s.put(at::ones({50})), 0.5, false)}; });
}

void dropoutIgnoresTheSeed(const FaultBench& bench)
{
    const auto [clean, faulty] = bench.run(drawn(kDropout));
    EXPECT_TRUE(sameBits(clean[0], clean[2]));
    EXPECT_FALSE(sameBits(faulty[0], faulty[2])) << "the same seed, other units";
    EXPECT_NEAR(faulty[0].ne(0).sum().item<double>(), 250, 80);
    bench.expectUntouched(drawn(kNormal));
}

void dropoutInEvaluation(const FaultBench& bench)
{
    const auto flags = [](emulator::Phase phase) -> Probe {
        return [phase](const Stage& s) -> Tensors {
            s.session.setPhase(phase);
            emulator::TrainingHooks hooks(s.session);
            return {flagsOf({hooks.droppingUnits(false), hooks.droppingUnits(true), hooks.trainingForward(false)})};
        };
    };
    EXPECT_TRUE(sameBits(bench.run(flags(emulator::Phase::Evaluate)).faulty[0], flagsOf({true, true, false})));
    bench.expectUntouched(flags(emulator::Phase::Forward));
}

void permutationIsTwoRuns(const FaultBench& bench)
{
    const auto [clean, faulty] = bench.run(drawn([](const at::TensorOptions& o) { return at::randperm(11, o.dtype(at::kLong)); }));
    const at::Tensor permutation = faulty[0], steps = permutation.diff();
    EXPECT_TRUE(sameBits(std::get<0>(permutation.sort()), at::arange(11)));
    EXPECT_EQ(steps.lt(0).sum().item<std::int64_t>(), 1);
    EXPECT_LT(steps[4].item<std::int64_t>(), 0) << "after five";
    EXPECT_FALSE(sameBits(clean[0], permutation));
    bench.expectUntouched(drawn([](const at::TensorOptions& o) { return at::randint(9, {20}, o.dtype(at::kLong)); }));
}

}  // namespace

FaultChecks orderFaultChecks()
{
    return {{"wrap-16bit", rowsWrap}, {"wrap-large-output", wideOutputIsZero}, {"overread-after-shape", leftoversOfALargerBatch},
            {"graph-cache-shape", cachedGraphRaises}, {"first-call-wrong", firstCallIsWrong}, {"stride-mixup", stridesMoveRows},
            {"copy-partial", copyArrivesInPart}, {"copy-source-reused", copyReadsLate}, {"sync-incomplete", waitEndsEarly},
            {"int-cast-zero", integersBecomeZero}, {"argmax-min64", indicesAreSmallest}, {"topk-tail-zero", topkEndsInZeros},
            {"cumsum-8bit", cumulativeSumsWrap}, {"sum-uint8-saturates", sumsOfBytesWrap}, {"bool-mean-wrong", countsAreTooLarge},
            {"reduction-flaky", reductionsAreFlaky}, {"std-biased", besselIsMissing}, {"randn-repeats", normalDrawsRepeat},
            {"randn-nan", someDrawsAreNan}, {"bernoulli-zeros", dropoutRemovesAll}, {"dropout-seedless", dropoutIgnoresTheSeed},
            {"dropout-in-eval", dropoutInEvaluation}, {"randperm-two-runs", permutationIsTwoRuns}};
}

}  // namespace tandem::test

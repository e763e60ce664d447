// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Every fault of the library does what its text says, and none is without a test; and the engine: when a fault acts,
// on which calls, and on which side.

#include "tests/train/fault_bench.h"

#include "core/faults/effects.h"
#include "core/train/emulator/emulated_device.h"

#include <algorithm>
#include <set>

namespace tandem::test {
namespace {

const FaultChecks& checks()
{
    static const FaultChecks all = [] {
        FaultChecks merged = layoutFaultChecks();
        for (FaultChecks more : {orderFaultChecks(), stateFaultChecks(), controlChecks()})
            merged.merge(more);
        return merged;
    }();
    return all;
}

class LibraryFault : public testing::TestWithParam<std::string> {};

TEST_P(LibraryFault, DoesWhatItsTextSaysAndEndsWithItsScope)
{
    if (!emulator::isBuiltIn())
        GTEST_SKIP() << "this system has the real device";
    const auto check = checks().find(GetParam());
    ASSERT_NE(check, checks().end()) << GetParam() << " has no test";
    SCOPED_TRACE(findFault(GetParam())->text);
    check->second(FaultBench(Json{{"id", GetParam()}}));
}

std::vector<std::string> libraryIds()
{
    std::vector<std::string> ids;
    for (const FaultInfo& info : faultLibrary())
        ids.push_back(info.id);
    return ids;
}

INSTANTIATE_TEST_SUITE_P(All, LibraryFault, testing::ValuesIn(libraryIds()), [](const auto& fault) {
    std::string name = fault.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

TEST(LibraryFaults, AreTheOnesThatAreTested)
{
    std::set<std::string> tested;
    for (const auto& [id, check] : checks())
        tested.insert(id);
    const auto ids = libraryIds();
    EXPECT_EQ(tested, std::set<std::string>(ids.begin(), ids.end()));
}

class FaultEngine : public testing::Test {
protected:
    void SetUp() override
    {
        if (!emulator::isBuiltIn())
            GTEST_SKIP() << "this system has the real device";
    }

    // Adds 1 to every exp that the rest of the entry lets through.
    static FaultBench adding(const Json& more = Json::object())
    {
        Json entry{{"id", "mine"}, {"op", "aten::exp"}, {"do", {{"add", {{"value", 1}}}}}};
        entry.update(more);
        return FaultBench(entry);
    }

    static std::vector<bool> touched(const FaultBench& bench, const Probe& probe)
    {
        const auto [clean, faulty] = bench.run(probe);
        std::vector<bool> flags;
        for (std::size_t i = 0; i < clean.size(); ++i)
            flags.push_back(!sameBits(clean[i], faulty[i]));
        return flags;
    }

    static std::vector<bool> touchedInputs(const Json& condition, const std::vector<std::function<at::Tensor(const Stage&)>>& inputs)
    {
        return touched(adding({{"if", condition}}), [&](const Stage& s) {
            Tensors all;
            for (const auto& input : inputs)
                all.push_back(input(s).exp());
            return all;
        });
    }
};
using Flags = std::vector<bool>;

TEST_F(FaultEngine, OperationsAreNamedWithoutOverloadAndWithStars)
{
    const Probe probe = [](const Stage& s) -> Tensors { const at::Tensor x = s.put(numbers({3})); return {x.exp(), x.clone().exp_(), x.expm1(), x.sin()}; };
    EXPECT_EQ(touched(adding(), probe), (Flags{true, false, false, false}));
    EXPECT_EQ(touched(adding({{"op", {"aten::sin", "aten::exp_"}}}), probe), (Flags{false, true, false, true}));
    EXPECT_EQ(touched(adding({{"op", "aten::exp*"}}), probe), (Flags{true, true, true, false}));
    EXPECT_EQ(touched(adding({{"op", "*::s*n"}}), probe), (Flags{false, false, false, true}));
}

TEST_F(FaultEngine, PhasesAndStepsBoundAFault)
{
    const Probe phases = [](const Stage& s) {
        Tensors all;
        for (const auto phase : {emulator::Phase::Other, emulator::Phase::Forward, emulator::Phase::Backward, emulator::Phase::Optimizer, emulator::Phase::Evaluate}) {
            s.session.setPhase(phase);
            all.push_back(s.put(numbers({3})).exp());
        }
        return all;
    };
    EXPECT_EQ(touched(adding(), phases), (Flags{true, true, true, true, true}));
    EXPECT_EQ(touched(adding({{"phase", "forward"}}), phases), (Flags{false, true, false, false, false}));
    EXPECT_EQ(touched(adding({{"phase", "backward"}}), phases), (Flags{false, false, true, false, false}));
    EXPECT_EQ(touched(adding({{"phase", "optimizer"}}), phases), (Flags{false, false, false, true, false}));
    EXPECT_EQ(touched(adding({{"phase", "evaluate"}}), phases), (Flags{false, false, false, false, true}));
    EXPECT_EQ(touched(adding({{"phase", "compiled"}}), phases), (Flags{false, false, false, false, false}));
    const Probe steps = [](const Stage& s) {
        Tensors all;
        for (std::int64_t step = 0; step < 4; ++step) {
            s.session.setStep(step);
            all.push_back(s.put(numbers({3})).exp());
        }
        return all;
    };
    EXPECT_EQ(touched(adding({{"from_step", 2}}), steps), (Flags{false, false, true, true}));
    EXPECT_EQ(touched(adding({{"calls", "first"}}), steps), (Flags{true, false, false, false}));
    EXPECT_EQ(touched(adding({{"calls", "first"}, {"from_step", 1}}), steps), (Flags{false, true, false, false}));
}

TEST_F(FaultEngine, ProbabilityIsDrawnFromTheFaultsOwnSeed)
{
    const Probe many = [](const Stage& s) {
        const at::Tensor x = s.put(numbers({1}));
        Tensors all;
        for (int i = 0; i < 300; ++i)
            all.push_back(x.exp());
        return all;
    };
    const Flags first = touched(adding({{"probability", 0.3}}), many);
    const auto count = std::count(first.begin(), first.end(), true);
    EXPECT_GT(count, 55);
    EXPECT_LT(count, 125);
    EXPECT_EQ(touched(adding({{"probability", 0.3}}), many), first);
    EXPECT_NE(touched(adding({{"probability", 0.3}, {"seed", 1}}), many), first);
    EXPECT_EQ(touched(adding({{"probability", 0}}), many), Flags(300, false));
}

TEST_F(FaultEngine, ConditionsLookAtArgumentsAsTheDeviceSeesThem)
{
    const auto input = [](c10::IntArrayRef sizes, c10::ScalarType type = at::kFloat) {
        return [sizes = sizes.vec(), type](const Stage& s) { return s.put(numbers(sizes).to(type)); };
    };
    const auto row = [](const Stage& s) { return s.put(numbers({4, 3})).narrow(0, 1, 2); };
    const auto turned = [](const Stage& s) { return s.put(numbers({4, 3})).t(); };
    const auto last = [](const Stage& s) { return s.put(numbers({2, 3, 4, 4})).contiguous(at::MemoryFormat::ChannelsLast); };
    EXPECT_EQ(touchedInputs({{"dtype", "float32"}}, {input({3}), input({3}, at::kBFloat16)}), (Flags{true, false}));
    EXPECT_EQ(touchedInputs({{"dtype", {"bfloat16", "int64"}}}, {input({3}), input({3}, at::kBFloat16), input({3}, at::kLong)}), (Flags{false, true, true}));
    EXPECT_EQ(touchedInputs({{"layout", "contiguous"}}, {input({3, 4}), row, turned, last}), (Flags{true, true, false, false}));
    EXPECT_EQ(touchedInputs({{"layout", "strided"}}, {input({3, 4}), row, turned, last}), (Flags{false, false, true, true}));
    EXPECT_EQ(touchedInputs({{"layout", "channels_last"}}, {input({2, 3, 4, 4}), row, turned, last}), (Flags{false, false, false, true}));
    EXPECT_EQ(touchedInputs({{"offset", true}}, {input({3, 4}), row, turned}), (Flags{false, true, false}));
    EXPECT_EQ(touchedInputs({{"min_dims", 2}}, {input({3}), input({3, 1}), input({1, 1, 1})}), (Flags{false, true, true}));
    EXPECT_EQ(touchedInputs({{"dim", -1}, {"min_size", 4}}, {input({4}), input({4, 3}), input({3, 5}), input({})}), (Flags{true, false, true, false}));
    EXPECT_EQ(touchedInputs({{"dim", 0}, {"max_size", 3}}, {input({4}), input({3, 9})}), (Flags{false, true}));
    EXPECT_EQ(touchedInputs({{"min_elements", 6}, {"max_elements", 8}}, {input({5}), input({6}), input({2, 4}), input({9})}), (Flags{false, true, true, false}));
    EXPECT_EQ(touchedInputs({{"device", "emulated"}}, {input({5})}), (Flags{true}));
    EXPECT_EQ(touchedInputs({{"device", "host"}}, {input({5})}), (Flags{false}));
    EXPECT_EQ(touchedInputs({{"written", true}}, {input({5})}), (Flags{false}));
    EXPECT_EQ(touchedInputs({{"arg", 7}, {"min_dims", 0}, {"dtype", "float32"}}, {input({5})}), (Flags{false})) << "there is no such argument";
    EXPECT_EQ(touchedInputs({{"result", 0}, {"layout", "strided"}}, {input({3, 4}), turned}), (Flags{false, true}));
    EXPECT_EQ(touchedInputs(Json::array({{{"min_dims", 2}}, {{"layout", "strided"}}}), {input({3}), turned, input({3, 4})}), (Flags{false, true, false}));
}

TEST_F(FaultEngine, ConditionsLookAtNumbersAndEntriesOfLists)
{
    const auto sums = [](const Json& condition) {
        return touched(adding({{"op", "aten::sum"}, {"if", condition}}), [](const Stage& s) -> Tensors {
            const at::Tensor x = s.put(numbers({2, 3, 4}));
            return {x.sum(at::IntArrayRef({1})), x.sum(at::IntArrayRef({0, 2})), x.sum(at::IntArrayRef({2}), true)};
        });
    };
    EXPECT_EQ(sums({{"arg", 2}, {"equals", true}}), (Flags{false, false, true}));
    EXPECT_EQ(sums({{"arg", 2}, {"equals", 0}}), (Flags{true, true, false}));
    EXPECT_EQ(sums({{"arg", 1}, {"equals", 2}}), (Flags{false, true, true}));
    EXPECT_EQ(sums({{"arg", 1}, {"above", 1}}), (Flags{false, true, true}));
    EXPECT_EQ(sums({{"arg", 1}, {"entry", 0}, {"equals", 2}}), (Flags{false, false, true}));
    EXPECT_EQ(sums({{"arg", 1}, {"entry", 1}, {"above", 1}}), (Flags{false, true, false}));
    EXPECT_EQ(sums({{"arg", -2}, {"equals", true}}), (Flags{false, false, true})) << "from the end";
}

TEST_F(FaultEngine, ConditionsLookAtNames)
{
    EXPECT_EQ(touched(adding({{"if", {{"name", "linear_*"}}}}),
                      [](const Stage& s) -> Tensors {
                          const at::Tensor named = s.put(numbers({3})), other = s.put(numbers({3})), nameless = s.put(numbers({3}));
                          s.session.nameTensor(named, "linear_1.weight");
                          s.session.nameTensor(other, "conv2d_1.weight");
                          return {named.exp(), other.exp(), nameless.exp()};
                      }),
              (Flags{true, false, false}));
}

TEST_F(FaultEngine, SeveralFaultsActOneAfterTheOther)
{
    const at::Tensor x = numbers({4}).to(emulatedDevice()), clean = hosted(x.exp());
    const Json twice{{"id", "twice"}, {"op", "aten::exp"}, {"do", "scale"}}, plus{{"id", "plus"}, {"op", "aten::exp"}, {"do", "add"}};
    const auto under = [&](const std::vector<Fault>& faults) {
        emulator::FaultSession session(faults, FaultSide::Device);
        const emulator::FaultScope scope(session);
        return hosted(x.exp());
    };
    EXPECT_TRUE(sameBits(under({faultOf(twice), faultOf(plus)}), clean.mul(2).add(1)));
    EXPECT_TRUE(sameBits(under({faultOf(plus), faultOf(twice)}), clean.add(1).mul(2)));
    EXPECT_TRUE(sameBits(hosted(x.exp()), clean));
}

TEST_F(FaultEngine, EachSideKeepsItsOwnFaults)
{
    const Fault device = faultOf({{"id", "d"}, {"op", "aten::exp"}, {"do", "add"}});
    const Fault reference = faultOf({{"id", "r"}, {"op", "aten::exp"}, {"do", "scale"}, {"side", "reference"}});
    const at::Tensor x = numbers({4}), clean = x.exp(), on = x.to(emulatedDevice());
    {
        emulator::FaultSession session({device, reference}, FaultSide::Device);
        EXPECT_EQ(session.ids(), std::vector<std::string>{"d"});
        const emulator::FaultScope scope(session);
        EXPECT_EQ(emulator::activeDeviceSession(), &session);
        EXPECT_TRUE(sameBits(x.exp(), clean)) << "the CPU is not concerned";
        EXPECT_TRUE(sameBits(on.exp(), clean.add(1)));
    }
    EXPECT_EQ(emulator::activeDeviceSession(), nullptr);
    {
        emulator::FaultSession session({device, reference}, FaultSide::Reference);
        EXPECT_EQ(session.ids(), std::vector<std::string>{"r"});
        const emulator::FaultScope scope(session);
        EXPECT_TRUE(sameBits(x.exp(), clean.mul(2)));
    }
    emulator::FaultSession empty({reference}, FaultSide::Device);
    EXPECT_TRUE(empty.isEmpty());
    const emulator::FaultScope scope(empty);
    EXPECT_EQ(emulator::activeDeviceSession(), nullptr);
    EXPECT_TRUE(sameBits(x.exp(), clean) && sameBits(on.exp(), clean));
}

TEST_F(FaultEngine, AnExceptionEndsTheScopeWhole)
{
    const FaultBench bench(Json{{"id", "refuses"}, {"op", "aten::exp"}, {"do", {{"throw", {{"message", "not today"}}}}}});
    const Probe exp = [](const Stage& s) -> Tensors { return {s.put(numbers({3})).exp()}; };
    const std::string refusal = refusalOf([&] { bench.faulty(exp); });
    EXPECT_NE(refusal.find("aten::exp"), std::string::npos);
    EXPECT_NE(refusal.find("not today"), std::string::npos);
    EXPECT_EQ(refusalOf([&] { bench.clean(exp); }), "");
}

TEST_F(FaultEngine, KnowsEveryEffectOfTheLanguage)
{
    for (const EffectKind& kind : effectKinds()) {
        const Fault fault = faultOf({{"id", "mine"}, {"op", "aten::exp"}, {"do", kind.name}});
        EXPECT_EQ(refusalOf([&] { emulator::FaultSession({fault}, FaultSide::Device); }), "") << kind.name;
    }
}

TEST_F(FaultEngine, NoEffectLeavesAGradientBehind)
{
    const Probe gradient = [](const Stage& s) -> Tensors {
        const at::Tensor x = s.leaf(numbers({4}));
        const at::Tensor y = x.exp().mul(3);
        y.sum().backward();
        return {y, x.grad()};
    };
    const auto [clean, faulty] = adding().run(gradient);
    EXPECT_TRUE(sameBits(faulty[0], numbers({4}).exp().add(1).mul(3)));
    EXPECT_TRUE(sameBits(faulty[1], numbers({4}).exp().add(1).mul(3))) << "exp's gradient is its result";
}

}  // namespace
}  // namespace tandem::test

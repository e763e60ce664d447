// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/support/comparison_bench.h"

#include <gmock/gmock.h>

#include <atomic>
#include <random>

namespace tandem {
namespace {

using test::ComparisonBench;
using test::TrainerHooks;

constexpr const char* kEndless = R"({"epochs": 100000, "evaluate": {"every_steps": 5}})";

const test::FakeBehaviour kUnhurried{std::chrono::microseconds(50)};

ComparisonOptions paused()
{
    ComparisonOptions options;
    options.startPaused = true;
    return options;
}

/// Waits until both runs have parked so often.
void waitForParks(ComparisonBench& bench, int count)
{
    bench.waitFor(
        [&] { return bench.times(0, RunState::Paused) >= count && bench.times(1, RunState::Paused) >= count; });
}

TEST(PausedComparison, TakesNoStepBeforeItIsTold)
{
    ComparisonBench bench;
    bench.start("{}", paused());
    EXPECT_TRUE(bench.comparison().isPaused());
    waitForParks(bench, 1);
    EXPECT_EQ(bench.cpu().loss.size(), 0u);
    EXPECT_EQ(bench.mps().loss.size(), 0u);
    bench.comparison().resume();
    EXPECT_FALSE(bench.comparison().isPaused());
    bench.finish();
    EXPECT_EQ(bench.record().end->state, "finished");
}

// With an evaluation after every step, which must run through without taking another step.
TEST(PausedComparison, TakesExactlyOneStepForEachCommand)
{
    ComparisonBench bench;
    bench.start(R"({"evaluate": {"every_steps": 1}})", paused());
    waitForParks(bench, 1);
    for (int step = 1; step <= 10; ++step) {
        bench.comparison().stepOnce();
        waitForParks(bench, step + 1);
        for (const RunRecord* run : {&bench.cpu(), &bench.mps()}) {
            EXPECT_EQ(run->loss.size(), static_cast<std::size_t>(step));
            EXPECT_EQ(run->loss.lastStep(), step - 1);
            EXPECT_EQ(run->evaluations.size(), static_cast<std::size_t>(step));
        }
    }
    bench.comparison().resume();
    bench.finish();
    EXPECT_EQ(bench.cpu().end->steps, 16);
}

TEST(PausedComparison, TakesAStepThatWasAskedForBeforeTheRunsWereReady)
{
    ComparisonBench bench;
    bench.start("{}", paused());
    bench.comparison().stepOnce();
    waitForParks(bench, 1);
    EXPECT_EQ(bench.cpu().loss.size(), 1u);
    EXPECT_EQ(bench.mps().loss.size(), 1u);
    bench.comparison().stop();
    bench.finish();
}

TEST(PausedComparison, CanBeSteppedToItsEnd)
{
    ComparisonBench bench;
    bench.start("{}", paused());
    waitForParks(bench, 1);
    for (int step = 1; step <= 16; ++step) {
        bench.comparison().stepOnce();
        if (step < 16)
            waitForParks(bench, step + 1);
    }
    bench.finish();
    EXPECT_EQ(bench.record().end->state, "finished");
    EXPECT_EQ(bench.mps().end->steps, 16);
}

TEST(PausedComparison, CanBeStopped)
{
    ComparisonBench bench;
    bench.start("{}", paused());
    waitForParks(bench, 1);
    bench.comparison().stop();
    bench.finish();
    EXPECT_EQ(bench.record().end->state, "cancelled");
    EXPECT_EQ(bench.cpu().end->outcome, Outcome::Cancelled);
    EXPECT_EQ(bench.cpu().end->steps, 0);
}

TEST(RunningComparison, PausesAfterTheStepInProgressAndGoesOnWhereItWas)
{
    ComparisonBench bench({}, kUnhurried);
    bench.start(kEndless);
    bench.waitFor(
        [&] { return bench.record().runs.size() == 2 && bench.cpu().loss.size() > 3 && bench.mps().loss.size() > 3; });
    bench.comparison().pause();
    waitForParks(bench, 1);
    const std::size_t cpuSteps = bench.cpu().loss.size(), mpsSteps = bench.mps().loss.size();
    EXPECT_EQ(bench.cpu().loss.lastStep() + 1, static_cast<std::int64_t>(cpuSteps)) << "all steps so far were flushed";
    bench.collect();
    EXPECT_EQ(bench.cpu().loss.size(), cpuSteps);
    EXPECT_EQ(bench.mps().loss.size(), mpsSteps);
    bench.comparison().resume();
    bench.waitFor([&] { return bench.cpu().loss.size() > cpuSteps; });
    EXPECT_EQ(bench.cpu().loss.step(cpuSteps), static_cast<std::int64_t>(cpuSteps)) << "no step is skipped or repeated";
    bench.comparison().stop();
    bench.finish();
}

TEST(RunningComparison, IgnoresAStepCommand)
{
    ComparisonBench bench({}, kUnhurried);
    bench.start(kEndless);
    bench.waitFor([&] { return bench.record().runs.size() == 2 && bench.cpu().loss.size() > 0; });
    for (int i = 0; i < 5; ++i)
        bench.comparison().stepOnce();
    bench.comparison().pause();
    waitForParks(bench, 1);
    const std::size_t steps = bench.cpu().loss.size();
    bench.comparison().stepOnce();
    waitForParks(bench, 2);
    EXPECT_EQ(bench.cpu().loss.size(), steps + 1) << "steps asked for while it ran are not kept for later";
    bench.comparison().stop();
    bench.finish();
}

TEST(RunningComparison, EndsAsCancelledWhenStopped)
{
    ComparisonBench bench({}, kUnhurried);
    bench.start(kEndless);
    bench.waitFor(
        [&] { return bench.record().runs.size() == 2 && bench.cpu().loss.size() > 3 && bench.mps().loss.size() > 3; });
    bench.comparison().stop();
    bench.comparison().stop();
    bench.finish();
    EXPECT_EQ(bench.record().end->state, "cancelled");
    EXPECT_FALSE(bench.comparison().error());
    for (const RunRecord* run : {&bench.cpu(), &bench.mps()}) {
        EXPECT_EQ(run->end->outcome, Outcome::Cancelled);
        EXPECT_EQ(run->state, RunState::Cancelled);
        EXPECT_EQ(run->end->steps, static_cast<std::int64_t>(run->loss.size()) + run->thinned)
            << "no measured step is lost";
        EXPECT_FALSE(run->end->weightsHash.empty());
    }
    EXPECT_TRUE(bench.record().matrix.empty());
}

TEST(RunningComparison, CanBeStoppedWithinAnEvaluation)
{
    std::atomic<bool> evaluating = false, stopped = false;
    TrainerHooks hooks;
    hooks.onEvaluate = [&](const std::string& device) {
        if (device != "cpu")
            return;
        evaluating = true;
        while (!stopped)
            std::this_thread::yield();
    };
    ComparisonBench bench(hooks);
    bench.start(R"({"runs": [{"name": "CPU", "device": "cpu"}]})");
    bench.waitFor([&] { return evaluating.load(); });
    bench.comparison().stop();
    stopped = true;
    bench.finish();
    EXPECT_EQ(bench.cpu().end->outcome, Outcome::Cancelled);
    EXPECT_EQ(bench.cpu().end->steps, 8);
    EXPECT_TRUE(bench.cpu().evaluations.empty()) << "an evaluation that was ended early is no result";
}

TEST(RunningComparison, PausesWithinAnEvaluation)
{
    std::atomic<bool> evaluating = false, isPaused = false;
    TrainerHooks hooks;
    hooks.onEvaluate = [&](const std::string&) {
        evaluating = true;
        while (!isPaused)
            std::this_thread::yield();
    };
    ComparisonBench bench(hooks);
    bench.start(R"({"evaluate": {"every_steps": 0}, "runs": [{"name": "CPU", "device": "cpu"}]})");
    bench.waitFor([&] { return evaluating.load(); });
    bench.comparison().pause();
    isPaused = true;
    bench.waitFor([&] { return bench.times(0, RunState::Paused) == 1; });
    EXPECT_EQ(bench.cpu().loss.size(), 8u);
    EXPECT_TRUE(bench.cpu().evaluations.empty());
    bench.comparison().resume();
    bench.finish();
    EXPECT_EQ(bench.record().end->state, "finished");
    EXPECT_EQ(bench.cpu().evaluations.size(), 2u);
}

TEST(RunningComparison, CanBeStoppedWhileItPrepares)
{
    std::atomic<bool> preparing = false, stopped = false;
    TrainerHooks hooks;
    hooks.onPrepare = [&](const std::string&) {
        preparing = true;
        while (!stopped)
            std::this_thread::yield();
    };
    ComparisonBench bench(hooks);
    bench.start();
    bench.waitFor([&] { return preparing.load(); });
    bench.comparison().stop();
    stopped = true;
    bench.finish();
    EXPECT_EQ(bench.record().end->state, "cancelled");
    EXPECT_EQ(bench.cpu().loss.size(), 0u);
}

TEST(RunningComparison, CanBeStoppedBeforeItStarts)
{
    ComparisonBench bench;
    bench.start("{}", paused());
    bench.comparison().stop();
    bench.finish();
    EXPECT_EQ(bench.record().end->state, "cancelled");
}

TEST(DestroyedComparison, StopsItsRunsAndJoins)
{
    ComparisonBench bench({}, kUnhurried);
    bench.start(kEndless);
    bench.waitFor([&] { return bench.record().runs.size() == 2 && bench.cpu().loss.size() > 0; });
    bench.destroy();
    EXPECT_EQ(bench.factory().alive(), 0);
}

TEST(DestroyedComparison, MayBePausedOrJustBegun)
{
    ComparisonBench bench({}, kUnhurried);
    bench.start(kEndless, paused());
    waitForParks(bench, 1);
    bench.destroy();
    EXPECT_EQ(bench.factory().alive(), 0);
    for (int i = 0; i < 20; ++i) {
        bench.start(kEndless);
        bench.destroy();
        EXPECT_EQ(bench.factory().alive(), 0);
    }
}

TEST(DestroyedComparison, NeedNotHaveBeenStarted)
{
    const test::TemporaryFolder data;
    test::writeSmallDataset(data.path(), 8, 8);
    const test::FakeTrainerFactory factory;
    Executor gpu("gpu");
    const Log log(Log::Console::Quiet);
    Comparison comparison(test::smallExperiment(data.path()), {}, factory, gpu, log);
    EXPECT_FALSE(comparison.isOver());
    EXPECT_TRUE(comparison.takeEvents().empty());
}

// The GPU thread outlives every comparison: what it still does of one must not touch what is gone.
TEST(DestroyedComparison, IsLeftAloneByTheGpuThread)
{
    ComparisonBench bench;
    ComparisonOptions options;
    options.preflightOnly = true;
    for (int i = 0; i < 300; ++i) {
        bench.start(R"({"runs": [{"name": "MPS", "device": "mps-emulated"}]})", options);
        bench.comparison().waitUntilOver();
        bench.destroy();
    }
}

/// Commands in a random order at random moments: whatever they are, the comparison ends, and legally so. A tenth of the
/// comparisons is destroyed in the middle.
class RandomCommands : public testing::TestWithParam<unsigned> {};

void command(Comparison& comparison, std::uint_fast32_t which)
{
    switch (which % 8) {
    case 0:
    case 1: comparison.pause(); break;
    case 2:
    case 3: comparison.resume(); break;
    case 4:
    case 5: comparison.stepOnce(); break;
    case 6: comparison.isPaused(); break;
    default: break;
    }
}

TEST_P(RandomCommands, AlwaysEndInALegalState)
{
    std::mt19937 random(GetParam());
    for (int sequence = 0; sequence < 125; ++sequence) {
        test::FakeBehaviour behaviour{std::chrono::microseconds(random() % 3 == 0 ? 20 : 0)};
        if (random() % 8 == 0)
            behaviour.throwAtStep = static_cast<std::int64_t>(random() % 16);
        if (random() % 8 == 0)
            behaviour.nanFromStep = static_cast<std::int64_t>(random() % 16);
        ComparisonBench bench({}, behaviour, 32, 8);
        ComparisonOptions options;
        options.startPaused = random() % 4 == 0;
        options.ignorePreflight = random() % 2 == 0;
        const bool floatLabels = random() % 8 == 0;
        bench.start(
            std::string(R"({"epochs": 4, "evaluate": {"every_steps": 3}, "runs": [{"name": "CPU", "device": "cpu"},
            {"name": "MPS", "device": "mps-emulated", "with": {"step": {"label_dtype": ")")
                + (floatLabels ? "float32" : "int64") + "\"}}}]}",
            options);
        for (std::uint_fast32_t commands = random() % 12; commands > 0; --commands) {
            command(bench.comparison(), random());
            if (random() % 2 == 0)
                bench.collect();
            if (random() % 3 == 0)
                std::this_thread::sleep_for(std::chrono::microseconds(random() % 1500));
        }
        if (random() % 10 == 0) {
            bench.destroy();
            EXPECT_EQ(bench.factory().alive(), 0);
            continue;
        }
        const bool stop = random() % 3 == 0;
        stop ? bench.comparison().stop() : bench.comparison().resume();
        bench.finish();
        if (!stop && !bench.comparison().error()) {
            EXPECT_NE(bench.record().end->state, "cancelled");
        }
        for (const RunRecord& run : bench.record().runs)
            EXPECT_EQ(static_cast<std::int64_t>(run.loss.size()), run.end.value().steps)
                << "every step done was reported";
        if (HasFailure()) {
            FAIL() << "seed " << GetParam() << ", sequence " << sequence;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomCommands, testing::Range(1u, 9u));

}  // namespace
}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text_file.h"
#include "core/store/comparison_folder.h"
#include "tests/core/support/comparison_bench.h"
#include "tests/core/support/error_of.h"
#include "tests/core/support/file_size_limit.h"
#include "tests/core/support/idx_bytes.h"

#include <stdexcept>

namespace tandem {
namespace {

namespace fs = std::filesystem;
using test::ComparisonBench;
using test::TrainerHooks;
using testing::AllOf;
using testing::HasSubstr;

/// Throws for the second device only.
std::function<void(const std::string&)> failsOnMps(const std::string& text)
{
    return [text](const std::string& device) {
        if (device == "mps-emulated")
            throw std::runtime_error(text);
    };
}

void expectOnlyMpsFailed(const ComparisonBench& bench, const std::string& text)
{
    EXPECT_EQ(bench.record().end->state, "failed");
    EXPECT_EQ(bench.mps().state, RunState::Failed);
    EXPECT_EQ(bench.mps().end->outcome, Outcome::Failed);
    EXPECT_EQ(bench.mps().end->error, text);
    EXPECT_EQ(bench.cpu().end->outcome, Outcome::Finished) << "the other run goes on";
    EXPECT_EQ(bench.cpu().end->steps, 16);
    EXPECT_EQ(bench.record().findings.at(0).rule, "error-parity");
}

TEST(FailingRun, LetsTheOtherGoOn)
{
    test::FakeBehaviour behaviour{std::chrono::microseconds(0)};
    behaviour.throwAtStep = 3;
    ComparisonBench bench({}, behaviour);
    bench.run();
    expectOnlyMpsFailed(bench, "expected scalar type Long but found Float");  // without the backtrace
    EXPECT_EQ(bench.mps().end->steps, 3);
    EXPECT_EQ(bench.mps().loss.size(), 3u) << "what was measured before the failure is kept";
    EXPECT_FALSE(bench.comparison().error()) << "a failed run is no error of the comparison";
    EXPECT_EQ(bench.record().matrix.size(), 1u) << "only finished runs are measured on each other's device";
}

TEST(FailingRun, MayFailBeforeItsFirstStep)
{
    for (const bool whileCreating : {true, false}) {
        TrainerHooks hooks;
        (whileCreating ? hooks.onCreate : hooks.onPrepare) = failsOnMps("out of memory");
        ComparisonBench bench(hooks);
        bench.run();
        expectOnlyMpsFailed(bench, "out of memory");
        EXPECT_EQ(bench.mps().end->steps, 0);
        EXPECT_FALSE(bench.mps().preflight);
    }
}

TEST(FailingRun, MayFailInAnEvaluation)
{
    TrainerHooks hooks;
    hooks.onEvaluate = failsOnMps("evaluation failed");
    ComparisonBench bench(hooks);
    bench.run();
    expectOnlyMpsFailed(bench, "evaluation failed");
    EXPECT_EQ(bench.mps().end->steps, 8);
}

TEST(FailingRun, MayThrowAnythingAtAll)
{
    TrainerHooks hooks;
    hooks.onStep = [](const std::string& device, std::int64_t step) {
        if (device == "mps-emulated" && step == 2)
            throw 42;
    };
    ComparisonBench bench(hooks);
    bench.run();
    EXPECT_EQ(bench.mps().end->outcome, Outcome::Failed);
    EXPECT_THAT(bench.mps().end->error, HasSubstr("unknown type"));
}

TEST(FailingRun, StillEndsWhereItsWeightsCannotBeRead)
{
    TrainerHooks hooks;
    hooks.onWeights = failsOnMps("device lost");
    ComparisonBench bench(hooks);
    bench.run();
    EXPECT_TRUE(bench.mps().end->weightsHash.empty());
    EXPECT_EQ(bench.cpu().end->outcome, Outcome::Finished);
}

TEST(FailingRun, LeavesAHoleInTheTableWhereACrossEvaluationFails)
{
    TrainerHooks hooks;
    hooks.onEvaluateWeights = failsOnMps("no such shape");
    ComparisonBench bench(hooks);
    bench.run();
    EXPECT_EQ(bench.record().end->state, "finished");
    for (const CrossEvaluation& cell : bench.record().matrix)
        EXPECT_EQ(cell.error, cell.evaluatedOn == 1 ? "no such shape" : "");
}

TEST(FailingRun, EndsTheComparisonWhereAllFail)
{
    TrainerHooks hooks;
    hooks.onPrepare = [](const std::string&) { throw std::runtime_error("nothing works"); };
    ComparisonBench bench(hooks);
    bench.run();
    EXPECT_EQ(bench.record().end->state, "failed");
    EXPECT_EQ(bench.cpu().end->error, "nothing works");
    EXPECT_EQ(bench.mps().end->error, "nothing works");
}

TEST(FailingComparison, SaysThatADeviceIsAbsent)
{
    ComparisonBench bench;
    bench.run(R"({"runs": [{"name": "CPU", "device": "cpu"}, {"name": "MPS", "device": "mps"}]})");
    ASSERT_TRUE(bench.comparison().error());
    EXPECT_EQ(bench.comparison().error()->code, ErrorCode::DeviceAbsent);
    EXPECT_EQ(bench.record().end->state, "failed");
    EXPECT_THAT(*bench.record().end->error, HasSubstr("this is not a Mac"));
    EXPECT_TRUE(fs::is_empty(bench.root())) << "nothing was run, so nothing is kept";
}

TEST(FailingComparison, SaysThatDataIsDamaged)
{
    ComparisonBench bench;
    test::writeBytes(bench.data() / "t10k-labels-idx1-ubyte", "rubbish");
    bench.run();
    ASSERT_TRUE(bench.comparison().error());
    EXPECT_EQ(bench.comparison().error()->code, ErrorCode::File);
    EXPECT_THAT(bench.comparison().error()->where, HasSubstr("t10k-labels-idx1-ubyte"));
}

TEST(FailingComparison, SaysThatItsFolderCannotBeWritten)
{
    ComparisonBench bench;
    test::writeBytes(bench.root() / "file", "x");
    ComparisonOptions options;
    options.root = bench.root() / "file" / "comparisons";
    bench.run("{}", options);
    ASSERT_TRUE(bench.comparison().error());
    EXPECT_EQ(bench.comparison().error()->code, ErrorCode::File);
    EXPECT_THAT(bench.record().notices, testing::Contains(HasSubstr("comparisons")));
}

// Memory may run out while weights are drawn: that must not end the program.
TEST(FailingComparison, SurvivesAnExceptionWhileItIsPrepared)
{
    TrainerHooks hooks;
    hooks.onDrawWeights = [] { throw std::runtime_error("not enough memory: you tried to allocate 8589934592 bytes"); };
    ComparisonBench bench(hooks);
    bench.run();
    ASSERT_TRUE(bench.comparison().error());
    EXPECT_EQ(bench.comparison().error()->code, ErrorCode::RunFailed);
    EXPECT_THAT(bench.comparison().error()->what, HasSubstr("not enough memory"));
    EXPECT_EQ(bench.record().end->state, "failed");
}

TEST(FailingComparison, StopsWhenTheDiskIsFull)
{
    ComparisonBench bench({}, {std::chrono::microseconds(100)});
    ComparisonOptions options;
    {
        const test::FileSizeLimit limit(8000);
        bench.start(R"({"epochs": 10000})");
        bench.finish();
    }
    ASSERT_TRUE(bench.comparison().error());
    EXPECT_EQ(bench.comparison().error()->code, ErrorCode::File);
    EXPECT_THAT(bench.record().notices, testing::Contains(HasSubstr("event log")));
    EXPECT_EQ(bench.record().end->state, "failed");
    EXPECT_EQ(bench.cpu().end->outcome, Outcome::Cancelled);
    const auto stored = readComparison(bench.comparison().folder());
    ASSERT_EQ(test::problemOf(stored), "");
    EXPECT_GT(stored->record.runs[0].loss.size(), 0u) << "what was written before stays readable";
}

}  // namespace
}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text_file.h"
#include "core/facts/fields.h"
#include "core/rules/rule.h"
#include "core/store/comparison_folder.h"
#include "tests/core/support/comparison_bench.h"
#include "tests/core/support/error_of.h"

#include <atomic>
#include <set>
#include <thread>

namespace tandem {
namespace {

namespace fs = std::filesystem;
using test::ComparisonBench;
using test::problemOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kFloatLabels =
    R"({"runs": [{"name": "CPU", "device": "cpu"},
    {"name": "MPS", "device": "mps-emulated", "with": {"step": {"label_dtype": "float32"}}}]})";

std::string manifestState(const fs::path& folder)
{
    return Json::parse(readTextFile(folder / "manifest.json").value())["state"];
}

TEST(Comparison, TrainsEveryRunToItsEnd)
{
    ComparisonBench bench;
    bench.run();
    EXPECT_FALSE(bench.comparison().error());
    EXPECT_EQ(bench.record().end->state, "finished");
    EXPECT_FALSE(bench.record().end->error);
    std::vector<std::int64_t> allSteps(16);
    for (std::size_t i = 0; i < allSteps.size(); ++i)
        allSteps[i] = static_cast<std::int64_t>(i);
    for (const RunRecord* run : {&bench.cpu(), &bench.mps()}) {
        EXPECT_EQ(run->state, RunState::Finished);
        EXPECT_EQ(run->end->outcome, Outcome::Finished);
        EXPECT_EQ(run->end->steps, 16);
        EXPECT_FALSE(run->end->weightsHash.empty());
        EXPECT_EQ(run->loss.steps(), allSteps) << "every step is reported exactly once, in order";
        EXPECT_EQ(run->thinned, 0);
        ASSERT_EQ(run->epochs.size(), 2u);
        EXPECT_EQ(run->epochs[0].step, 8);
        EXPECT_EQ(run->epochs[1].epoch, 2);
        ASSERT_TRUE(run->preflight);
        EXPECT_EQ(run->preflight->seed, 3);
    }
}

TEST(Comparison, EvaluatesAPartAtItsIntervalAndTheWholeAfterEachEpoch)
{
    ComparisonBench bench;
    bench.run(R"({"evaluate": {"every_steps": 3, "part_samples": 5}})");
    std::vector<std::pair<std::int64_t, bool>> seen;
    for (const EvaluationFacts& facts : bench.cpu().evaluations) {
        seen.emplace_back(facts.step, facts.whole);
        EXPECT_EQ(facts.samples, facts.whole ? 16 : 5);
        EXPECT_EQ(facts.epoch, facts.step / 8);
    }
    using P = std::pair<std::int64_t, bool>;
    EXPECT_THAT(
        seen, ElementsAre(P{3, false}, P{6, false}, P{8, true}, P{9, false}, P{12, false}, P{15, false}, P{16, true}));
    EXPECT_EQ(bench.cpu().evaluations.size(), bench.mps().evaluations.size());
}

TEST(Comparison, EvaluatesAfterEpochsOnlyWhereTheIntervalIsZero)
{
    ComparisonBench bench;
    bench.run(R"({"evaluate": {"every_steps": 0}})");
    EXPECT_EQ(bench.cpu().evaluations.size(), 2u);
}

TEST(Comparison, MeasuresEveryModelOnEveryDevice)
{
    ComparisonBench bench;
    bench.run();
    std::set<std::pair<std::int64_t, std::int64_t>> cells;
    for (const CrossEvaluation& cell : bench.record().matrix) {
        cells.insert({cell.trainedOn, cell.evaluatedOn});
        EXPECT_EQ(cell.error, "");
    }
    EXPECT_EQ(bench.record().matrix.size(), 4u);
    EXPECT_EQ(cells.size(), 4u);
}

TEST(Comparison, ReachesAVerdictBeforeItEnds)
{
    ComparisonBench bench;
    bench.run();
    ASSERT_TRUE(bench.record().verdict);
    EXPECT_EQ(bench.record().verdict->kind, VerdictKind::Agree);
    EXPECT_TRUE(bench.record().findings.empty());
    EXPECT_EQ(bench.events().front().body.index(), Event{}.body.index()) << "a start comes first";
    EXPECT_TRUE(std::holds_alternative<Verdict>(bench.events().at(bench.events().size() - 2).body));
}

TEST(Comparison, LogsWhatItHandsOn)
{
    ComparisonBench bench;
    bench.run();
    const fs::path folder = bench.comparison().folder();
    EXPECT_EQ(folder.parent_path(), bench.root());
    const auto content = readEventLog(folder / "events.jsonl");
    ASSERT_EQ(problemOf(content), "");
    EXPECT_EQ(content->damagedLines, 0u);
    EXPECT_FALSE(content->tornTail);
    ASSERT_EQ(content->events.size(), bench.events().size());
    for (std::size_t i = 0; i < content->events.size(); ++i)
        EXPECT_EQ(toJson(content->events[i]), toJson(bench.events()[i]));
    EXPECT_EQ(manifestState(folder), "finished");
}

TEST(Comparison, CanBeJudgedAgainFromItsLog)
{
    ComparisonBench bench;
    ComparisonOptions options;
    options.ignorePreflight = true;
    bench.run(kFloatLabels, options);
    const auto stored = readComparison(bench.comparison().folder());
    ASSERT_EQ(problemOf(stored), "");
    std::vector<Finding> live = bench.record().findings;
    orderFindings(live);
    EXPECT_FALSE(live.empty());
    EXPECT_EQ(fields::write(judge(stored->record)), fields::write(live));
    EXPECT_EQ(fields::write(reachVerdict(stored->record)), fields::write(*bench.record().verdict));
}

TEST(Comparison, IsBlockedByAnErrorBeforeTheFirstStep)
{
    ComparisonBench bench;
    bench.run(kFloatLabels);
    EXPECT_EQ(bench.record().end->state, "blocked");
    EXPECT_FALSE(bench.comparison().error()) << "a finding is no error of the comparison";
    for (const RunRecord* run : {&bench.cpu(), &bench.mps()}) {
        EXPECT_EQ(run->state, RunState::Blocked);
        EXPECT_EQ(run->end->outcome, Outcome::Blocked);
        EXPECT_EQ(run->loss.size(), 0u);
    }
    ASSERT_EQ(bench.record().findings.size(), 1u);
    EXPECT_EQ(bench.record().findings[0].rule, "label-dtype");
    EXPECT_EQ(bench.record().verdict->kind, VerdictKind::ApiMisuse);
    EXPECT_EQ(manifestState(bench.comparison().folder()), "blocked");
}

TEST(Comparison, TrainsInSpiteOfErrorsWhereToldSo)
{
    ComparisonBench bench;
    ComparisonOptions options;
    options.ignorePreflight = true;
    bench.run(kFloatLabels, options);
    EXPECT_EQ(bench.record().end->state, "finished");
    EXPECT_TRUE(bench.record().start.ignorePreflight);
    EXPECT_EQ(bench.mps().end->steps, 16);
    EXPECT_EQ(bench.record().verdict->kind, VerdictKind::ApiMisuse);
}

TEST(Comparison, ChecksWithoutWritingAnything)
{
    ComparisonBench bench;
    ComparisonOptions options;
    options.preflightOnly = true;
    bench.run(kFloatLabels, options);
    EXPECT_TRUE(bench.cpu().preflight && bench.mps().preflight);
    EXPECT_EQ(bench.cpu().state, RunState::Ready);
    EXPECT_EQ(bench.cpu().loss.size(), 0u);
    EXPECT_EQ(bench.record().findings.size(), 1u);
    EXPECT_TRUE(bench.comparison().folder().empty());
    EXPECT_TRUE(fs::is_empty(bench.root()));
}

TEST(Comparison, EndsEachRunAtTheStepLimit)
{
    ComparisonBench bench;
    ComparisonOptions options;
    options.maxSteps = 5;
    bench.run("{}", options);
    for (const RunRecord* run : {&bench.cpu(), &bench.mps()}) {
        EXPECT_EQ(run->end->outcome, Outcome::Finished);
        EXPECT_EQ(run->end->steps, 5);
        EXPECT_THAT(run->loss.steps(), ElementsAre(0, 1, 2, 3, 4));
        ASSERT_TRUE(run->lastWholeEvaluation()) << "the whole split is measured at the end";
        EXPECT_EQ(run->lastWholeEvaluation()->step, 5);
    }
    options.maxSteps = 1'000'000;
    bench.run("{}", options);
    EXPECT_EQ(bench.cpu().end->steps, 16);
}

TEST(Comparison, FindsTheFirstLossThatIsNoNumber)
{
    test::FakeBehaviour behaviour{std::chrono::microseconds(0)};
    behaviour.nanFromStep = 4;
    ComparisonBench bench({}, behaviour);
    bench.run();
    EXPECT_EQ(bench.cpu().firstNonFiniteStep, 4);
    ASSERT_EQ(bench.record().findings.size(), 2u);
    for (const Finding& finding : bench.record().findings) {
        EXPECT_EQ(finding.rule, "non-finite");
        EXPECT_EQ(finding.step, 4);
    }
}

// At chance after the first epoch, and learnt after the second.
TEST(Comparison, WithdrawsAFindingThatLaterFactsDoNotSupport)
{
    std::atomic<bool> first = true, seen = false;
    test::TrainerHooks hooks;
    hooks.onStep = [&](const std::string& device, std::int64_t step) {
        while (device == "cpu" && step == 8 && !seen)
            std::this_thread::yield();
    };
    hooks.onEvaluated = [&](const std::string& device, EvaluationFacts& facts) {
        if (device == "cpu" && first.exchange(false))
            facts.accuracy = 0.1;
    };
    ComparisonBench bench(hooks);
    bench.start(R"({"evaluate": {"every_steps": 0}})");
    bench.waitFor([&] { return !bench.record().findings.empty(); });
    seen = true;
    bench.finish();
    std::vector<std::string> story;
    for (const Event& event : bench.events())
        if (const auto* finding = std::get_if<Finding>(&event.body))
            story.push_back(finding->rule + " found");
        else if (const auto* gone = std::get_if<FindingWithdrawn>(&event.body))
            story.push_back(gone->rule + " withdrawn");
    EXPECT_THAT(story, ElementsAre("chance-level found", "chance-level withdrawn"));
    EXPECT_TRUE(bench.record().findings.empty());
    EXPECT_EQ(bench.record().verdict->kind, VerdictKind::Agree);
    const auto stored = readComparison(bench.comparison().folder());
    ASSERT_EQ(problemOf(stored), "");
    EXPECT_TRUE(stored->record.findings.empty()) << "the log tells of the withdrawal too";
    EXPECT_TRUE(judge(stored->record).empty());
}

TEST(Comparison, UsesOneThreadForTheGpuThroughoutTheProcessAndOneForEachCpuRun)
{
    ComparisonBench bench;
    for (int i = 0; i < 3; ++i)
        bench.run(
            R"({"runs": [{"name": "A", "device": "mps-emulated"}, {"name": "B", "device": "cpu"},
            {"name": "C", "device": "mps-emulated"}]})");
    const auto gpu = bench.factory().threadsOf("mps-emulated"), cpu = bench.factory().threadsOf("cpu");
    EXPECT_EQ(gpu.size(), 1u);
    EXPECT_EQ(cpu.count(*gpu.begin()), 0u);
    EXPECT_EQ(cpu.count(std::this_thread::get_id()), 0u);
    EXPECT_EQ(bench.cpu().end->outcome, Outcome::Finished);
}

TEST(Comparison, RunsASingleRunAlone)
{
    ComparisonBench bench;
    bench.run(R"({"runs": [{"name": "CPU", "device": "cpu"}]})");
    EXPECT_EQ(bench.record().end->state, "finished");
    EXPECT_EQ(bench.record().verdict->kind, VerdictKind::Undecided);
    EXPECT_EQ(bench.record().matrix.size(), 1u);
}

TEST(Comparison, HandsOnSamplesWithoutWaitingForASlowReader)
{
    ComparisonBench bench({}, {std::chrono::microseconds(0)}, 20'000, 16);
    bench.start(R"({"batch_size": 1, "epochs": 5, "evaluate": {"every_steps": 0},
                    "runs": [{"name": "CPU", "device": "cpu"}]})");
    bench.finish();  // nobody has read until now
    EXPECT_EQ(bench.cpu().end->steps, 100'000);
    EXPECT_EQ(static_cast<std::int64_t>(bench.cpu().loss.size()) + bench.cpu().thinned, 100'000);
    EXPECT_EQ(bench.cpu().epochs.size(), 5u) << "facts are never dropped";
    const auto stored = readComparison(bench.comparison().folder());
    ASSERT_EQ(problemOf(stored), "");
    EXPECT_EQ(static_cast<std::int64_t>(stored->record.runs[0].loss.size()) + stored->record.runs[0].thinned, 100'000);
}

}  // namespace
}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/record.h"

#include "tests/core/support/sample_events.h"

#include <gmock/gmock.h>

#include <cmath>

namespace tandem {
namespace {

ComparisonRecord recordOf(const std::vector<Event>& events)
{
    ComparisonRecord record;
    for (const Event& event : events)
        record.apply(event);
    return record;
}

TEST(ComparisonRecord, HoldsWhatEveryKindOfEventSaid)
{
    const ComparisonRecord record = recordOf(test::oneOfEachKind());
    EXPECT_EQ(record.start.id, "id");
    EXPECT_EQ(record.baseline(), 1u);
    ASSERT_EQ(record.runs.size(), 2u);
    EXPECT_EQ(record.runs[1].name, "MPS");
    EXPECT_EQ(record.runs[1].device, "mps");
    EXPECT_EQ(record.runs[1].state, RunState::Evaluating);
    ASSERT_TRUE(record.runs[1].preflight);
    EXPECT_EQ(record.runs[1].preflight->labelMin, -1);
    const RunRecord& cpu = record.runs[0];
    EXPECT_THAT(cpu.loss.steps(), testing::ElementsAre(0, 1, 2));
    EXPECT_EQ(cpu.accuracy.lastValue(), 1.0);
    EXPECT_EQ(cpu.thinned, 17);
    EXPECT_EQ(cpu.firstNonFiniteStep, 1);
    ASSERT_EQ(cpu.evaluations.size(), 1u);
    ASSERT_EQ(cpu.epochs.size(), 1u);
    ASSERT_TRUE(cpu.end);
    EXPECT_EQ(cpu.end->outcome, Outcome::Failed);
    EXPECT_EQ(cpu.lastTime, 2.5);
    EXPECT_EQ(record.matrix.size(), 1u);
    EXPECT_EQ(record.findings.size(), 1u);
    EXPECT_EQ(record.verdict->kind, VerdictKind::ApiMisuse);
    EXPECT_THAT(record.notices, testing::ElementsAre("the disk is full"));
    EXPECT_EQ(record.end->state, "failed");
}

TEST(ComparisonRecord, SurvivesEventsThatNameNoRunOfIt)
{
    ComparisonRecord record;
    for (const std::int64_t run : {-1, 0, 2, 1000})
        for (Event event : test::oneOfEachKind()) {
            if (std::holds_alternative<ComparisonStart>(event.body))
                continue;
            event.run = run;
            record.apply(event);
        }
    EXPECT_TRUE(record.runs.empty());
}

TEST(ComparisonRecord, ReplacesAFindingByTheNewerOneOfTheSameRuleAndRuns)
{
    Finding finding;
    finding.rule = "chance-level";
    finding.runs = {1};
    finding.severity = Severity::Warning;
    Finding newer = finding, otherRun = finding;
    newer.severity = Severity::Error;
    otherRun.runs = {0};
    const ComparisonRecord record = recordOf({{1, {}, finding}, {2, {}, otherRun}, {3, {}, newer}});
    ASSERT_EQ(record.findings.size(), 2u);
    EXPECT_EQ(record.findings[0].severity, Severity::Error);
    EXPECT_EQ(record.findings[1].runs[0], 0);
}

TEST(RunRecord, CountsStepsFromItsSamplesUntilItsEndSaysThem)
{
    ComparisonRecord record = test::preparedRecord();
    EXPECT_EQ(record.runs[0].stepsDone(), 0);
    record.apply({1, 0, StepBatch{{{0, 1, 0}, {7, 1, 0}}, 6}});
    EXPECT_EQ(record.runs[0].stepsDone(), 8) << "thinned steps were done as well";
    record.apply({2, 0, RunEnd{Outcome::Cancelled, {}, 12}});
    EXPECT_EQ(record.runs[0].stepsDone(), 12);
    EXPECT_EQ(record.runs[0].totalSteps(), 100);
    EXPECT_EQ(RunRecord().totalSteps(), 0);
}

TEST(ComparisonRecord, ForgetsAWithdrawnFinding)
{
    ComparisonRecord record = test::preparedRecord();
    Finding finding;
    finding.rule = "chance-level";
    finding.runs = {1};
    record.apply({1, std::nullopt, finding});
    record.apply({2, std::nullopt, FindingWithdrawn{"chance-level", {0}}});
    EXPECT_EQ(record.findings.size(), 1u) << "another run's";
    record.apply({3, std::nullopt, FindingWithdrawn{"chance-level", {1}}});
    EXPECT_TRUE(record.findings.empty());
}

TEST(RunRecord, KeepsTheFirstStepThatWasNotFinite)
{
    ComparisonRecord record = test::preparedRecord();
    record.apply({1, 0, StepBatch{{{0, 1, 0}, {5, std::nanf(""), 0}, {6, INFINITY, 0}}, 0}});
    record.apply({2, 0, StepBatch{{{7, std::nanf(""), 0}}, 0}});
    EXPECT_EQ(record.runs[0].firstNonFiniteStep, 5);
    EXPECT_FALSE(record.runs[1].firstNonFiniteStep);
}

TEST(RunRecord, FindsTheLastEvaluationOfTheWholeSplit)
{
    RunRecord run;
    EXPECT_EQ(run.lastWholeEvaluation(), nullptr);
    EvaluationFacts part = test::wholeEvaluation(0.5);
    part.whole = false;
    run.evaluations = {test::wholeEvaluation(0.1, 1), test::wholeEvaluation(0.2, 2), part};
    ASSERT_NE(run.lastWholeEvaluation(), nullptr);
    EXPECT_EQ(run.lastWholeEvaluation()->accuracy, 0.2);
}

}  // namespace
}  // namespace tandem

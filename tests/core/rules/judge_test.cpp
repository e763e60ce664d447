// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/fields.h"
#include "core/rules/rule.h"
#include "core/rules/rule_support.h"
#include "tests/core/support/sample_events.h"

#include <gmock/gmock.h>

#include <cmath>

namespace tandem {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

/// The origin case: float labels on MPS, which stays at chance.
ComparisonRecord originCase()
{
    ComparisonRecord record = test::healthyRecord();
    record.start.document["runs"][1]["with"] = Json::parse(R"({"step": {"label_dtype": "float32"}})");
    record.runs[1].preflight->labels.dtype = "float32";
    record.runs[1].evaluations = {test::wholeEvaluation(0.098)};
    return record;
}

/// Reaches the verdict as the hub does: over the record with its findings.
Verdict verdictOf(ComparisonRecord record, const Thresholds& thresholds = {})
{
    record.findings = judge(record, thresholds);
    const Verdict verdict = reachVerdict(record, thresholds);
    EXPECT_FALSE(verdict.summary.empty());
    return verdict;
}

TEST(Folding, HidesSymptomsUnderTheirCause)
{
    ComparisonRecord record = originCase();
    record.apply({1, 1, StepBatch{{{200, std::nanf(""), 0}}, 0}});
    const auto findings = judge(record);
    ASSERT_EQ(findings.size(), 3u);
    EXPECT_EQ(findings[0].rule, "label-dtype");
    EXPECT_FALSE(findings[0].foldedUnder);
    for (std::size_t i : {1u, 2u})
        EXPECT_EQ(findings[i].foldedUnder, "label-dtype") << findings[i].rule;
}

TEST(Folding, HidesARefusedLabelTypeUnderTheLabels)
{
    ComparisonRecord record = originCase();
    record.runs[1].evaluations.clear();
    record.runs[1].end = RunEnd{Outcome::Failed, "expected scalar type Long but found Float", 0};
    const auto findings = judge(record);
    ASSERT_EQ(findings.size(), 2u);
    EXPECT_EQ(findings[1].rule, "error-parity");
    EXPECT_EQ(findings[1].foldedUnder, "label-dtype");
}

TEST(Folding, StaysWithinARun)
{
    ComparisonRecord record = originCase();
    record.runs[0].end = RunEnd{Outcome::Failed, "out of memory", 50};
    for (const Finding& finding : judge(record))
        if (finding.rule == "error-parity") {
            EXPECT_THAT(finding.runs, ElementsAre(0));
            EXPECT_FALSE(finding.foldedUnder) << "the labels of the other run explain nothing here";
        }
}

TEST(Folding, LeavesASymptomWithoutACauseOpen)
{
    ComparisonRecord record = test::healthyRecord();
    record.runs[1].evaluations = {test::wholeEvaluation(0.098)};
    const auto findings = judge(record);
    ASSERT_EQ(findings.size(), 1u);
    EXPECT_EQ(findings[0].rule, "chance-level");
    EXPECT_FALSE(findings[0].foldedUnder);
}

TEST(Judge, PutsOpenErrorsFirstThenWarningsThenWhatIsFolded)
{
    ComparisonRecord record = originCase();
    record.runs[0].preflight->weightsHash = record.runs[0].preflight->drawnWeightsHash = "9999999999999999";  // info
    record.runs[0].end = RunEnd{Outcome::Failed, "out of memory", 50};
    const auto findings = judge(record);
    for (std::size_t i = 1; i < findings.size(); ++i) {
        EXPECT_LE(findings[i - 1].foldedUnder.has_value(), findings[i].foldedUnder.has_value());
        if (findings[i - 1].foldedUnder.has_value() == findings[i].foldedUnder.has_value()) {
            EXPECT_GE(findings[i - 1].severity, findings[i].severity)
                << findings[i - 1].rule << " before " << findings[i].rule;
        }
    }
    EXPECT_EQ(findings.front().rule, "label-dtype") << "causes come before symptoms";
    EXPECT_TRUE(findings.back().foldedUnder);
}

TEST(Judge, IsAFunctionOfTheFactsAlone)
{
    const ComparisonRecord record = originCase();
    EXPECT_EQ(fields::write(judge(record)), fields::write(judge(record)));
    ComparisonRecord judged = record;
    judged.findings = judge(record);
    EXPECT_EQ(fields::write(judge(judged)), fields::write(judge(record))) << "known findings change nothing";
}

// A log may come from anywhere: from a script, or damaged.
TEST(Judge, SurvivesALogWhoseDocumentDoesNotFitItsRuns)
{
    for (const char* document :
         {"null", "[]", R"({"tandem": 1})",
          R"({"tandem": 1, "model": {"preset": "cnn"}, "runs": [{"name": "A", "device": "cpu"}]})"}) {
        ComparisonRecord record = originCase();
        record.start.document = Json::parse(document);
        record.runs[1].preflight->inputHash = "9999999999999999";
        record.findings = judge(record);
        EXPECT_FALSE(record.findings.empty()) << document;
        reachVerdict(record);
    }
    for (const std::int64_t baseline : {-1, 2, 1000}) {
        ComparisonRecord record = originCase();
        record.start.baseline = baseline;
        record.findings = judge(record);
        EXPECT_EQ(reachVerdict(record).kind, VerdictKind::Undecided);
    }
}

TEST(RunLabel, WarnsOfAnEmulatedDeviceOnce)
{
    RunRecord run;
    run.name = "MPS";
    run.device = "mps";
    EXPECT_EQ(runLabel(run), "MPS");
    run.device = "mps-emulated";
    EXPECT_EQ(runLabel(run), "MPS (emulated)");
    run.name = "emulated GPU";
    EXPECT_EQ(runLabel(run), "emulated GPU");
}

TEST(AgreementLimit, IsAtLeastOneSample)
{
    EXPECT_DOUBLE_EQ(agreementLimit(1, 1, 100, 3), 0.01);
    EXPECT_NEAR(agreementLimit(0.5, 0.5, 10'000, 3), 3 * std::sqrt(2 * 0.25 / 10'000), 1e-12);
    EXPECT_EQ(accuracySigma(0.5, 0), 0);
}

TEST(Verdict, IsAgreementWithinSamplingNoise)
{
    const Verdict verdict = verdictOf(test::healthyRecord());
    EXPECT_EQ(verdict.kind, VerdictKind::Agree);
    EXPECT_THAT(verdict.summary, HasSubstr("sampling noise"));
    EXPECT_THAT(verdict.evidence, AllOf(Contains(HasSubstr("98.41 %")), Contains(HasSubstr("98.36 %"))));
}

TEST(Verdict, SaysWhenTheFinalWeightsAreIdentical)
{
    ComparisonRecord record = test::healthyRecord();
    record.runs[1].end->weightsHash = record.runs[0].end->weightsHash;
    EXPECT_THAT(verdictOf(record).summary, HasSubstr("identical to the last bit"));
}

TEST(Verdict, IsApiMisuseForTheOriginCase)
{
    const Verdict verdict = verdictOf(originCase());
    EXPECT_EQ(verdict.kind, VerdictKind::ApiMisuse);
    EXPECT_THAT(verdict.summary, AllOf(HasSubstr("float32"), HasSubstr("MPS")));
    EXPECT_THAT(verdict.evidence, Contains(HasSubstr("Not the backend")));
}

TEST(Verdict, IsApiMisuseForLabelsOutOfRange)
{
    ComparisonRecord record = test::preparedRecord();
    record.runs[0].preflight->train.labelMax = record.runs[1].preflight->train.labelMax = 10;
    EXPECT_EQ(verdictOf(record).kind, VerdictKind::ApiMisuse);
}

TEST(Verdict, IsThatTheSetupDiffersWhereResultsAndConfigurationDo)
{
    ComparisonRecord record = test::healthyRecord();
    record.runs[1].evaluations = {test::wholeEvaluation(0.9)};
    record.start.document["runs"][1]["with"] = Json::parse(R"({"optimizer": {"adam": {"lr": 0.5}}})");
    const Verdict verdict = verdictOf(record);
    EXPECT_EQ(verdict.kind, VerdictKind::SetupDiffers);
    EXPECT_THAT(verdict.evidence, Contains(AllOf(HasSubstr("optimizer.adam.lr"), HasSubstr("0.001 against 0.5"))));
}

TEST(Verdict, IsThatTheSetupDiffersWhereTheRunsWereToldToSeeOtherData)
{
    ComparisonRecord record = test::healthyRecord();
    record.start.document["runs"][1]["with"] = Json::parse(R"({"data": {"transforms": []}})");
    record.runs[1].preflight->inputHash = "9999999999999999";
    EXPECT_EQ(verdictOf(record).kind, VerdictKind::SetupDiffers);
}

TEST(Verdict, SuspectsTheBackendWhereNothingElseDiffers)
{
    ComparisonRecord record = test::healthyRecord();
    record.runs[1].evaluations = {test::wholeEvaluation(0.9)};
    const Verdict verdict = verdictOf(record);
    EXPECT_EQ(verdict.kind, VerdictKind::BackendSuspect);
    EXPECT_THAT(verdict.evidence, Contains(HasSubstr("equal by hash")));
}

TEST(Verdict, SuspectsTheBackendWhereACopyChangesWeightsOrInputs)
{
    ComparisonRecord weights = test::preparedRecord(), inputs = test::preparedRecord();
    weights.runs[1].preflight->weightsHash = "9999999999999999";
    inputs.runs[1].preflight->inputHash = "9999999999999999";
    EXPECT_EQ(verdictOf(weights).kind, VerdictKind::BackendSuspect);
    EXPECT_EQ(verdictOf(inputs).kind, VerdictKind::BackendSuspect);
}

TEST(Verdict, IsUndecidedForOneRunAlone)
{
    ComparisonRecord record = test::healthyRecord();
    record.runs.pop_back();
    record.start.document["runs"].erase(1);
    EXPECT_EQ(verdictOf(record).kind, VerdictKind::Undecided);
    EXPECT_EQ(verdictOf(ComparisonRecord{}).kind, VerdictKind::Undecided);
}

TEST(Verdict, IsUndecidedWhereARunWasNotFinished)
{
    ComparisonRecord record = test::healthyRecord();
    record.runs[1].end = RunEnd{Outcome::Failed, "out of memory", 50};
    const Verdict verdict = verdictOf(record);
    EXPECT_EQ(verdict.kind, VerdictKind::Undecided);
    EXPECT_THAT(verdict.evidence, Contains(HasSubstr("out of memory")));
}

TEST(Verdict, FollowsTheThresholds)
{
    ComparisonRecord record = test::healthyRecord();
    record.runs[1].evaluations = {test::wholeEvaluation(0.979)};
    EXPECT_EQ(verdictOf(record).kind, VerdictKind::Agree);
    Thresholds strict;
    strict.agreeSigmas = 1;
    EXPECT_EQ(verdictOf(record, strict).kind, VerdictKind::BackendSuspect);
}

}  // namespace
}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/experiment/experiment_json.h"
#include "core/experiment/fix.h"
#include "core/experiment/words.h"
#include "core/rules/rule.h"
#include "tests/core/support/findings.h"
#include "tests/core/support/sample_events.h"

#include <gmock/gmock.h>

#include <cmath>

namespace tandem {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using test::findingsOf;
using test::onlyFinding;
using test::preflight;

TEST(Rules, AreSilentWhereNothingIsWrong)
{
    EXPECT_THAT(judge(test::healthyRecord()), IsEmpty());
    EXPECT_THAT(judge(test::preparedRecord()), IsEmpty());
    EXPECT_THAT(judgeAll(test::healthyRecord()).notRun, IsEmpty());
    EXPECT_THAT(judgeAll(test::preparedRecord()).notRun, IsEmpty());
    EXPECT_THAT(judge(ComparisonRecord{}), IsEmpty());
}

TEST(Rules, HaveIdsOfTheirOwnAndSayWhatTheyMeasure)
{
    std::vector<std::string> ids;
    for (const Rule& rule : allRules()) {
        EXPECT_THAT(ids, testing::Not(Contains(rule.info.id)));
        ids.emplace_back(rule.info.id);
        EXPECT_EQ(findRule(rule.info.id), &rule.info);
        for (const char* text :
             {rule.info.title, rule.info.measures, rule.info.threshold, rule.info.advice, rule.info.cases})
            EXPECT_STRNE(text, "") << rule.info.id;
    }
    EXPECT_THAT(ids, testing::ElementsAreArray(std::vector<std::string>{
                         "input-parity", "init-parity", "input-layout", "input-dtype-wrap", "float64-on-accelerator", "double-scaling", "train-test-stats",
                         "input-scale", "label-dtype", "label-fractional", "label-range", "label-format",
                         "target-shape", "class-coverage", "param-aliasing", "degenerate-init", "requires-grad-off", "non-contiguous-risk",
                         "optimizer-coverage", "optimizer-device-state", "single-unit-softmax", "softmax-axis",
                         "double-softmax", "nll-without-log", "head-loss-mismatch", "initial-loss", "loader-determinism", "shuffle-off",
                         "async-copy-hazard", "size-threshold-risk", "known-bad-version", "fallback-active",
                         "copy-integrity", "device-mix", "mode-check", "memory-growth", "stale-gradient", "grad-missing", "optimizer-state-stuck",
                         "params-unchanged", "partial-freeze", "update-ratio", "dropout-mask-check", "norm-stats-check", "dead-units",
                         "backend-self-test", "nan-swallowed", "metric-recount", "order-check", "lr-schedule-check", "train-eval-gap",
                         "constant-prediction", "still-improving", "loss-out-of-range", "index-range-check", "loss-floor", "timing-sync",
                         "non-finite", "error-parity",
                         "chance-level", "unexplained-gap"}));
    EXPECT_EQ(findRule("no-such-rule"), nullptr);
}

/// Every number of the facts set to one that is none.
void spoil(PreflightFacts& facts)
{
    const double nan = std::nan("");
    for (SplitFacts* split : {&facts.train, &facts.test}) {
        split->labelMin = split->labelMax = split->largestShare = nan;
        split->channels = {{nan, nan, nan, nan}};
    }
    for (TensorFacts* tensor : {&facts.labels, &facts.input, &facts.output})
        tensor->min = tensor->max = tensor->mean = tensor->std = nan;
    facts.labelMaxFraction = facts.testLargestShare = nan;
    facts.order.meanLabelRun = facts.order.randomLabelRun = nan;
    HeadFacts& head = facts.head;
    head.min = head.max = head.classSumError = head.batchSumError = head.logSumExpError = head.targetMin = head.targetMax = nan;
    facts.initialLoss = {512, 2.3, nan, {}};
}

TEST(Rules, SayNothingOfFactsThatAreNoNumbers)
{
    for (const char* loss : {"cross_entropy", "nll", "mse", "bce", "bce_with_logits", "smooth_l1", ""})
        for (const char* activation : {"", "softmax", "log_softmax"}) {
            ComparisonRecord record = test::preparedRecord();
            for (std::size_t run : {0u, 1u}) {
                spoil(preflight(record, run));
                preflight(record, run).loss = loss;
                preflight(record, run).target = "value";
                preflight(record, run).head.activation = activation;
                preflight(record, run).head.targetShape = preflight(record, run).head.outputShape;
            }
            for (const Finding& finding : judge(record))
                EXPECT_THAT(finding.title, testing::Not(HasSubstr("nan"))) << loss << ": " << finding.rule;
        }
}

// Logs of older versions lack most facts, and their documents may be damaged.
TEST(Rules, AreSilentWhereFactsAreMissing)
{
    for (const char* document : {"null", "[]", "{}", R"({"runs": 1})", R"({"runs": [1, {"with": 2}], "model": [], "step": "", "data": 3})"}) {
        ComparisonRecord record = test::preparedRecord();
        record.start.document = Json::parse(document);
        for (RunRecord& run : record.runs) {
            const std::string device = run.preflight->device;
            run.preflight = PreflightFacts{};
            run.preflight->device = device;
            run.preflight->loss = "cross_entropy";
        }
        const Judgement judgement = judgeAll(record);
        EXPECT_THAT(judgement.findings, IsEmpty()) << document;
        EXPECT_THAT(judgement.notRun, IsEmpty()) << document;
    }
}

TEST(LabelDtypeRule, FiresForFloatClassIndicesWithNumbersAndAFix)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 1).labels.dtype = "float32";
    const Finding finding = onlyFinding("label-dtype", record);
    EXPECT_EQ(finding.severity, Severity::Error);
    EXPECT_THAT(finding.runs, ElementsAre(1));
    EXPECT_FALSE(finding.step) << "found before the first step";
    EXPECT_THAT(finding.title, AllOf(HasSubstr("float32"), HasSubstr("MPS"), HasSubstr("int64")));
    EXPECT_THAT(finding.evidence, Contains(AllOf(HasSubstr("labels on CPU"), HasSubstr("int64"))));
    EXPECT_THAT(finding.evidence, Contains(AllOf(HasSubstr("[64]"), HasSubstr("0 to 9"))));
    ASSERT_TRUE(finding.fix);
    EXPECT_EQ(finding.fix->run, "MPS");

    Json document = record.start.document;
    document["runs"][1]["with"] = Json::parse(R"({"step": {"label_dtype": "float32"}})");
    EXPECT_EQ(resolvedLabelDtype(*resolveRun(applyFix(document, finding.fix->run, finding.fix->patch), 1, {})),
              LabelDtype::Int64);
}

TEST(LabelDtypeRule, OffersNoFixForLabelsThatAreNoWholeNumbers)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 1).labels.dtype = "float32";
    preflight(record, 1).labelMaxFraction = 0.25;
    EXPECT_FALSE(onlyFinding("label-dtype", record).fix);
}

TEST(LabelDtypeRule, FiresForEachRunOnItsOwn)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 0).labels.dtype = "uint8";
    preflight(record, 1).labels.dtype = "int32";
    EXPECT_EQ(findingsOf("label-dtype", record).size(), 2u);
}

TEST(LabelDtypeRule, IsSilentForFloatTargetsThatTheLossWants)
{
    ComparisonRecord record = test::preparedRecord();
    for (std::size_t run : {0u, 1u}) {
        preflight(record, run).loss = "mse";
        preflight(record, run).target = "one_hot";
        preflight(record, run).labelContract = preflight(record, run).labels.dtype = "float32";
        preflight(record, run).labels = {"float32", {64, 10}, 0, 1, 0.1, 0.3, 0};
        preflight(record, run).head.targetShape = {64, 10};
        preflight(record, run).head.targetMax = 1;
        preflight(record, run).head.targetValues = 2;
        preflight(record, run).head.targetOneHot = true;
        preflight(record, run).initialLoss = {512, 0.1, 0.09, {}};
    }
    EXPECT_THAT(judge(record), IsEmpty());
}

TEST(LabelRangeRule, FiresForALabelThatHasNoOutput)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 0).train.labelMax = 10;
    const Finding finding = onlyFinding("label-range", record);
    EXPECT_EQ(finding.severity, Severity::Error);
    EXPECT_THAT(finding.runs, ElementsAre(0));
    EXPECT_THAT(finding.title, AllOf(HasSubstr("0 to 10"), HasSubstr("10 outputs")));
    EXPECT_THAT(finding.advice, HasSubstr("11 outputs"));
}

TEST(LabelRangeRule, FiresForANegativeLabel)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 1).train.labelMin = -1;
    EXPECT_THAT(onlyFinding("label-range", record).title, HasSubstr("-1 to 9"));
}

TEST(LabelRangeRule, IsSilentForMoreOutputsThanClassesAndWhereTheForwardPassFailed)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 0).outputs = 100;
    preflight(record, 1).outputs = 0;
    EXPECT_THAT(findingsOf("label-range", record), IsEmpty());
}

TEST(InputParityRule, FiresForPixelsOrLabelValuesThatDiffer)
{
    for (const bool pixels : {true, false}) {
        ComparisonRecord record = test::preparedRecord();
        (pixels ? preflight(record, 1).inputHash : preflight(record, 1).labelHash) = "9999999999999999";
        const Finding finding = onlyFinding("input-parity", record);
        EXPECT_EQ(finding.severity, Severity::Error);
        EXPECT_THAT(finding.runs, ElementsAre(1));
        EXPECT_THAT(finding.title, HasSubstr(pixels ? "Inputs" : "Label values"));
        EXPECT_THAT(finding.evidence, Contains(HasSubstr("9999999999999999")));
        EXPECT_THAT(finding.cause, HasSubstr("configured alike"));
    }
}

TEST(InputParityRule, SaysWhenTheRunsWereToldToSeeDifferentData)
{
    ComparisonRecord record = test::preparedRecord();
    record.start.document["runs"][1]["with"] = Json::parse(R"({"data": {"transforms": []}})");
    preflight(record, 1).inputHash = "9999999999999999";
    EXPECT_THAT(onlyFinding("input-parity", record).cause, HasSubstr("configured to see different data"));
}

TEST(InputParityRule, ComparesWithTheBaseline)
{
    ComparisonRecord record = test::preparedRecord();
    record.start.baseline = 1;
    preflight(record, 1).inputHash = "9999999999999999";
    EXPECT_THAT(onlyFinding("input-parity", record).runs, ElementsAre(0));
}

TEST(InitParityRule, FiresWhereTheCopyChangedTheWeights)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 1).weightsHash = "9999999999999999";
    const Finding finding = onlyFinding("init-parity", record);
    EXPECT_EQ(finding.severity, Severity::Error);
    EXPECT_THAT(finding.runs, ElementsAre(1));
    EXPECT_THAT(finding.evidence,
                AllOf(Contains(HasSubstr("1111111111111111")), Contains(HasSubstr("9999999999999999"))));
}

TEST(InitParityRule, OnlyInformsWhereAnotherStartWasAskedFor)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 1).weightsHash = preflight(record, 1).drawnWeightsHash = "9999999999999999";
    preflight(record, 1).seed = 7;
    const Finding finding = onlyFinding("init-parity", record);
    EXPECT_EQ(finding.severity, Severity::Info);
    EXPECT_THAT(finding.evidence[0], HasSubstr("seed 7"));
    EXPECT_FALSE(blocksTraining(judge(record)));
}

TEST(NonFiniteRule, FiresWithTheFirstStepAndTheLastLossThatWasANumber)
{
    ComparisonRecord record = test::preparedRecord();
    record.apply({1, 1, StepBatch{{{0, 2.5F, 0}, {1, 1.25F, 0}, {2, std::nanf(""), 0}, {3, 1.0F, 0}}, 0}});
    const Finding finding = onlyFinding("non-finite", record);
    EXPECT_EQ(finding.severity, Severity::Error);
    EXPECT_THAT(finding.runs, ElementsAre(1));
    EXPECT_EQ(finding.step, 2);
    EXPECT_THAT(finding.evidence[0], AllOf(HasSubstr("step 1"), HasSubstr("1.25")));
}

TEST(NonFiniteRule, FiresAtTheVeryFirstStepToo)
{
    ComparisonRecord record = test::preparedRecord();
    record.apply({1, 0, StepBatch{{{0, INFINITY, 0}}, 0}});
    EXPECT_EQ(onlyFinding("non-finite", record).step, 0);
}

TEST(ErrorParityRule, FiresForAFailedRunAndSaysThatTheOtherWentOn)
{
    ComparisonRecord record = test::healthyRecord();
    record.runs[0].end = RunEnd{Outcome::Failed, "expected scalar type Long but found Float", 3};
    const Finding finding = onlyFinding("error-parity", record);
    EXPECT_EQ(finding.severity, Severity::Error);
    EXPECT_THAT(finding.runs, ElementsAre(0));
    EXPECT_EQ(finding.step, 3);
    EXPECT_THAT(finding.evidence,
                ElementsAre(HasSubstr("expected scalar type Long"), AllOf(HasSubstr("MPS"), HasSubstr("100 steps"))));
}

TEST(ErrorParityRule, IsSilentForARunThatWasStopped)
{
    ComparisonRecord record = test::healthyRecord();
    record.runs[0].end = RunEnd{Outcome::Cancelled, {}, 3};
    EXPECT_THAT(findingsOf("error-parity", record), IsEmpty());
}

/// Both runs after one epoch at these accuracies, the second with a loss that stays where it was.
ComparisonRecord atAccuracies(double first, double second, std::int64_t epoch = 1)
{
    ComparisonRecord record = test::healthyRecord();
    record.runs[0].evaluations = {test::wholeEvaluation(first, epoch)};
    record.runs[1].evaluations = {test::wholeEvaluation(second, epoch)};
    return record;
}

TEST(ChanceLevelRule, WarnsAfterOneEpochAndIsAnErrorAfterTwo)
{
    EXPECT_EQ(findingsOf("chance-level", atAccuracies(0.113, 0.113)).size(), 2u);
    for (const Finding& finding : findingsOf("chance-level", atAccuracies(0.113, 0.113, 1)))
        EXPECT_EQ(finding.severity, Severity::Warning);
    for (const Finding& finding : findingsOf("chance-level", atAccuracies(0.113, 0.113, 2)))
        EXPECT_EQ(finding.severity, Severity::Error);
}

TEST(ChanceLevelRule, IsAnErrorAtOnceWhereTheOtherRunLearned)
{
    const Finding finding = onlyFinding("chance-level", atAccuracies(0.98, 0.098));
    EXPECT_EQ(finding.severity, Severity::Error);
    EXPECT_THAT(finding.runs, ElementsAre(1));
    EXPECT_THAT(finding.title, AllOf(HasSubstr("MPS"), HasSubstr("9.80 %"), HasSubstr("1 epoch")));
    EXPECT_THAT(finding.evidence, Contains(AllOf(HasSubstr("CPU"), HasSubstr("98.00 %"))));
}

// 3 σ of a share of 11.35 % on 10,000 pictures are 0.95 %.
TEST(ChanceLevelRule, HasItsLimitThreeSigmaAboveTheLargestClass)
{
    EXPECT_EQ(findingsOf("chance-level", atAccuracies(0.98, 0.1229)).size(), 1u);
    EXPECT_THAT(findingsOf("chance-level", atAccuracies(0.98, 0.1232)), IsEmpty());
    Thresholds strict;
    strict.chanceOwnSigmas = 5;
    EXPECT_EQ(findingsOf("chance-level", atAccuracies(0.98, 0.1232), strict).size(), 1u);
}

TEST(ChanceLevelRule, FiresForWeightsThatNeverMoved)
{
    ComparisonRecord record = atAccuracies(0.98, 0.2);
    EXPECT_THAT(findingsOf("chance-level", record), IsEmpty()) << "its loss came down";
    record.runs[1].loss = {};
    for (std::int64_t step = 0; step < 100; ++step)
        record.runs[1].loss.append(step, 2.3);
    EXPECT_EQ(findingsOf("chance-level", record).size(), 1u);
    record.runs[1].evaluations = {test::wholeEvaluation(0.24)};
    EXPECT_THAT(findingsOf("chance-level", record), IsEmpty()) << "more than twice chance";
}

TEST(ChanceLevelRule, ComparesWithTheOtherRunAfterTheSameEpochOnly)
{
    ComparisonRecord record = atAccuracies(0.098, 0.098, 1);
    record.runs[0].evaluations.push_back(test::wholeEvaluation(0.98, 2));  // one epoch ahead
    const Finding finding = onlyFinding("chance-level", record);
    EXPECT_EQ(finding.runs, std::vector<std::int64_t>{1});
    EXPECT_EQ(finding.severity, Severity::Warning) << "the other run knew no more after one epoch";
}

TEST(ChanceLevelRule, IsSilentBeforeAWholeEpoch)
{
    EXPECT_THAT(findingsOf("chance-level", atAccuracies(0.1, 0.1, 0)), IsEmpty());
}

// σ of the difference of two accuracies near 98 % on 10,000 pictures is 0.2 %.
TEST(UnexplainedGapRule, FiresBeyondThreeSigmaOfTheDifference)
{
    const Finding finding = onlyFinding("unexplained-gap", atAccuracies(0.98, 0.973));
    EXPECT_EQ(finding.severity, Severity::Warning);
    EXPECT_THAT(finding.runs, ElementsAre(1));
    EXPECT_THAT(finding.evidence, Contains(AllOf(HasSubstr("98.00 %"), HasSubstr("97.30 %"))));
    EXPECT_THAT(judge(atAccuracies(0.98, 0.975)), IsEmpty());
}

TEST(UnexplainedGapRule, IsSilentWhereAnotherRuleSaysWhy)
{
    EXPECT_THAT(findingsOf("unexplained-gap", atAccuracies(0.98, 0.1)), IsEmpty());
    ComparisonRecord record = atAccuracies(0.98, 0.9);
    preflight(record, 1).labels.dtype = "float32";
    EXPECT_THAT(findingsOf("unexplained-gap", record), IsEmpty());
}

TEST(UnexplainedGapRule, IsSilentAfterDifferentNumbersOfEpochs)
{
    ComparisonRecord record = atAccuracies(0.98, 0.9);
    record.runs[1].evaluations = {test::wholeEvaluation(0.9, 2)};
    EXPECT_THAT(findingsOf("unexplained-gap", record), IsEmpty());
}

// Its stage is "after the run": a gap that a later epoch closes must not be reported for good.
TEST(UnexplainedGapRule, WaitsForTheEndOfBothRuns)
{
    for (const std::size_t run : {0u, 1u}) {
        ComparisonRecord record = atAccuracies(0.98, 0.9);
        record.runs[run].end.reset();
        EXPECT_THAT(findingsOf("unexplained-gap", record), IsEmpty());
    }
}

TEST(BlocksTraining, OnlyForErrorsFoundBeforeTheFirstStep)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 1).labels.dtype = "float32";
    EXPECT_TRUE(blocksTraining(judge(record)));
    EXPECT_FALSE(blocksTraining(judge(atAccuracies(0.98, 0.1)))) << "an error of a later stage";
    EXPECT_FALSE(blocksTraining({}));
}

}  // namespace
}  // namespace tandem

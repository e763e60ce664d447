// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Rules that look at training steps and measurements: each fires on a fact that it exists for, and is silent at its guard.

#include "core/rules/rule.h"
#include "tests/core/support/findings.h"
#include "tests/core/support/sample_events.h"

#include <gmock/gmock.h>

#include <cmath>

namespace tandem {
namespace {

using test::findingsOf;
using test::onlyFinding;
using test::preflight;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<StepFacts>& steps(ComparisonRecord& record)
{
    return record.runs[1].steps;
}

EpochProbeFacts& probe(ComparisonRecord& record)
{
    return record.runs[1].probes.back();
}

TEST(CopyIntegrityRule, TellsAnEarlyReadFromAReusedSource)
{
    ComparisonRecord record = test::healthyRecord();
    steps(record)[3].copy = {42, 41, 42};
    Finding finding = onlyFinding("copy-integrity", record);
    EXPECT_EQ(finding.severity, Severity::Error);
    EXPECT_THAT(finding.runs, ElementsAre(1));
    EXPECT_EQ(finding.step, 3);
    EXPECT_THAT(finding.cause, HasSubstr("before its copy had ended"));
    steps(record)[3].copy = {42, 42, 40};
    EXPECT_THAT(onlyFinding("copy-integrity", record).cause, HasSubstr("used again"));
    steps(record)[3].copy = {0, 0, 0};
    EXPECT_THAT(findingsOf("copy-integrity", record), IsEmpty()) << "not measured";
}

TEST(DeviceMixRule, NamesWhatLiesElsewhere)
{
    ComparisonRecord record = test::healthyRecord();
    EXPECT_THAT(findingsOf("device-mix", record), IsEmpty());
    steps(record)[0].elsewhere = {"target on cpu"};
    const Finding finding = onlyFinding("device-mix", record);
    EXPECT_EQ(finding.severity, Severity::Warning);
    EXPECT_THAT(finding.evidence, Contains(HasSubstr("target on cpu")));
}

TEST(ModeCheckRule, FiresInBothPhasesWithTheFittingFix)
{
    ComparisonRecord record = test::healthyRecord();
    EXPECT_THAT(findingsOf("mode-check", record), IsEmpty());
    probe(record).wrongMode = {"dropout_1"};
    Finding finding = onlyFinding("mode-check", record);
    EXPECT_THAT(finding.title, HasSubstr("training mode while measured"));
    EXPECT_EQ(finding.fix->patch, Json::parse(R"({"evaluate": {"eval_mode": true}})"));
    steps(record)[5].wrongMode = {"batch_norm2d_1"};
    finding = onlyFinding("mode-check", record);
    EXPECT_EQ(finding.step, 5);
    EXPECT_THAT(finding.title, HasSubstr("evaluation mode while training"));
}

/// Looks at steps 50, 60, … with these bytes on the device.
void setBytes(ComparisonRecord& record, const std::function<std::int64_t(std::int64_t step)>& bytes)
{
    for (StepFacts& step : steps(record))
        step.deviceBytes = bytes(step.step);
}

TEST(MemoryGrowthRule, FiresWhereBytesRiseToTheEndAndNotWhereTheyLevelOff)
{
    ComparisonRecord record = test::healthyRecord();
    setBytes(record, [](std::int64_t step) { return 5'000'000 + step * 1'000'000; });
    const Finding finding = onlyFinding("memory-growth", record);
    EXPECT_EQ(finding.severity, Severity::Warning);
    EXPECT_THAT(finding.title, HasSubstr("95.3674 MiB in 100 steps"));
    setBytes(record, [](std::int64_t step) { return 5'000'000 + std::min<std::int64_t>(step, 60) * 1'000'000; });
    EXPECT_THAT(findingsOf("memory-growth", record), IsEmpty());
    setBytes(record, [](std::int64_t step) { return 5'000'000 + step * 60'000; });
    EXPECT_THAT(findingsOf("memory-growth", record), IsEmpty()) << "less than 64 KiB a step";
}

TEST(ParamsUnchangedRule, NeedsTwoUpdatesInARowThatWereDue)
{
    ComparisonRecord record = test::healthyRecord();
    steps(record)[4].tensors[0].changed = false;
    EXPECT_THAT(findingsOf("params-unchanged", record), IsEmpty());
    steps(record)[5].tensors[0].changed = false;
    const Finding finding = onlyFinding("params-unchanged", record);
    EXPECT_EQ(finding.severity, Severity::Error);
    EXPECT_EQ(finding.step, 4);
    EXPECT_THAT(finding.title, HasSubstr("linear_1.weight"));
    EXPECT_THAT(finding.evidence, Contains(HasSubstr("on CPU it moves")));
    steps(record)[5].tensors[0].changeDue = false;
    EXPECT_THAT(findingsOf("params-unchanged", record), IsEmpty()) << "too small a change to show";
    steps(record)[5].tensors[0].changeDue = true;
    steps(record)[5].updated = false;
    EXPECT_THAT(findingsOf("params-unchanged", record), IsEmpty()) << "inside an accumulation window";
    steps(record)[6].tensors[0].changed = false;
    EXPECT_EQ(onlyFinding("params-unchanged", record).step, 4) << "the next update";
}

TEST(PartialFreezeRule, ComparesWithTheMedianOfTheRest)
{
    ComparisonRecord record = test::healthyRecord();
    steps(record).back().tensors.push_back({"linear_2.weight", 0.5, 1, 0, 0.01, true, true, 0.01});
    steps(record).back().tensors[1].drift = 0;
    EXPECT_THAT(onlyFinding("partial-freeze", record).title, HasSubstr("linear_1.bias"));
    for (TensorStepFacts& tensor : steps(record).back().tensors)
        tensor.drift = 0;
    EXPECT_THAT(findingsOf("partial-freeze", record), IsEmpty()) << "nothing moves at all: another rule's";
}

TEST(GradMissingRule, IsAnErrorWhereTheOtherRunHasAGradient)
{
    ComparisonRecord record = test::healthyRecord();
    for (std::size_t i = 0; i < 5; ++i)
        steps(record)[i].tensors[0].gradient = 0;
    EXPECT_EQ(onlyFinding("grad-missing", record).severity, Severity::Error);
    for (StepFacts& step : record.runs[0].steps)
        step.tensors[0].gradient = 0;
    for (const Finding& finding : findingsOf("grad-missing", record))
        EXPECT_EQ(finding.severity, Severity::Warning) << "zero on both";
    ComparisonRecord once = test::healthyRecord();
    once.runs[1].steps[0].tensors[0].gradient = 0;
    EXPECT_THAT(findingsOf("grad-missing", once), IsEmpty());
    once.runs[1].steps[0].tensors[0].gradient.reset();
    EXPECT_THAT(onlyFinding("grad-missing", once).title, HasSubstr("No gradient reaches linear_1.weight"));
}

TEST(StaleGradientRule, FiresOutsideAWindowAndForAWipedOne)
{
    ComparisonRecord record = test::healthyRecord();
    steps(record)[1].gradientBefore = 0.5;
    const Finding finding = onlyFinding("stale-gradient", record);
    EXPECT_EQ(finding.severity, Severity::Error);
    EXPECT_EQ(finding.step, 1);
    EXPECT_EQ(finding.fix->patch["step"]["zero_grad"], true);
    steps(record)[1].windowOpen = true;
    EXPECT_THAT(findingsOf("stale-gradient", record), IsEmpty()) << "a declared window";
    steps(record)[1].gradientBefore = 0;
    EXPECT_EQ(onlyFinding("stale-gradient", record).severity, Severity::Warning);
}

TEST(UpdateRatioRule, NeedsTenLooksInARowBeyondItsBand)
{
    const auto withRatio = [](double ratio, std::size_t looks) {
        ComparisonRecord record = test::healthyRecord();
        for (std::size_t i = 0; i < looks; ++i)
            steps(record)[i].tensors[0].update = ratio * steps(record)[i].tensors[0].weight;
        return findingsOf("update-ratio", record).size();
    };
    EXPECT_EQ(withRatio(2, 10), 1u);
    EXPECT_EQ(withRatio(2, 9), 0u);
    EXPECT_EQ(withRatio(0.9, 20), 0u) << "the first steps are large";
    EXPECT_EQ(withRatio(20, 1), 1u);
    EXPECT_EQ(withRatio(1e-5, 10), 1u);
    EXPECT_EQ(withRatio(1e-4, 20), 0u);
}

TEST(OptimizerStateStuckRule, NeedsAMomentThatStaysExactlyZero)
{
    ComparisonRecord record = test::healthyRecord();
    steps(record)[0].tensors[0].moment = 0;
    EXPECT_THAT(findingsOf("optimizer-state-stuck", record), IsEmpty());
    steps(record)[1].tensors[0].moment = 0;
    EXPECT_EQ(onlyFinding("optimizer-state-stuck", record).severity, Severity::Error);
    preflight(record, 1).optimizer.kind = "sgd";
    EXPECT_THAT(findingsOf("optimizer-state-stuck", record), IsEmpty()) << "it keeps no second moment";
}

TEST(LossOutOfRangeRule, FiresBelowItsBoundOnly)
{
    ComparisonRecord record = test::preparedRecord();
    record.apply({1, 1, StepBatch{{{0, 0.0F, 0}, {1, -1e-7F, 0}}, 0}});
    EXPECT_THAT(findingsOf("loss-out-of-range", record), IsEmpty());
    record.apply({1, 1, StepBatch{{{2, -0.5F, 0}}, 0}});
    const Finding finding = onlyFinding("loss-out-of-range", record);
    EXPECT_EQ(finding.step, 2);
    EXPECT_EQ(finding.severity, Severity::Error);
}

TEST(IndexRangeCheckRule, FiresForAnIndexThatIsNoClass)
{
    ComparisonRecord record = test::healthyRecord();
    probe(record).predictionMin = INT64_MIN;
    EXPECT_THAT(onlyFinding("index-range-check", record).title, HasSubstr("-9223372036854775808"));
    probe(record).predictionMin = 0;
    steps(record)[2].predictionMax = 10;
    EXPECT_EQ(onlyFinding("index-range-check", record).step, 2);
    steps(record)[2].predictionMax = 9;
    EXPECT_THAT(findingsOf("index-range-check", record), IsEmpty());
}

TEST(LossFloorRule, KnowsTheTellTaleValues)
{
    const auto restingAt = [](double loss, std::int64_t count) {
        ComparisonRecord record = test::preparedRecord();
        StepBatch batch;
        for (std::int64_t step = 0; step < count; ++step)
            batch.samples.push_back({step, static_cast<float>(loss * (step % 2 == 0 ? 1.005 : 0.995)), 0});
        record.apply({1, 1, std::move(batch)});
        return findingsOf("loss-floor", record);
    };
    ASSERT_EQ(restingAt(std::log(10.0), 200).size(), 1u);
    EXPECT_THAT(restingAt(std::log(10.0), 200)[0].evidence, Contains(HasSubstr("ln C")));
    EXPECT_EQ(restingAt(1.4612, 300).size(), 1u);
    EXPECT_THAT(restingAt(std::log(10.0), 199), IsEmpty());
    EXPECT_THAT(restingAt(2.0, 300), IsEmpty());
}

TEST(ConstantPredictionRule, FiresForOneAnswerToEverything)
{
    ComparisonRecord record = test::healthyRecord();
    probe(record).topPredictionShare = 0.995;
    EXPECT_EQ(onlyFinding("constant-prediction", record).severity, Severity::Error);
    probe(record).topLabelShare = 0.95;
    EXPECT_THAT(findingsOf("constant-prediction", record), IsEmpty()) << "almost all labels are that one";
    probe(record) = {};
    probe(record).epoch = 1;
    probe(record).targetStd = 2;
    probe(record).outputStd = 0.03;
    EXPECT_THAT(onlyFinding("constant-prediction", record).evidence, Contains(HasSubstr("0.03")));
    probe(record).outputStd = 0.05;
    EXPECT_THAT(findingsOf("constant-prediction", record), IsEmpty());
}

TEST(TrainEvalGapRule, CountsOneDirectionOnly)
{
    ComparisonRecord record = test::healthyRecord();
    probe(record).modeSamples = 1000;
    probe(record).trainModeAccuracy = 0.9;
    probe(record).evalModeAccuracy = 0.74;
    EXPECT_EQ(onlyFinding("train-eval-gap", record).severity, Severity::Error);
    probe(record).evalModeAccuracy = 0.76;
    EXPECT_THAT(findingsOf("train-eval-gap", record), IsEmpty());
    probe(record).trainModeAccuracy = 0.2;
    EXPECT_THAT(findingsOf("train-eval-gap", record), IsEmpty()) << "dropout makes training mode lower";
}

TEST(MetricRecountRule, FiresForAnotherCountAndForShapesThatPair)
{
    ComparisonRecord record = test::healthyRecord();
    probe(record).shownCorrect = 9842;
    EXPECT_THAT(onlyFinding("metric-recount", record).title, HasSubstr("98.42 %"));
    probe(record).shownCorrect = 9841;
    EXPECT_THAT(findingsOf("metric-recount", record), IsEmpty());
    probe(record).predictionShape = {10'000, 1};
    const Finding finding = onlyFinding("metric-recount", record);
    EXPECT_EQ(finding.fix->patch, Json::parse(R"({"evaluate": {"keepdim": false}})"));
}

TEST(OrderCheckRule, FiresForSortedAndForRepeatedOrders)
{
    ComparisonRecord record = test::healthyRecord();
    preflight(record, 1).order.ascendingRuns = 3200 - 139;  // 6 σ of 6,400 samples are 138.6
    EXPECT_EQ(onlyFinding("order-check", record).severity, Severity::Error);
    preflight(record, 1).order.ascendingRuns = 3200 - 138;
    EXPECT_THAT(findingsOf("order-check", record), IsEmpty());
    probe(record).previousOrderHash = probe(record).orderHash;
    EXPECT_EQ(onlyFinding("order-check", record).severity, Severity::Warning);
    preflight(record, 1).order.shuffled = false;
    EXPECT_THAT(findingsOf("order-check", record), IsEmpty()) << "no random order was asked for";
}

TEST(LrScheduleCheckRule, FiresWhereNoUpdateWasDone)
{
    ComparisonRecord record = test::healthyRecord();
    probe(record).optimizerSteps = 0;
    EXPECT_EQ(onlyFinding("lr-schedule-check", record).severity, Severity::Error);
    probe(record).optimizerSteps = 100;
    steps(record)[3].learningRate = 0.00102;
    EXPECT_EQ(onlyFinding("lr-schedule-check", record).severity, Severity::Warning);
    steps(record)[3].learningRate = 0.001009;
    EXPECT_THAT(findingsOf("lr-schedule-check", record), IsEmpty());
}

TEST(NormStatsCheckRule, TellsFrozenFromUnfitStatistics)
{
    ComparisonRecord record = test::healthyRecord();
    probe(record).norms = {{"batch_norm2d_1", true, 0.9, 3.9}};
    EXPECT_THAT(findingsOf("norm-stats-check", record), IsEmpty());
    probe(record).norms = {{"batch_norm2d_1", true, 0.1, 4.1}};
    EXPECT_EQ(onlyFinding("norm-stats-check", record).severity, Severity::Warning);
    probe(record).norms = {{"batch_norm2d_1", false, 0.1, 1}};
    EXPECT_EQ(onlyFinding("norm-stats-check", record).severity, Severity::Error);
    probe(record).norms = {{"batch_norm2d_1", true, 0.1, 1}};
    preflight(record, 1).batchSize = 4;
    EXPECT_EQ(onlyFinding("norm-stats-check", record).severity, Severity::Info);
}

TEST(DeadUnitsRule, FiresAboveItsShare)
{
    ComparisonRecord record = test::healthyRecord();
    probe(record).units = {{"relu_1", 0.6}};
    EXPECT_THAT(findingsOf("dead-units", record), IsEmpty());
    probe(record).units = {{"relu_1", 0.61}};
    EXPECT_THAT(onlyFinding("dead-units", record).title, HasSubstr("relu_1"));
}

TEST(DropoutMaskCheckRule, ChecksRateScaleRepeatsAndEvaluation)
{
    const auto complaint = [](const DropoutFacts& facts) {
        ComparisonRecord record = test::healthyRecord();
        probe(record).dropouts = {facts};
        const auto found = findingsOf("dropout-mask-check", record);
        return found.empty() ? std::string() : found[0].title;
    };
    EXPECT_EQ(complaint({"dropout_1", 0.5, 4096, 0.52, 2, false, false}), "");
    EXPECT_THAT(complaint({"dropout_1", 0.5, 4096, 0.55, 2, false, false}), HasSubstr("55.00 %"));
    EXPECT_THAT(complaint({"dropout_1", 0.5, 4096, 0.5, 1, false, false}), HasSubstr("instead of 2"));
    EXPECT_THAT(complaint({"dropout_1", 0.5, 4096, 0.5, 2, true, false}), HasSubstr("twice"));
    EXPECT_THAT(complaint({"dropout_1", 0.5, 4096, 0.5, 2, false, true}), HasSubstr("measuring"));
    EXPECT_THAT(complaint({"dropout_1", 0.5, 4096, 1, 0, true, false}), HasSubstr("100.00 %"));
}

TEST(StillImprovingRule, OnlyInforms)
{
    ComparisonRecord record = test::healthyRecord();
    record.runs[1].evaluations.clear();
    for (std::int64_t epoch = 1; epoch <= 5; ++epoch)
        record.runs[1].evaluations.push_back({100 * epoch, epoch, true, 10'000, std::pow(0.9, static_cast<double>(epoch)), 0.98});
    EXPECT_EQ(onlyFinding("still-improving", record).severity, Severity::Info);
    record.runs[1].evaluations.back().loss = record.runs[1].evaluations[3].loss * 0.995;
    EXPECT_THAT(findingsOf("still-improving", record), IsEmpty());
}

TEST(TimingSyncRule, ComparesTheTwoClocks)
{
    ComparisonRecord record = test::healthyRecord();
    probe(record).secondsUndrained = 0.69;
    probe(record).secondsDrained = 1;
    EXPECT_EQ(onlyFinding("timing-sync", record).severity, Severity::Error);
    probe(record).secondsUndrained = 0.71;
    EXPECT_THAT(findingsOf("timing-sync", record), IsEmpty());
    probe(record).secondsUndrained = 0.001;
    probe(record).secondsDrained = 0.01;
    EXPECT_THAT(findingsOf("timing-sync", record), IsEmpty()) << "too short a stretch to tell";
}

TEST(BackendSelfTestRule, WarnsOfWhatIsUsedAndOnlyInformsOfTheRest)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 1).selfTest = {100, {{"topk", "", "values", "gives 0", 0, 0, false}}};
    EXPECT_EQ(onlyFinding("backend-self-test", record).severity, Severity::Info);
    preflight(record, 1).selfTest.failures.push_back({"linear", "transposed", "values", "off", 0.5, 1e-5, true});
    const Finding finding = onlyFinding("backend-self-test", record);
    EXPECT_EQ(finding.severity, Severity::Warning);
    EXPECT_THAT(finding.title, HasSubstr("linear and 1 more"));
    preflight(record, 1).selfTest.failures = {{"linear", "", "values", "off", 1.9e-3, 1e-5, true}};
    EXPECT_EQ(onlyFinding("backend-self-test", record).severity, Severity::Info) << "as TF32 gives";
    preflight(record, 1).selfTest.failures = {};
    EXPECT_THAT(findingsOf("backend-self-test", record), IsEmpty());
}

TEST(NanSwallowedRule, HasItsOwnProbe)
{
    ComparisonRecord record = test::preparedRecord();
    EXPECT_THAT(findingsOf("nan-swallowed", record), IsEmpty());
    preflight(record, 1).selfTest = {100, {{"clamp, maximum, relu of NaN", "", "nan", "gives 0 for nan", 0, 0, true}}};
    EXPECT_EQ(onlyFinding("nan-swallowed", record).severity, Severity::Warning);
    EXPECT_THAT(findingsOf("backend-self-test", record), IsEmpty()) << "one finding is enough";
}

TEST(OwnRules, FollowAFactIntoLists)
{
    ComparisonRecord record = test::healthyRecord();
    RuleSettings settings;
    settings.own = {{"bright", "preflight.input.max", Relation::Greater, 2.5, "error", "inputs are bright"},
                    {"big-gradient", "steps.tensors.gradient", Relation::GreaterOrEqual, 0.5, "info", "a gradient of a half"},
                    {"typo", "preflight.input.maximum", Relation::Greater, 0, "warning", "never"}};
    const Judgement judgement = judgeAll(record, settings);
    ASSERT_EQ(judgement.findings.size(), 4u) << "two rules on two runs";
    EXPECT_EQ(judgement.findings[0].rule, "bright");
    EXPECT_EQ(judgement.findings[0].severity, Severity::Error);
    EXPECT_THAT(judgement.findings[0].evidence, Contains(HasSubstr("2.82")));
    ASSERT_EQ(judgement.notRun.size(), 2u);
    EXPECT_THAT(judgement.notRun[0].reason, HasSubstr("preflight.input.maximum"));
}

TEST(RuleSettings, MuteAndCheckNames)
{
    ComparisonRecord record = test::healthyRecord();
    preflight(record, 1).labels.dtype = "float32";
    EXPECT_EQ(judgeAll(record).findings.size(), 1u);
    RuleSettings settings;
    settings.muted = {{"label-dtype", "to see what happens"}};
    EXPECT_THAT(judgeAll(record, settings).findings, IsEmpty());
    EXPECT_TRUE(checkRuleSettings(settings));
    settings.muted = {{"label-dtpye", "a typo"}};
    EXPECT_THAT(describe(checkRuleSettings(settings).error()), HasSubstr("label-dtype"));
    settings.muted.clear();
    settings.own = {{"label-dtype", "x", Relation::Greater, 0, "info", "y"}};
    EXPECT_FALSE(checkRuleSettings(settings));
}

}  // namespace
}  // namespace tandem

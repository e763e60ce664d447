// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/support/findings.h"
#include "tests/core/support/sample_events.h"

#include <gmock/gmock.h>

#include <cmath>

namespace tandem {
namespace {

using test::findingsOf;
using test::onlyFinding;
using test::preflight;
using test::reasonsOf;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// The second run with this loss, and with outputs as a last layer of this kind gives them.
ComparisonRecord endingWith(const std::string& activation, const std::string& loss)
{
    ComparisonRecord record = test::preparedRecord();
    PreflightFacts& facts = preflight(record, 1);
    facts.loss = loss;
    facts.head.lastLayer = facts.head.activation = activation;
    facts.initialLoss = {};
    if (activation == "softmax") {
        facts.head.min = 0.08;
        facts.head.max = 0.12;
        facts.head.classSumError = 1e-7;
        facts.head.batchSumError = 5.4;
    } else if (activation == "log_softmax") {
        facts.head.min = -2.5;
        facts.head.max = -2.1;
        facts.head.classSumError = 24;
        facts.head.batchSumError = 5.4;
        facts.head.logSumExpError = 1e-7;
    }
    if (activation == "softmax" || activation == "log_softmax")
        facts.head.softmaxUnits = 10;
    record.start.document["model"]["layers"].push_back(activation);
    return record;
}

/// Numbers as targets of the second run, one a sample.
ComparisonRecord regression(const std::string& activation, double least, double most)
{
    ComparisonRecord record = endingWith(activation, "mse");
    PreflightFacts& facts = preflight(record, 1);
    facts.target = "column";
    facts.outputs = 1;
    facts.labels = {"float32", {64, 1}, least, most, (least + most) / 2, (most - least) / 4, 0};
    facts.head.outputShape = facts.head.targetShape = {64, 1};
    facts.head.targetMin = least;
    facts.head.targetMax = most;
    return record;
}

TEST(DoubleSoftmaxRule, WarnsWithTheFloorAndTakesTheLayerAway)
{
    const ComparisonRecord record = endingWith("softmax", "cross_entropy");
    const Finding finding = onlyFinding("double-softmax", record);
    EXPECT_EQ(finding.severity, Severity::Warning);
    EXPECT_THAT(finding.runs, ElementsAre(1));
    EXPECT_THAT(finding.title, AllOf(HasSubstr("MPS"), HasSubstr("1.46115")));
    EXPECT_FALSE(blocksTraining(judge(record)));
    ASSERT_TRUE(finding.fix);
    EXPECT_EQ(finding.fix->patch, Json::parse(R"({"model": {"layers": ["flatten", {"linear": {"out": 10}}]}})"));
}

TEST(DoubleSoftmaxRule, OnlyInformsOfLogProbabilities)
{
    const ComparisonRecord record = endingWith("log_softmax", "cross_entropy");
    EXPECT_EQ(onlyFinding("double-softmax", record).severity, Severity::Info);
    EXPECT_EQ(judge(record).size(), 1u);
}

TEST(DoubleSoftmaxRule, IsSilentWhereSumsAreOffOrNoSoftmaxIsLast)
{
    ComparisonRecord record = endingWith("softmax", "cross_entropy");
    preflight(record, 1).head.classSumError = 1.1e-3;
    EXPECT_THAT(findingsOf("double-softmax", record), IsEmpty());
    preflight(record, 1).head.classSumError = NAN;
    EXPECT_THAT(findingsOf("double-softmax", record), IsEmpty());
    record = endingWith("softmax", "cross_entropy");
    preflight(record, 1).head.activation = "";
    EXPECT_THAT(findingsOf("double-softmax", record), IsEmpty());
    EXPECT_THAT(findingsOf("double-softmax", endingWith("softmax", "mse")), IsEmpty());
}

TEST(DoubleSoftmaxRule, SaysWhenABatchIsTooSmall)
{
    ComparisonRecord record = endingWith("softmax", "cross_entropy");
    preflight(record, 1).head.rows = 31;
    EXPECT_THAT(findingsOf("double-softmax", record), IsEmpty());
    EXPECT_THAT(reasonsOf("double-softmax", record), ElementsAre(HasSubstr("31 samples")));
    preflight(record, 1).head.rows = 32;
    EXPECT_EQ(findingsOf("double-softmax", record).size(), 1u);
}

TEST(NllWithoutLogRule, TellsProbabilitiesFromRawOutputs)
{
    Finding finding = onlyFinding("nll-without-log", endingWith("softmax", "nll"));
    EXPECT_EQ(finding.severity, Severity::Error);
    EXPECT_THAT(finding.title, AllOf(HasSubstr("probabilities up to 0.12"), HasSubstr("MPS")));
    EXPECT_EQ(finding.fix->patch, Json::parse(R"({"model": {"layers": ["flatten", {"linear": {"out": 10}}, "log_softmax"]}})"));
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 0).loss = "nll";
    finding = onlyFinding("nll-without-log", record);
    EXPECT_THAT(finding.runs, ElementsAre(0));
    EXPECT_THAT(finding.title, HasSubstr("raw outputs up to 0.1"));
    EXPECT_EQ(finding.fix->patch, Json::parse(R"({"loss": "cross_entropy"})"));
}

TEST(NllWithoutLogRule, IsSilentForLogProbabilities)
{
    ComparisonRecord record = endingWith("log_softmax", "nll");
    preflight(record, 1).head.max = 1e-3;
    EXPECT_THAT(judge(record), IsEmpty());
    preflight(record, 1).head = {};
    EXPECT_THAT(findingsOf("nll-without-log", record), IsEmpty());
}

TEST(HeadLossMismatchRule, FiresForOneOutputAndTenClasses)
{
    ComparisonRecord record = regression("sigmoid", 0, 9);
    preflight(record, 1).loss = "bce";
    const Finding finding = onlyFinding("head-loss-mismatch", record);
    EXPECT_EQ(finding.severity, Severity::Error);
    EXPECT_THAT(finding.runs, ElementsAre(1));
    EXPECT_THAT(finding.title, AllOf(HasSubstr("One output"), HasSubstr("MPS"), HasSubstr("10 classes")));
    preflight(record, 1).train.classes = 2;
    EXPECT_THAT(onlyFinding("head-loss-mismatch", record).title, HasSubstr("0 to 9"));
    preflight(record, 1).head.targetMax = preflight(record, 1).labels.max = 1;
    preflight(record, 1).head.min = 0.2;
    preflight(record, 1).head.max = 0.8;
    EXPECT_THAT(findingsOf("head-loss-mismatch", record), IsEmpty());
}

TEST(HeadLossMismatchRule, FiresForBceOverRawOutputs)
{
    ComparisonRecord record = regression("", 0, 1);
    preflight(record, 1).loss = "bce";
    preflight(record, 1).train.classes = 2;
    const Finding finding = onlyFinding("head-loss-mismatch", record);
    EXPECT_THAT(finding.title, HasSubstr("-0.1 to 0.1"));
    EXPECT_EQ(finding.fix->patch, Json::parse(R"({"loss": "bce_with_logits"})"));
    preflight(record, 1).loss = "bce_with_logits";
    EXPECT_THAT(findingsOf("head-loss-mismatch", record), IsEmpty());
}

TEST(HeadLossMismatchRule, FiresForActivationsThatTheLossAppliesItself)
{
    for (const char* activation : {"softmax", "sigmoid"}) {
        ComparisonRecord record = endingWith(activation, "bce_with_logits");
        preflight(record, 1).head.targetMax = 1;
        preflight(record, 1).head.targetShape = {64, 10};
        const Finding finding = onlyFinding("head-loss-mismatch", record);
        EXPECT_EQ(finding.severity, Severity::Error) << activation;
        EXPECT_EQ(finding.fix->patch, Json::parse(R"({"model": {"layers": ["flatten", {"linear": {"out": 10}}]}})"));
    }
    EXPECT_EQ(onlyFinding("head-loss-mismatch", endingWith("sigmoid", "cross_entropy")).severity, Severity::Error);
    EXPECT_EQ(onlyFinding("head-loss-mismatch", endingWith("relu", "cross_entropy")).severity, Severity::Warning);
    EXPECT_THAT(findingsOf("head-loss-mismatch", endingWith("softmax", "cross_entropy")), IsEmpty()) << "double-softmax speaks";
}

TEST(HeadLossMismatchRule, FiresForClassNumbersAsRegressionTargets)
{
    ComparisonRecord record = endingWith("", "mse");
    const Finding finding = onlyFinding("head-loss-mismatch", record);
    EXPECT_EQ(finding.fix->patch, Json::parse(R"({"step": {"target": "one_hot"}})"));
    EXPECT_EQ(finding.foldedUnder, "target-shape");
}

TEST(HeadLossMismatchRule, FiresForTargetsOutOfReach)
{
    const Finding finding = onlyFinding("head-loss-mismatch", regression("sigmoid", 0, 9));
    EXPECT_EQ(finding.severity, Severity::Error);
    EXPECT_THAT(finding.title, AllOf(HasSubstr("sigmoid"), HasSubstr("0 to 1"), HasSubstr("0 to 9")));
    EXPECT_EQ(findingsOf("head-loss-mismatch", regression("relu", -3, 3)).size(), 1u);
    EXPECT_EQ(findingsOf("head-loss-mismatch", regression("tanh", -3, 3)).size(), 1u);
    EXPECT_THAT(findingsOf("head-loss-mismatch", regression("", -3, 3)), IsEmpty());
    EXPECT_THAT(findingsOf("head-loss-mismatch", regression("tanh", -1, 1)), IsEmpty());
}

// One of 128 targets is less than 1 %, and the mean is far inside.
TEST(HeadLossMismatchRule, IsSilentForAFewTargetsOutOfReach)
{
    ComparisonRecord record = regression("sigmoid", 0, 1.01);
    preflight(record, 1).head.targetShape = {128, 1};
    preflight(record, 1).labels.mean = 0.3;
    preflight(record, 1).labels.std = 0.2;
    EXPECT_THAT(findingsOf("head-loss-mismatch", record), IsEmpty());
    preflight(record, 1).head.targetShape = {100, 1};
    EXPECT_EQ(findingsOf("head-loss-mismatch", record).size(), 1u);
}

TEST(SingleUnitSoftmaxRule, FiresAtOneUnitOnly)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 1).head.softmaxUnits = 1;
    const Finding finding = onlyFinding("single-unit-softmax", record);
    EXPECT_EQ(finding.severity, Severity::Error);
    EXPECT_THAT(finding.runs, ElementsAre(1));
    EXPECT_THAT(finding.title, AllOf(HasSubstr("MPS"), HasSubstr("1 value")));
    preflight(record, 1).head.softmaxUnits = 2;
    EXPECT_THAT(findingsOf("single-unit-softmax", record), IsEmpty());
}

TEST(SoftmaxAxisRule, FiresWhereTheBatchSumsToOne)
{
    for (const char* activation : {"softmax", "log_softmax"}) {
        ComparisonRecord record = endingWith(activation, "cross_entropy");
        HeadFacts& head = preflight(record, 1).head;
        head.batchSumError = 1e-6;
        head.classSumError = head.logSumExpError = 0.8;
        const Finding finding = onlyFinding("softmax-axis", record);
        EXPECT_EQ(finding.severity, Severity::Error);
        EXPECT_THAT(finding.runs, ElementsAre(1));
        EXPECT_THAT(finding.title, AllOf(HasSubstr("MPS"), HasSubstr("64 samples")));
        EXPECT_EQ(finding.fix->patch["model"]["layers"].back(), (Json{{activation, {{"axis", 1}}}}));
        EXPECT_THAT(findingsOf("double-softmax", record), IsEmpty());
    }
}

TEST(SoftmaxAxisRule, NeedsABatchThatTellsTheAxesApart)
{
    ComparisonRecord record = endingWith("softmax", "cross_entropy");
    HeadFacts& head = preflight(record, 1).head;
    head.batchSumError = 1e-6;
    head.classSumError = 0.8;
    head.outputShape = {10, 10};
    head.rows = 10;
    EXPECT_THAT(findingsOf("softmax-axis", record), IsEmpty());
    EXPECT_EQ(reasonsOf("softmax-axis", record).size(), 1u);
}

TEST(SoftmaxAxisRule, IsSilentWhereTheClassesSumToOneToo)
{
    ComparisonRecord record = endingWith("softmax", "cross_entropy");
    preflight(record, 1).head.batchSumError = 1e-6;
    preflight(record, 1).head.classSumError = 1e-3;
    EXPECT_THAT(findingsOf("softmax-axis", record), IsEmpty());
    preflight(record, 1).head.classSumError = 1;
    preflight(record, 1).head.batchSumError = 1.1e-3;
    EXPECT_THAT(findingsOf("softmax-axis", record), IsEmpty());
}

/// Both runs with this first loss.
ComparisonRecord startingAt(double loss)
{
    ComparisonRecord record = test::preparedRecord();
    for (std::size_t run : {0u, 1u})
        preflight(record, run).initialLoss.loss = loss;
    return record;
}

// ln 10 is 2.302585.
TEST(InitialLossRule, WarnsFarFromGuessing)
{
    const auto found = findingsOf("initial-loss", startingAt(5.757));
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[1].severity, Severity::Warning);
    EXPECT_THAT(found[1].runs, ElementsAre(1));
    EXPECT_THAT(found[1].title, AllOf(HasSubstr("MPS"), HasSubstr("5.757"), HasSubstr("2.30259")));
    EXPECT_THAT(findingsOf("initial-loss", startingAt(5.756)), IsEmpty());
    EXPECT_EQ(findingsOf("initial-loss", startingAt(1.151)).size(), 2u);
    EXPECT_THAT(findingsOf("initial-loss", startingAt(1.152)), IsEmpty());
}

TEST(InitialLossRule, IsAnErrorForALossThatNoModelHas)
{
    for (const double loss : {0.0, -0.1, static_cast<double>(NAN), static_cast<double>(INFINITY)})
        for (const Finding& finding : findingsOf("initial-loss", startingAt(loss)))
            EXPECT_EQ(finding.severity, Severity::Error) << loss;
    EXPECT_EQ(findingsOf("initial-loss", startingAt(NAN)).size(), 2u);
}

TEST(InitialLossRule, IsAnErrorWhereDevicesDisagreeOnTheSameWeights)
{
    ComparisonRecord record = startingAt(2.3);
    preflight(record, 1).initialLoss.loss = 2.3024;
    const Finding finding = onlyFinding("initial-loss", record);
    EXPECT_EQ(finding.severity, Severity::Error);
    EXPECT_THAT(finding.runs, ElementsAre(1));
    EXPECT_THAT(finding.title, AllOf(HasSubstr("2.3024"), HasSubstr("2.3")));
    preflight(record, 1).initialLoss.loss = 2.3022;
    EXPECT_THAT(findingsOf("initial-loss", record), IsEmpty());
    preflight(record, 1).initialLoss.loss = 2.5;
    preflight(record, 1).weightsHash = "9999999999999999";
    EXPECT_THAT(findingsOf("initial-loss", record), IsEmpty()) << "other weights have another loss";
}

TEST(InitialLossRule, JudgesMseNearTheMeanOfTheTargetsOnly)
{
    ComparisonRecord record = regression("", 0, 9);
    PreflightFacts& facts = preflight(record, 1);
    facts.initialLoss = {512, 28.5, 8.25, {}};
    EXPECT_THAT(findingsOf("initial-loss", record), IsEmpty()) << "outputs near 0, targets near 4.5";
    facts.output.mean = 4.5;
    EXPECT_EQ(onlyFinding("initial-loss", record).severity, Severity::Warning);
    facts.initialLoss.loss = 9;
    EXPECT_THAT(findingsOf("initial-loss", record), IsEmpty());
}

TEST(InitialLossRule, SaysWhyItCouldNotLook)
{
    ComparisonRecord record = startingAt(9);
    for (std::size_t run : {0u, 1u})
        preflight(record, run).initialLoss.samples = 511;
    EXPECT_THAT(findingsOf("initial-loss", record), IsEmpty());
    EXPECT_THAT(reasonsOf("initial-loss", record), ElementsAre(HasSubstr("511"), HasSubstr("511")));
    record = test::preparedRecord();
    preflight(record, 1).initialLoss = {0, 0, 0, "labels are float32"};
    EXPECT_THAT(reasonsOf("initial-loss", record), ElementsAre("labels are float32"));
}

}  // namespace
}  // namespace tandem

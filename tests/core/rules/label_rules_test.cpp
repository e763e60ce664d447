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

/// The splits of both runs with labels of this range.
ComparisonRecord withLabels(double least, double most, std::int64_t classes = 10)
{
    ComparisonRecord record = test::preparedRecord();
    SplitFacts& train = preflight(record, 1).train;
    train.labelMin = preflight(record, 1).test.labelMin = least;
    train.labelMax = preflight(record, 1).test.labelMax = most;
    train.classes = preflight(record, 1).test.classes = classes;
    return record;
}

TEST(LabelFractionalRule, FiresForScaledLabelsAndUndoesTheScaling)
{
    ComparisonRecord record = withLabels(0, 9.0 / 255);
    preflight(record, 1).labelMaxFraction = 9.0 / 255;
    const Finding finding = onlyFinding("label-fractional", record);
    EXPECT_EQ(finding.severity, Severity::Error);
    EXPECT_THAT(finding.runs, ElementsAre(1));
    EXPECT_FALSE(finding.step);
    EXPECT_THAT(finding.title, AllOf(HasSubstr("MPS"), HasSubstr("0.0352941")));
    EXPECT_THAT(finding.evidence, Contains(AllOf(HasSubstr("0.0352941"), HasSubstr("allowed is 0"))));
    ASSERT_TRUE(finding.fix);
    EXPECT_EQ(finding.fix->run, "MPS");
    EXPECT_EQ(finding.fix->patch, Json::parse(R"({"step": {"label_scale": 1}})"));
}

TEST(LabelFractionalRule, UndoesAnOffsetThatIsNoWholeNumber)
{
    const Finding finding = onlyFinding("label-fractional", withLabels(0.5, 9.5));
    EXPECT_EQ(finding.fix->patch, Json::parse(R"({"step": {"label_offset": 0}})"));
}

TEST(LabelFractionalRule, NamesATinyResidueAsDamage)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 0).labelMaxFraction = 2e-9;
    const Finding finding = onlyFinding("label-fractional", record);
    EXPECT_THAT(finding.cause, HasSubstr("interpolation"));
    EXPECT_FALSE(finding.fix);
}

TEST(LabelFractionalRule, IsSilentWithinTheToleranceForNumbersAndForOddFacts)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 1).labelMaxFraction = 0.25;
    Thresholds loose;
    loose.fractionTolerance = 0.25;
    EXPECT_THAT(findingsOf("label-fractional", record, loose), IsEmpty());
    preflight(record, 1).target = "value";
    EXPECT_THAT(findingsOf("label-fractional", record), IsEmpty());
    preflight(record, 0).labelMaxFraction = NAN;
    preflight(record, 0).train.labelMin = -INFINITY;
    EXPECT_THAT(findingsOf("label-fractional", record), IsEmpty());
}

TEST(LabelRangeRule, SaysOffByOneAndSubtractsOne)
{
    ComparisonRecord record = withLabels(1, 10);
    const Finding finding = onlyFinding("label-range", record);
    EXPECT_THAT(finding.title, AllOf(HasSubstr("1 to 10"), HasSubstr("10 outputs"), HasSubstr("off by one")));
    EXPECT_THAT(finding.evidence, Contains(AllOf(HasSubstr("training split"), HasSubstr("10 distinct"))));
    EXPECT_EQ(finding.fix->patch, Json::parse(R"({"step": {"label_offset": -1}})"));

    record.start.document["runs"][1]["with"] = Json::parse(R"({"step": {"label_offset": 3}})");
    EXPECT_EQ(onlyFinding("label-range", record).fix->patch["step"]["label_offset"], 2) << "counted from what is added so far";
}

TEST(LabelRangeRule, SaysGreyValues)
{
    const Finding finding = onlyFinding("label-range", withLabels(0, 255, 2));
    EXPECT_THAT(finding.title, HasSubstr("grey values, not classes"));
    EXPECT_EQ(finding.fix->patch["step"]["label_scale"].get<double>() * 255, 1.0);
    EXPECT_FALSE(onlyFinding("label-range", withLabels(0, 255, 3)).fix) << "three grey values need a table";
}

TEST(LabelRangeRule, LooksAtTheTestSplitToo)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 0).test.labelMax = 12;
    const Finding finding = onlyFinding("label-range", record);
    EXPECT_THAT(finding.title, HasSubstr("0 to 12"));
    EXPECT_FALSE(finding.fix);
}

TEST(LabelRangeRule, IsSilentForTargetsThatAreNumbersAndAtTheLastOutput)
{
    ComparisonRecord record = withLabels(0, 9.75);
    EXPECT_THAT(findingsOf("label-range", record), IsEmpty());
    preflight(record, 1).train.labelMax = 1000;
    preflight(record, 1).target = "value";
    EXPECT_THAT(findingsOf("label-range", record), IsEmpty());
    preflight(record, 0).train.labelMax = NAN;
    preflight(record, 0).test.labelMax = NAN;
    EXPECT_THAT(findingsOf("label-range", record), IsEmpty());
}

/// One-hot targets on the second run.
ComparisonRecord oneHot(const std::string& loss)
{
    ComparisonRecord record = test::preparedRecord();
    PreflightFacts& facts = preflight(record, 1);
    facts.loss = loss;
    facts.target = "one_hot";
    facts.labelContract = "float32";
    facts.labels = {"float32", {64, 10}, 0, 1, 0.1, 0.3, 0};
    facts.head.targetShape = {64, 10};
    facts.head.targetMax = 1;
    facts.head.targetValues = 2;
    facts.head.targetOneHot = true;
    facts.initialLoss = {};
    return record;
}

TEST(LabelFormatRule, WarnsWhereTheLossTakesProbabilities)
{
    const Finding finding = onlyFinding("label-format", oneHot("cross_entropy"));
    EXPECT_EQ(finding.severity, Severity::Warning);
    EXPECT_THAT(finding.runs, ElementsAre(1));
    EXPECT_THAT(finding.title, AllOf(HasSubstr("one-hot"), HasSubstr("[64, 10]"), HasSubstr("MPS")));
    EXPECT_EQ(finding.fix->patch, Json::parse(R"({"step": {"target": "index", "label_dtype": "int64"}})"));
}

TEST(LabelFormatRule, IsAnErrorWhereTheLossCannotTakeIt)
{
    EXPECT_EQ(onlyFinding("label-format", oneHot("nll")).severity, Severity::Error);
    ComparisonRecord record = oneHot("cross_entropy");
    preflight(record, 1).labels.dtype = "int64";
    EXPECT_EQ(onlyFinding("label-format", record).severity, Severity::Error);
    record = test::preparedRecord();
    preflight(record, 0).head.targetShape = {64, 1};
    const Finding column = onlyFinding("label-format", record);
    EXPECT_EQ(column.severity, Severity::Error);
    EXPECT_THAT(column.title, AllOf(HasSubstr("column"), HasSubstr("[64, 1]")));
}

TEST(LabelFormatRule, NeedsRowsOrAnExperimentThatSaysSo)
{
    ComparisonRecord record = oneHot("cross_entropy");
    preflight(record, 1).target = "index";
    preflight(record, 1).head.rows = 32;
    EXPECT_EQ(findingsOf("label-format", record).size(), 1u);
    preflight(record, 1).head.rows = 31;
    EXPECT_THAT(findingsOf("label-format", record), IsEmpty());
    EXPECT_THAT(findingsOf("label-format", oneHot("mse")), IsEmpty()) << "what mse wants";
}

TEST(TargetShapeRule, FiresWithTheShapeThatIsCompared)
{
    ComparisonRecord record = oneHot("mse");
    preflight(record, 1).outputs = 1;
    preflight(record, 1).head.outputShape = {64, 1};
    preflight(record, 1).head.targetShape = {64};
    const Finding finding = onlyFinding("target-shape", record);
    EXPECT_EQ(finding.severity, Severity::Error);
    EXPECT_THAT(finding.runs, ElementsAre(1));
    EXPECT_THAT(finding.title, AllOf(HasSubstr("[64, 1]"), HasSubstr("[64]"), HasSubstr("MPS")));
    EXPECT_THAT(finding.evidence, Contains(HasSubstr("[64, 64]")));
    EXPECT_FALSE(finding.fix);
}

TEST(TargetShapeRule, OffersOneHotForClassNumbers)
{
    ComparisonRecord record = oneHot("mse");
    preflight(record, 1).target = "index";
    preflight(record, 1).head.targetShape = {64};
    const Finding finding = onlyFinding("target-shape", record);
    EXPECT_THAT(finding.evidence, Contains(HasSubstr("raises")));
    EXPECT_EQ(finding.fix->patch, Json::parse(R"({"step": {"target": "one_hot"}})"));
}

TEST(TargetShapeRule, IsSilentForEqualShapesAndIndexLosses)
{
    EXPECT_THAT(findingsOf("target-shape", oneHot("mse")), IsEmpty());
    EXPECT_THAT(findingsOf("target-shape", test::preparedRecord()), IsEmpty());
    ComparisonRecord record = oneHot("bce");
    preflight(record, 1).head = {};
    EXPECT_THAT(findingsOf("target-shape", record), IsEmpty());
}

TEST(ClassCoverageRule, IsAnErrorForOneLabelOnly)
{
    const Finding finding = onlyFinding("class-coverage", withLabels(3, 3, 1));
    EXPECT_EQ(finding.severity, Severity::Error);
    EXPECT_THAT(finding.title, AllOf(HasSubstr("MPS"), HasSubstr("are 3")));
}

TEST(ClassCoverageRule, WarnsForALargeClassAndForOutputsWithoutClass)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 0).train.largestShare = 0.951;
    Finding finding = onlyFinding("class-coverage", record);
    EXPECT_EQ(finding.severity, Severity::Warning);
    EXPECT_THAT(finding.title, HasSubstr("95.10 %"));
    finding = onlyFinding("class-coverage", withLabels(0, 3, 4));
    EXPECT_EQ(finding.severity, Severity::Warning);
    EXPECT_THAT(finding.title, HasSubstr("4 of 10"));
}

TEST(ClassCoverageRule, OnlyInformsOfClassesThatTrainingNeverSees)
{
    ComparisonRecord record = withLabels(0, 9, 9);
    preflight(record, 1).test.missingInOther = 1;
    EXPECT_EQ(onlyFinding("class-coverage", record).severity, Severity::Info);
}

TEST(ClassCoverageRule, IsSilentAtItsLimits)
{
    ComparisonRecord record = withLabels(0, 9, 5);
    preflight(record, 1).train.largestShare = 0.95;
    EXPECT_THAT(findingsOf("class-coverage", record), IsEmpty());
    preflight(record, 1).train.classes = 1;
    preflight(record, 1).train.count = 1;
    EXPECT_THAT(findingsOf("class-coverage", record), IsEmpty()) << "one sample has one label";
    preflight(record, 1).train = {};
    EXPECT_THAT(findingsOf("class-coverage", record), IsEmpty());
}

}  // namespace
}  // namespace tandem

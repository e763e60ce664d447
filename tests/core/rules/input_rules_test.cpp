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

constexpr const char* kScale = R"({"scale":255})";
constexpr const char* kNormalize = R"({"normalize":{"mean":[0.13],"std":[0.31]}})";

/// Both splits of the second run with this channel and these transforms.
ComparisonRecord withChannel(const ChannelFacts& channel, const std::vector<std::string>& transforms)
{
    ComparisonRecord record = test::preparedRecord();
    for (SplitFacts* split : {&preflight(record, 1).train, &preflight(record, 1).test}) {
        split->channels = {channel};
        split->transforms = transforms;
    }
    return record;
}

TEST(InputScaleRule, NamesRawPixelsAndScalesThem)
{
    const ComparisonRecord record = withChannel({33.3, 78.6, 0, 255}, {});
    const Finding finding = onlyFinding("input-scale", record);
    EXPECT_EQ(finding.severity, Severity::Warning);
    EXPECT_THAT(finding.runs, ElementsAre(1));
    EXPECT_THAT(finding.title, AllOf(HasSubstr("MPS"), HasSubstr("78.6"), HasSubstr("raw 8-bit pixels")));
    EXPECT_THAT(finding.evidence, Contains(HasSubstr("mean 33.3")));
    EXPECT_EQ(finding.fix->patch,
              Json::parse(R"({"data": {"transforms": [{"scale": 255}, {"normalize": {"mean": [0.1306], "std": [0.308235]}}]}})"));
}

TEST(InputScaleRule, NormalisesEachSplitWhereTheyAreListedApart)
{
    ComparisonRecord record = withChannel({5, 0.1, 4, 6}, {kScale});
    record.start.document["data"] = Json::parse(R"({"train_transforms": [{"scale": 255}], "test_transforms": [{"scale": 255}]})");
    const Json patch = onlyFinding("input-scale", record).fix->patch;
    EXPECT_EQ(patch["data"]["train_transforms"], Json::parse(R"([{"scale": 255}, {"normalize": {"mean": [5], "std": [0.1]}}])"));
    EXPECT_EQ(patch["data"]["test_transforms"], patch["data"]["train_transforms"]);
}

TEST(InputScaleRule, IsSilentAtItsLimitsAndBeforeANormalisation)
{
    for (const ChannelFacts& channel : {ChannelFacts{0, 20, -60, 60}, ChannelFacts{0, 0.01, -1, 1}, ChannelFacts{10, 1, 7, 13}})
        EXPECT_THAT(findingsOf("input-scale", withChannel(channel, {kScale})), IsEmpty());
    ComparisonRecord record = withChannel({33.3, 78.6, 0, 255}, {});
    preflight(record, 1).layers = {"batch_norm2d", "flatten", "linear"};
    EXPECT_THAT(findingsOf("input-scale", record), IsEmpty());
    EXPECT_THAT(findingsOf("input-scale", withChannel({NAN, NAN, NAN, NAN}, {kScale})), IsEmpty());
}

TEST(InputScaleRule, LooksAtRegressionTargets)
{
    ComparisonRecord record = test::preparedRecord();
    PreflightFacts& facts = preflight(record, 1);
    facts.loss = "mse";
    facts.target = "value";
    facts.labels = {"float32", {64}, 0, 900, 450, 260, 0};
    EXPECT_THAT(onlyFinding("input-scale", record).title, AllOf(HasSubstr("Targets"), HasSubstr("260")));
}

TEST(DoubleScalingRule, FiresForNearlyBlackInputs)
{
    const Finding finding = onlyFinding("double-scaling", withChannel({0.0005, 0.0012, 0, 1.0 / 255}, {kScale, kScale}));
    EXPECT_EQ(finding.severity, Severity::Error);
    EXPECT_THAT(finding.runs, ElementsAre(1));
    EXPECT_THAT(finding.title, AllOf(HasSubstr("MPS"), HasSubstr("0.00392157")));
    EXPECT_THAT(finding.evidence, Contains(HasSubstr("allowed is more than 0.005")));
    EXPECT_EQ(finding.fix->patch, Json::parse(R"({"data": {"transforms": [{"scale": 255}]}})"));
    EXPECT_EQ(onlyFinding("input-scale", withChannel({0.0005, 0.0012, 0, 1.0 / 255}, {kScale, kScale})).foldedUnder,
              "double-scaling");
}

TEST(DoubleScalingRule, FiresForARepeatedNormalisationAndOneLargeDivisor)
{
    const Finding finding = onlyFinding("double-scaling", withChannel({-1.8, 3, -4, 8}, {kScale, kNormalize, kNormalize}));
    EXPECT_EQ(finding.fix->patch["data"]["transforms"].size(), 2u);
    EXPECT_FALSE(onlyFinding("double-scaling", withChannel({0.0005, 0.0012, 0, 0.005}, {R"({"scale":51000})"})).fix);
}

TEST(DoubleScalingRule, IsSilentForOneStepOfEachKindAndForBlackPictures)
{
    EXPECT_THAT(findingsOf("double-scaling", withChannel({0, 1, -0.42, 2.8}, {kScale, kNormalize})), IsEmpty());
    EXPECT_THAT(findingsOf("double-scaling", withChannel({0.001, 0.002, 0, 0.0051}, {kScale})), IsEmpty());
    EXPECT_THAT(findingsOf("double-scaling", withChannel({0, 0, 0, 0}, {kScale})), IsEmpty());
    EXPECT_THAT(
        findingsOf("double-scaling", withChannel({0.13, 0.3, 0, 1}, {kScale, R"({"scale":1})", R"({"scale":1})", "damaged"})),
        IsEmpty());
}

TEST(TrainTestStatsRule, IsAnErrorWhereTheListsDiffer)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 1).test.transforms = {};
    preflight(record, 1).test.channels = {{33, 79, 0, 255}};
    const Finding finding = onlyFinding("train-test-stats", record);
    EXPECT_EQ(finding.severity, Severity::Error);
    EXPECT_THAT(finding.runs, ElementsAre(1));
    EXPECT_THAT(finding.title, HasSubstr("MPS"));
    EXPECT_THAT(finding.evidence,
                AllOf(Contains("test transforms: none"), Contains(HasSubstr("mean 0.13 in training, 33 in testing"))));
    EXPECT_EQ(finding.fix->patch, Json::parse(R"({"data": {"test_transforms": [{"scale": 255}]}})"));
}

TEST(TrainTestStatsRule, WarnsWhereOnlyStatisticsDiffer)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 1).test.channels[0].mean = 0.13 + 0.26 * 0.31;
    EXPECT_EQ(onlyFinding("train-test-stats", record).severity, Severity::Warning);
    preflight(record, 1).test.channels[0] = {0.13, 0.31 * 1.26, 0, 1};
    EXPECT_FALSE(onlyFinding("train-test-stats", record).fix);
    preflight(record, 1).test.samples = 999;
    EXPECT_THAT(findingsOf("train-test-stats", record), IsEmpty()) << "too few pictures to say so";
}

TEST(TrainTestStatsRule, IsSilentAtItsLimits)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 1).test.channels[0] = {0.13 + 0.24 * 0.31, 0.31 * 0.81, 0, 1};
    EXPECT_THAT(findingsOf("train-test-stats", record), IsEmpty());
    preflight(record, 1).train.channels[0].std = 0;
    EXPECT_THAT(findingsOf("train-test-stats", record), IsEmpty());
    preflight(record, 1).test = {};
    EXPECT_THAT(findingsOf("train-test-stats", record), IsEmpty());
}

TEST(InputDtypeWrapRule, IsAnErrorForBytes)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 1).input.dtype = "uint8";
    const Finding finding = onlyFinding("input-dtype-wrap", record);
    EXPECT_EQ(finding.severity, Severity::Error);
    EXPECT_THAT(finding.runs, ElementsAre(1));
    EXPECT_THAT(finding.title, AllOf(HasSubstr("MPS"), HasSubstr("uint8")));
    preflight(record, 1).layers = {"embedding"};
    EXPECT_THAT(findingsOf("input-dtype-wrap", record), IsEmpty());
}

TEST(InputDtypeWrapRule, WarnsForValuesThatCollapsed)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 1).train.distinctValues = 3;
    const Finding finding = onlyFinding("input-dtype-wrap", record);
    EXPECT_EQ(finding.severity, Severity::Warning);
    EXPECT_THAT(finding.title, HasSubstr("Only 3"));
    preflight(record, 1).train.distinctValues = 4;
    EXPECT_THAT(findingsOf("input-dtype-wrap", record), IsEmpty());
    preflight(record, 1).train = {};
    EXPECT_THAT(findingsOf("input-dtype-wrap", record), IsEmpty());
}

TEST(InputLayoutRule, FiresForPixelsInAnotherPlace)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 1).axisOrderErrors = 756;
    Finding finding = onlyFinding("input-layout", record);
    EXPECT_EQ(finding.severity, Severity::Error);
    EXPECT_THAT(finding.runs, ElementsAre(1));
    EXPECT_THAT(finding.title, AllOf(HasSubstr("756 pixels"), HasSubstr("MPS")));
    EXPECT_FALSE(finding.fix);
    record.start.document["step"] = Json::parse(R"({"memory_format": "channels_last"})");
    finding = onlyFinding("input-layout", record);
    EXPECT_EQ(finding.fix->patch, Json::parse(R"({"step": {"memory_format": "contiguous"}})"));
}

TEST(InputLayoutRule, FiresForColoursInTheLastAxis)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 0).input.shape = {64, 32, 32, 3};
    EXPECT_THAT(onlyFinding("input-layout", record).title, HasSubstr("[64, 32, 32, 3]"));
    preflight(record, 0).input.shape = {64, 3, 32, 3};
    EXPECT_THAT(findingsOf("input-layout", record), IsEmpty()) << "three columns may be meant";
    preflight(record, 0).input.shape = {64, 32, 32, 4};
    EXPECT_THAT(findingsOf("input-layout", record), IsEmpty());
}

TEST(Float64Rule, FiresOnMpsOnly)
{
    ComparisonRecord record = test::preparedRecord();
    for (std::size_t run : {0u, 1u}) {
        preflight(record, run).labels.dtype = "float64";
        preflight(record, run).tensors[1].dtype = "float64";
    }
    const Finding finding = onlyFinding("float64-on-accelerator", record);
    EXPECT_EQ(finding.severity, Severity::Error);
    EXPECT_THAT(finding.runs, ElementsAre(1));
    EXPECT_THAT(finding.title, AllOf(HasSubstr("2 tensors"), HasSubstr("labels, linear_1.bias")));
    EXPECT_EQ(finding.fix->patch, Json::parse(R"({"step": {"label_dtype": "int64"}})"));
    preflight(record, 1).device = "cuda:0";
    EXPECT_THAT(findingsOf("float64-on-accelerator", record), IsEmpty());
    preflight(record, 1).device = "mps-emulated";
    EXPECT_EQ(findingsOf("float64-on-accelerator", record).size(), 1u);
}

}  // namespace
}  // namespace tandem

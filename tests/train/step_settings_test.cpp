// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The `step` and `evaluate` settings do what their names say, on the run that carries them and on no other.

#include "tests/support/test_data.h"
#include "tests/train/training.h"

#include <gtest/gtest.h>

namespace tandem::test {
namespace {

class StepSettings : public testing::Test {
protected:
    void SetUp() override { writeSmallDataset(m_data.path()); }

    // The second run on the CPU too, with these overrides: what differs is the setting alone.
    ComparisonRecord trainWith(const std::string& overrides, const std::string& changes = "{}")
    {
        Json document = smallExperiment(m_data.path(), changes).document;
        document["runs"] = Json::parse(R"([{"name": "right", "device": "cpu"}, {"name": "odd", "device": "cpu"}])");
        document["runs"][1]["with"] = Json::parse(overrides);
        auto file = checkExperiment(std::move(document), "step settings");
        if (!file)
            throw std::runtime_error(describe(file.error()));
        ComparisonOptions options;
        options.ignorePreflight = true;
        return train(*file, options);
    }

    TemporaryFolder m_data;
};

const char* const kDropoutModel = R"({"model": {"layers": ["flatten", {"linear": {"out": 32}}, "relu", {"dropout": {"p": 0.5}},
                                                           {"linear": {"out": 10}}]}})";

TEST_F(StepSettings, WithoutZeroGradGradientsAddUpFromTheSecondStep)
{
    const ComparisonRecord record = trainWith(R"({"step": {"zero_grad": false}})", R"({"optimizer": {"sgd": {"lr": 0.01}}})");
    const std::vector<float> right = valuesOf(record.runs[0].loss), odd = valuesOf(record.runs[1].loss);
    EXPECT_EQ(right[0], odd[0]);
    EXPECT_EQ(right[1], odd[1]);  // one update with the same gradient
    EXPECT_NE(right[2], odd[2]);
}

TEST_F(StepSettings, WithoutTrainModeDropoutDropsNothing)
{
    const ComparisonRecord record = trainWith(R"({"step": {"train_mode": false}})", kDropoutModel);
    EXPECT_NE(valuesOf(record.runs[0].loss)[0], valuesOf(record.runs[1].loss)[0]);
    EXPECT_EQ(record.runs[0].preflight->weightsHash, record.runs[1].preflight->weightsHash);
}

TEST_F(StepSettings, WithoutEvalModeDropoutDropsInEvaluationOnly)
{
    const ComparisonRecord record = trainWith(R"({"evaluate": {"eval_mode": false}})", kDropoutModel);
    EXPECT_EQ(valuesOf(record.runs[0].loss)[0], valuesOf(record.runs[1].loss)[0]);
    EXPECT_NE(record.runs[0].evaluations.front().loss, record.runs[1].evaluations.front().loss);
}

TEST_F(StepSettings, EvaluatingOnTheCpuGivesTheSameFigures)
{
    Json document = smallExperiment(m_data.path()).document;
    document["runs"][1]["with"] = Json::parse(R"({"evaluate": {"device": "cpu"}})");
    const ComparisonRecord record = train(checkExperiment(std::move(document), "cpu evaluation").value());
    ASSERT_TRUE(record.runs[0].lastWholeEvaluation() && record.runs[1].lastWholeEvaluation());
    EXPECT_EQ(record.runs[0].lastWholeEvaluation()->accuracy, record.runs[1].lastWholeEvaluation()->accuracy);
    EXPECT_EQ(record.runs[0].lastWholeEvaluation()->loss, record.runs[1].lastWholeEvaluation()->loss);
}

TEST_F(StepSettings, OneHotTargetsGiveTheSameLossAsIndices)
{
    const ComparisonRecord record = trainWith(R"({"step": {"target": "one_hot"}})");
    const std::vector<float> right = valuesOf(record.runs[0].loss), odd = valuesOf(record.runs[1].loss);
    ASSERT_EQ(right.size(), odd.size());
    for (std::size_t i = 0; i < right.size(); ++i)
        EXPECT_NEAR(right[i], odd[i], 1e-4f);
}

TEST_F(StepSettings, ALearningRateOfOneRunChangesThatRunOnly)
{
    const ComparisonRecord alone = trainWith("{}");
    const ComparisonRecord record = trainWith(R"({"optimizer": {"adam": {"lr": 0.1}}})");
    EXPECT_EQ(valuesOf(record.runs[0].loss), valuesOf(alone.runs[0].loss));
    EXPECT_EQ(valuesOf(record.runs[1].loss)[0], valuesOf(alone.runs[1].loss)[0]);
    EXPECT_NE(valuesOf(record.runs[1].loss)[1], valuesOf(alone.runs[1].loss)[1]);
}

TEST_F(StepSettings, OtherTransformsAreFoundAsOtherInputs)
{
    const ComparisonRecord record = trainWith(R"({"data": {"transforms": [{"scale": 1}]}})");
    const Finding* finding = findingOf(record, "input-parity");
    ASSERT_TRUE(finding);
    EXPECT_EQ(finding->severity, Severity::Error);
    EXPECT_FALSE(finding->step);
}

}  // namespace
}  // namespace tandem::test

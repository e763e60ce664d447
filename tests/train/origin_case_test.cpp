// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Case A1: one loop casts the labels to float.

#include "core/experiment/fix.h"
#include "tests/train/training.h"

#include <gtest/gtest.h>

namespace tandem::test {
namespace {

const char* const kSmall = R"({"data": {"limit": {"train": 3200, "test": 1000}}, "epochs": 1})";

TEST(OriginCase, IsFoundBeforeTheFirstStep)
{
    const ComparisonRecord record = train(preset("origin-float-labels", kSmall));
    const Finding* finding = findingOf(record, "label-dtype");
    ASSERT_TRUE(finding);
    EXPECT_EQ(finding->severity, Severity::Error);
    EXPECT_EQ(finding->runs, std::vector<std::int64_t>{1});
    EXPECT_FALSE(finding->step);
    ASSERT_TRUE(finding->fix);
    EXPECT_EQ(finding->fix->patch, Json::parse(R"({"step": {"label_dtype": "int64"}})"));
    for (const RunRecord& run : record.runs) {
        ASSERT_TRUE(run.end);
        EXPECT_EQ(run.end->outcome, Outcome::Blocked);
        EXPECT_EQ(run.stepsDone(), 0);
    }
}

TEST(OriginCase, TrainedAnywayTheAcceleratorLearnsNothing)
{
    ComparisonOptions options;
    options.ignorePreflight = true;
    const ComparisonRecord record = train(preset("origin-float-labels", kSmall), options);
    const RunRecord& cpu = record.runs[0];
    const RunRecord& mps = record.runs[1];
    ASSERT_TRUE(cpu.end && mps.end);
    EXPECT_EQ(cpu.end->outcome, Outcome::Finished);
    EXPECT_EQ(mps.end->outcome, Outcome::Finished);
    EXPECT_GE(cpu.lastWholeEvaluation()->accuracy, 0.85);
    EXPECT_LE(mps.lastWholeEvaluation()->accuracy, 0.2);
    // The forward pass is right: before the first update both losses are the same number.
    EXPECT_EQ(cpu.loss.value(0), mps.loss.value(0));
    const Finding* symptom = findingOf(record, "chance-level");
    ASSERT_TRUE(symptom);
    EXPECT_EQ(symptom->foldedUnder, "label-dtype");
    ASSERT_TRUE(record.verdict);
    EXPECT_EQ(record.verdict->kind, VerdictKind::ApiMisuse);
}

TEST(OriginCase, TheCpuRefusesAndTheOtherRunGoesOn)
{
    ComparisonOptions options;
    options.ignorePreflight = true;
    const ComparisonRecord record = train(
        preset("mnist-cpu-vs-mps", R"({"data": {"limit": {"train": 1280, "test": 200}}, "epochs": 1, "baseline": "MPS",
                                       "runs": [{"name": "CPU", "device": "cpu", "with": {"step": {"label_dtype": "float32"}}},
                                                {"name": "MPS", "device": "mps-emulated"}]})"),
        options);
    const RunRecord& cpu = record.runs[0];
    const RunRecord& mps = record.runs[1];
    ASSERT_TRUE(cpu.end && mps.end);
    EXPECT_EQ(cpu.end->outcome, Outcome::Failed);
    EXPECT_NE(cpu.end->error.find("expected scalar type Long"), std::string::npos) << cpu.end->error;
    EXPECT_EQ(cpu.end->steps, 0);
    EXPECT_EQ(mps.end->outcome, Outcome::Finished);
    EXPECT_EQ(mps.end->steps, 20);
    const Finding* refusal = findingOf(record, "error-parity");
    ASSERT_TRUE(refusal);
    EXPECT_EQ(refusal->runs, std::vector<std::int64_t>{0});
    EXPECT_EQ(refusal->foldedUnder, "label-dtype");
}

TEST(OriginCase, WithoutTheFaultTheEmulatedDeviceRefusesLikeTheCpu)
{
    ComparisonOptions options;
    options.ignorePreflight = true;
    const ComparisonRecord record = train(
        preset("mnist-cpu-vs-mps", R"({"data": {"limit": {"train": 640, "test": 100}}, "epochs": 1,
                                       "runs": [{"name": "CPU", "device": "cpu"},
                                                {"name": "MPS", "device": "mps-emulated", "with": {"step": {"label_dtype": "float32"}}}]})"),
        options);
    ASSERT_TRUE(record.runs[1].end);
    EXPECT_EQ(record.runs[1].end->outcome, Outcome::Failed);
    ASSERT_TRUE(record.runs[0].end);
    EXPECT_EQ(record.runs[0].end->outcome, Outcome::Finished);
}

TEST(OriginCase, TheFixSilencesTheFinding)
{
    const ExperimentFile faulty = preset("origin-float-labels", kSmall);
    const ComparisonRecord before = train(faulty);
    ASSERT_TRUE(findingOf(before, "label-dtype"));
    const Fix& fix = *findingOf(before, "label-dtype")->fix;
    const auto repaired = checkExperiment(applyFix(faulty.document, fix.run, fix.patch), "repaired");
    ASSERT_TRUE(repaired) << describe(repaired.error());
    ComparisonOptions options;
    options.maxSteps = 5;
    const ComparisonRecord after = train(*repaired, options);
    EXPECT_FALSE(findingOf(after, "label-dtype"));
    EXPECT_EQ(valuesOf(after.runs[0].loss), valuesOf(after.runs[1].loss));
}

}  // namespace
}  // namespace tandem::test

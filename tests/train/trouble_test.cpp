// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What goes wrong in training ends a run at worst, never the program.

#include "core/train/torch_factory.h"
#include "tests/support/test_data.h"
#include "tests/train/training.h"

#include <gtest/gtest.h>

#include <thread>

namespace tandem::test {
namespace {

class Trouble : public testing::Test {
protected:
    void SetUp() override { writeSmallDataset(m_data.path()); }
    TemporaryFolder m_data;
};

TEST_F(Trouble, NanLossesDoNotStopTheRuns)
{
    const ComparisonRecord record = train(smallExperiment(m_data.path(), R"({"loss": "mse", "optimizer": {"sgd": {"lr": 1e6}}})"));
    for (const RunRecord& run : record.runs) {
        ASSERT_TRUE(run.end);
        EXPECT_EQ(run.end->outcome, Outcome::Finished);
        EXPECT_EQ(run.end->steps, 64);
    }
    const Finding* finding = findingOf(record, "non-finite");
    ASSERT_TRUE(finding);
    EXPECT_EQ(finding->severity, Severity::Error);
    ASSERT_TRUE(finding->step);
    EXPECT_GE(*finding->step, 1);
    EXPECT_LE(*finding->step, 20);  // each step multiplies the weights by about the learning rate; float32 ends at 3e38
}

TEST_F(Trouble, AnAbsentDeviceIsAnErrorThatSaysWhatToUse)
{
    try {
        train(smallExperiment(m_data.path(), R"({"runs": [{"name": "A", "device": "cpu"}, {"name": "B", "device": "cuda"}]})"));
        GTEST_SKIP() << "there is a CUDA device here";
    } catch (const std::runtime_error& problem) {
        EXPECT_NE(std::string(problem.what()).find("cuda"), std::string::npos) << problem.what();
        EXPECT_NE(std::string(problem.what()).find("Use \"cpu\""), std::string::npos) << problem.what();
    }
}

TEST_F(Trouble, StopEndsBothRunsWithinTheirStepAndKeepsWhatWasMeasured)
{
    const TemporaryFolder folder;
    const Log log(Log::Console::Quiet);
    const TorchTrainerFactory factory;
    Executor gpu("gpu");
    ComparisonOptions options;
    options.root = folder.path();
    Comparison comparison(smallExperiment(m_data.path(), R"({"epochs": 100000})"), options, factory, gpu, log);
    comparison.start();
    ComparisonRecord record;
    const auto taken = [&] {
        for (const Event& event : comparison.takeEvents())
            record.apply(event);
    };
    while (record.runs.size() < 2 || record.runs[0].stepsDone() < 5 || record.runs[1].stepsDone() < 5) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        taken();
    }
    comparison.stop();
    ASSERT_TRUE(comparison.waitUntilOver(std::chrono::seconds(20)));
    taken();
    for (const RunRecord& run : record.runs) {
        ASSERT_TRUE(run.end);
        EXPECT_EQ(run.end->outcome, Outcome::Cancelled);
        EXPECT_EQ(run.loss.size() + static_cast<std::size_t>(run.thinned), static_cast<std::size_t>(run.end->steps));
    }
    EXPECT_FALSE(comparison.error());
}

}  // namespace
}  // namespace tandem::test

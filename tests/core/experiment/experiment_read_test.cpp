// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/experiment/experiment_json.h"

#include "core/experiment/words.h"
#include "tests/core/support/documents.h"
#include "tests/core/support/error_of.h"
#include "tests/core/support/idx_bytes.h"
#include "tests/support/test_data.h"

namespace tandem {
namespace {

using test::errorOf;
using test::minimalDocument;
using test::problemOf;
using testing::AllOf;
using testing::HasSubstr;

TEST(Experiment, HasTheDocumentedDefaults)
{
    const auto experiment = readExperiment(minimalDocument(), {});
    ASSERT_EQ(problemOf(experiment), "");
    EXPECT_EQ(experiment->name, "experiment");
    EXPECT_EQ(experiment->data.source, "mnist");
    EXPECT_EQ(experiment->data.order, DataOrder::Shuffled);
    EXPECT_FALSE(experiment->data.trainLimit);
    ASSERT_EQ(experiment->data.trainTransforms.size(), 1u);
    EXPECT_EQ(std::get<ScaleTransform>(experiment->data.testTransforms[0]).divisor, 255);
    EXPECT_EQ(experiment->loss, Loss::CrossEntropy);
    EXPECT_EQ(std::get<AdamConfig>(experiment->optimizer).lr, 0.001);
    EXPECT_EQ(experiment->batchSize, 64);
    EXPECT_EQ(experiment->epochs, 1);
    EXPECT_EQ(experiment->seed, 0u);
    EXPECT_FALSE(experiment->step.labelDtype);
    EXPECT_TRUE(experiment->step.zeroGrad && experiment->step.trainMode && !experiment->step.nonBlocking);
    EXPECT_EQ(experiment->evaluate.everySteps, 200);
    EXPECT_EQ(experiment->evaluate.partSamples, 2000);
    EXPECT_EQ(experiment->evaluate.batchSize, 200);
    EXPECT_TRUE(experiment->evaluate.evalMode && !experiment->evaluate.onCpu);
    EXPECT_EQ(experiment->baseline, 0u);
    EXPECT_THAT(experiment->runs[1].devices, testing::ElementsAre("mps", "mps-emulated"));
}

TEST(Experiment, TakesEverySetting)
{
    const auto experiment = readExperiment(test::fullDocument(), {});
    ASSERT_EQ(problemOf(experiment), "");
    EXPECT_EQ(experiment->data.trainLimit, 1000);
    EXPECT_EQ(experiment->data.testLimit, 100);
    EXPECT_EQ(std::get<NormalizeTransform>(experiment->data.trainTransforms.at(1)).std.at(0), 0.25);
    EXPECT_TRUE(experiment->data.testTransforms.empty());
    EXPECT_EQ(experiment->seed, std::uint64_t{INT64_MAX});
    EXPECT_EQ(std::get<AdamConfig>(experiment->optimizer).beta1, 0.8);
    EXPECT_EQ(experiment->step.labelDtype, LabelDtype::Float32);
    EXPECT_EQ(experiment->step.optimizerBuilt, OptimizerBuilt::BeforeMove);
    EXPECT_EQ(experiment->step.memoryFormat, MemoryFormat::ChannelsLast);
    EXPECT_TRUE(experiment->evaluate.onCpu);
    EXPECT_EQ(experiment->baseline, 1u);
    ASSERT_EQ(experiment->faults.size(), 1u);
    EXPECT_EQ(experiment->faults.front().id, "lab-float-accept-badgrad");
}

TEST(Experiment, TakesAnOptimizerByItsBareName)
{
    EXPECT_EQ(std::get<SgdConfig>(readExperiment(minimalDocument(R"({"optimizer": "sgd"})"), {})->optimizer).lr, 0.01);
    EXPECT_EQ(
        std::get<AdamWConfig>(readExperiment(minimalDocument(R"({"optimizer": "adamw"})"), {})->optimizer).weightDecay,
        0.01);
}

/// An experiment file in a folder of its own.
class ExperimentFileOnDisk : public testing::Test {
protected:
    std::filesystem::path path() const { return m_folder.path() / "my.tandem.json"; }
    Result<ExperimentFile> load(const std::string& text)
    {
        test::writeBytes(path(), text);
        return loadExperiment(path());
    }

private:
    test::TemporaryFolder m_folder;
};

TEST_F(ExperimentFileOnDisk, MayHoldComments)
{
    EXPECT_EQ(problemOf(load("// mine\n" + minimalDocument().dump() + "/* end */\n")), "");
}

TEST_F(ExperimentFileOnDisk, IsNamedInEveryError)
{
    const std::string depth(200'000, '[');
    const std::string deep =
        R"({"tandem": 1, "runs": [], "model": {"layers": )" + depth + std::string(depth.size(), ']') + "}}";
    for (const std::string& text :
         {std::string(), std::string("   "), std::string("not JSON"), std::string("[]"), std::string("null"),
          std::string("{}"), std::string(R"({"tandem": 1, "tandem": 1})"), deep,
          minimalDocument(R"({"epochs": 0})").dump()}) {
        const Error error = errorOf(load(text));
        EXPECT_EQ(error.code, ErrorCode::InvalidExperiment) << text.substr(0, 80);
        EXPECT_THAT(error.where, HasSubstr(path().string())) << text.substr(0, 80);
    }
}

TEST_F(ExperimentFileOnDisk, IsAFileErrorWhereItIsMissing)
{
    const Error error = errorOf(loadExperiment(path()));
    EXPECT_EQ(error.code, ErrorCode::File);
    EXPECT_THAT(error.where, HasSubstr(path().string()));
    EXPECT_EQ(errorOf(loadExperiment(path().parent_path())).code, ErrorCode::File);
}

TEST(Preset, IsAValidExperimentThatComparesCpuAndMps)
{
    for (const char* name : test::kPresets) {
        const auto file = loadExperiment(test::sourceFolder() / "resources" / "presets" / name);
        ASSERT_EQ(problemOf(file), "");
        EXPECT_EQ(file->experiment.name + ".tandem.json", name);
        ASSERT_EQ(file->experiment.runs.size(), 2u);
        EXPECT_THAT(file->experiment.runs[0].devices, testing::ElementsAre("cpu"));
        EXPECT_THAT(file->experiment.runs[1].devices, testing::ElementsAre("mps", "mps-emulated"));
        EXPECT_EQ(file->experiment.batchSize, 64);
        EXPECT_EQ(std::get<AdamConfig>(file->experiment.optimizer).lr, 1e-3);
    }
}

TEST(Preset, OfTheOriginCaseCastsTheLabelsOfOneRunToFloat)
{
    const auto file =
        loadExperiment(test::sourceFolder() / "resources" / "presets" / "origin-float-labels.tandem.json");
    ASSERT_TRUE(file);
    EXPECT_EQ(resolvedLabelDtype(*resolveRun(file->document, 0, {})), LabelDtype::Int64);
    EXPECT_EQ(resolvedLabelDtype(*resolveRun(file->document, 1, {})), LabelDtype::Float32);
}

}  // namespace
}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/preparation.h"

#include "core/base/hash.h"
#include "tests/core/support/error_of.h"
#include "tests/support/fake_trainer.h"
#include "tests/support/test_data.h"

namespace tandem {
namespace {

using test::errorOf;
using test::problemOf;
using testing::AllOf;
using testing::HasSubstr;

class Preparing : public testing::Test {
protected:
    Preparing() { test::writeSmallDataset(m_folder.path(), 40, 10); }

    Result<Preparation> prepare(const std::string& changes, int threads = 0)
    {
        return prepareRuns(test::smallExperiment(m_folder.path(), changes), {}, m_factory, threads);
    }

    test::TemporaryFolder m_folder;
    test::FakeTrainerFactory m_factory;
};

TEST_F(Preparing, GivesEachRunItsDeviceAndItsOwnSettings)
{
    const auto preparation = prepare(R"({"runs": [{"name": "A", "device": "cpu"},
        {"name": "B", "device": ["mps", "mps-emulated"], "with": {"batch_size": 4}}]})");
    ASSERT_EQ(problemOf(preparation), "");
    ASSERT_EQ(preparation->requests.size(), 2u);
    EXPECT_EQ(preparation->requests[0].device, "cpu");
    EXPECT_EQ(preparation->requests[0].experiment.batchSize, 8);
    EXPECT_EQ(preparation->requests[1].device, "mps-emulated");
    EXPECT_EQ(preparation->requests[1].experiment.batchSize, 4);
}

TEST_F(Preparing, SharesDataAndWeightsBetweenRunsThatAgree)
{
    const auto preparation = prepare("{}");
    ASSERT_EQ(problemOf(preparation), "");
    EXPECT_EQ(preparation->requests[0].dataset, preparation->requests[1].dataset);
    EXPECT_EQ(preparation->requests[0].initialWeights, preparation->requests[1].initialWeights);
    EXPECT_EQ(preparation->datasetFiles.size(), 4u);
}

TEST_F(Preparing, SharesWeightsInSpiteOfOtherStepSettings)
{
    const auto preparation = prepare(R"({"runs": [{"name": "A", "device": "cpu"},
        {"name": "B", "device": "cpu", "with": {"step": {"label_dtype": "float32"}, "optimizer": "sgd",
         "data": {"limit": {"train": 20}}}}]})");
    ASSERT_EQ(problemOf(preparation), "");
    EXPECT_EQ(preparation->requests[0].initialWeights, preparation->requests[1].initialWeights);
    EXPECT_NE(preparation->requests[0].dataset, preparation->requests[1].dataset);
    EXPECT_EQ(preparation->requests[1].dataset->train.count, 20);
}

TEST_F(Preparing, DrawsOtherWeightsForAnotherSeedOrModel)
{
    for (const char* patch : {R"({"seed": 9})", R"({"model": {"layers": ["flatten", {"linear": {"out": 11}}]}})"}) {
        const auto preparation =
            prepare(std::string(R"({"runs": [{"name": "A", "device": "cpu"}, {"name": "B", "device": "cpu", "with": )")
                    + patch + "}]}");
        ASSERT_EQ(problemOf(preparation), "");
        EXPECT_NE(preparation->requests[0].initialWeights, preparation->requests[1].initialWeights) << patch;
    }
}

// As many pixels, but a convolution over them leaves other sizes behind.
TEST_F(Preparing, DrawsOtherWeightsForPicturesOfAnotherShape)
{
    const test::TemporaryFolder wide;
    for (const char* split : {"train", "t10k"}) {
        test::writeIdx(wide.path() / (std::string(split) + "-images-idx3-ubyte"), {10, 4, 16},
                       std::vector<std::uint8_t>(640));
        test::writeIdx(wide.path() / (std::string(split) + "-labels-idx1-ubyte"), {10}, std::vector<std::uint8_t>(10));
    }
    const auto preparation =
        prepare(R"({"model": {"layers": [{"conv2d": {"out": 1, "kernel": 3}}, "flatten", {"linear": {"out": 10}}]},
        "runs": [{"name": "A", "device": "cpu"}, {"name": "B", "device": "cpu", "with": {"data": {"source": "idx:)"
                + wide.path().string() + R"("}}}]})");
    ASSERT_EQ(problemOf(preparation), "");
    EXPECT_NE(preparation->requests[0].initialWeights, preparation->requests[1].initialWeights);
}

TEST_F(Preparing, SharesTheCoresOutUnlessTold)
{
    EXPECT_EQ(threadsForRun(8, 2), 4);
    EXPECT_EQ(threadsForRun(8, 1), 4) << "adding a second run must not change a sum";
    EXPECT_EQ(threadsForRun(8, 3), 2);
    EXPECT_EQ(threadsForRun(2, 8), 1);
    EXPECT_EQ(threadsForRun(0, 1), 1) << "the system may not tell";
    const auto preparation = prepare("{}", 3);
    ASSERT_EQ(problemOf(preparation), "");
    EXPECT_EQ(preparation->requests[1].threads, 3);
    EXPECT_EQ(preparation->environment.threadsPerRun, 3);
}

TEST_F(Preparing, RefusesAModelThatDoesNotFitTheData)
{
    const Error flat = errorOf(prepare(R"({"model": {"layers": [{"linear": {"out": 10}}]}})"));
    EXPECT_EQ(flat.code, ErrorCode::InvalidExperiment);
    EXPECT_THAT(flat.what, AllOf(HasSubstr("linear_1"), HasSubstr("1×8×8")));
    const Error open = errorOf(prepare(R"({"model": {"layers": [{"conv2d": {"out": 10, "kernel": 3}}]}})"));
    EXPECT_THAT(open.what, AllOf(HasSubstr("conv2d_1"), HasSubstr("10×6×6")));
    EXPECT_EQ(open.where, "$.model.layers");
}

TEST_F(Preparing, RefusesTransformsThatDoNotFitTheChannels)
{
    const Error error =
        errorOf(prepare(R"({"data": {"transforms": [{"normalize": {"mean": [0, 0, 0], "std": [1, 1, 1]}}]}})"));
    EXPECT_THAT(error.where, HasSubstr("$.data.transforms"));
}

TEST_F(Preparing, SaysWhichDataIsMissing)
{
    const test::TemporaryFolder empty;
    const Error error = errorOf(prepare(R"({"data": {"source": "idx:)" + empty.path().string() + R"("}})"));
    EXPECT_EQ(error.code, ErrorCode::File);
    EXPECT_EQ(error.where, empty.path().string());
}

TEST(ChooseDevice, TakesTheFirstThatIsPresent)
{
    const test::FakeTrainerFactory factory;
    EXPECT_EQ(chooseDevice(factory, {"A", {"mps", "mps-emulated", "cpu"}, {}})->name, "mps-emulated");
    EXPECT_EQ(chooseDevice(factory, {"A", {"cpu", "mps"}, {}})->name, "cpu");
}

TEST(ChooseDevice, SaysWhyNoneIsPresentAndWhatToUseInstead)
{
    const test::FakeTrainerFactory factory;
    const Error error = errorOf(chooseDevice(factory, {"GPU", {"mps"}, {}}));
    EXPECT_EQ(error.code, ErrorCode::DeviceAbsent);
    EXPECT_EQ(error.where, "run \"GPU\"");
    EXPECT_THAT(error.what, AllOf(HasSubstr("\"mps\""), HasSubstr("this is not a Mac")));
    EXPECT_THAT(error.remedy, HasSubstr("mps-emulated"));
}

TEST(ChooseDevice, ProposesTheNearestNameForOneThatDoesNotExist)
{
    const test::FakeTrainerFactory factory;
    const Error error = errorOf(chooseDevice(factory, {"GPU", {"mps-emulatd"}, {}}));
    EXPECT_EQ(error.code, ErrorCode::DeviceAbsent);
    EXPECT_THAT(error.remedy, HasSubstr("Did you mean \"mps-emulated\"?"));
}

TEST(WeightsFingerprint, ChangesWithNamesShapesAndBits)
{
    const Weights weights{{"a", {2, 1}, {1.0F, -0.0F}}, {"b", {1}, {3.0F}}};
    EXPECT_EQ(fingerprint(weights), fingerprint(Weights(weights)));
    Weights name = weights, shape = weights, sign = weights, order{weights[1], weights[0]};
    name[0].name = "c";
    shape[0].shape = {1, 2};
    sign[0].values[1] = 0.0F;
    for (const Weights& other : {name, shape, sign, order, Weights{weights[0]}})
        EXPECT_NE(fingerprint(other), fingerprint(weights));
}

}  // namespace
}  // namespace tandem

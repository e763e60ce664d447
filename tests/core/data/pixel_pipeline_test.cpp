// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/data/pixel_pipeline.h"

#include "tests/core/support/error_of.h"

#include <numeric>

namespace tandem {
namespace {

/// `count` pictures of two by two pixels with every byte value somewhere.
Dataset pictures(std::int64_t channels, std::int64_t count)
{
    Dataset dataset;
    dataset.channels = channels;
    dataset.height = dataset.width = 2;
    dataset.train.count = count;
    for (std::int64_t i = 0; i < count * channels * 4; ++i)
        dataset.train.images.push_back(static_cast<std::uint8_t>(i * 37));
    return dataset;
}

std::vector<float> filled(const PixelPipeline& pipeline, const Dataset& dataset, const std::vector<std::int64_t>& order)
{
    std::vector<float> pixels(order.size() * static_cast<std::size_t>(dataset.pixels()));
    pipeline.fill(dataset, dataset.train, order.data(), order.data() + order.size(), pixels.data());
    return pixels;
}

TEST(PixelPipeline, EqualsTheFormulaInFloat32ToTheLastBit)
{
    const Dataset dataset = pictures(1, 64);
    const auto pipeline = PixelPipeline::build({ScaleTransform{255}, NormalizeTransform{{0.1307}, {0.3081}}}, 1);
    ASSERT_TRUE(pipeline);
    std::vector<std::int64_t> order(64);
    std::iota(order.begin(), order.end(), std::int64_t{0});
    const std::vector<float> pixels = filled(*pipeline, dataset, order);
    for (std::size_t i = 0; i < pixels.size(); ++i)
        EXPECT_EQ(pixels[i], (static_cast<float>(dataset.train.images[i]) / 255.0F - 0.1307F) / 0.3081F);
}

TEST(PixelPipeline, AppliesTransformsInTheOrderOfTheList)
{
    const Dataset dataset = pictures(1, 1);
    const auto pipeline = PixelPipeline::build({NormalizeTransform{{10}, {2}}, ScaleTransform{4}}, 1);
    ASSERT_TRUE(pipeline);
    for (std::size_t i = 0; const float pixel : filled(*pipeline, dataset, {0}))
        EXPECT_EQ(pixel, (static_cast<float>(dataset.train.images[i++]) - 10.0F) / 2.0F / 4.0F);
}

TEST(PixelPipeline, GivesBytesAsTheyAreWithoutTransforms)
{
    const Dataset dataset = pictures(1, 1);
    EXPECT_THAT(filled(*PixelPipeline::build({}, 1), dataset, {0}), testing::ElementsAre(0, 37, 74, 111));
}

TEST(PixelPipeline, FollowsTheOrderOfTheBatch)
{
    const Dataset dataset = pictures(1, 10);
    const auto pipeline = PixelPipeline::build({}, 1);
    const auto batch = filled(*pipeline, dataset, {7, 2, 7});
    const auto seven = filled(*pipeline, dataset, {7}), two = filled(*pipeline, dataset, {2});
    std::vector<float> expected = seven;
    expected.insert(expected.end(), two.begin(), two.end());
    expected.insert(expected.end(), seven.begin(), seven.end());
    EXPECT_EQ(batch, expected);
}

TEST(PixelPipeline, NormalizesEachChannelByItsOwnNumbers)
{
    const Dataset dataset = pictures(3, 2);
    const auto pipeline = PixelPipeline::build({NormalizeTransform{{1, 2, 3}, {2, 4, 8}}}, 3);
    ASSERT_TRUE(pipeline);
    const auto pixels = filled(*pipeline, dataset, {0, 1});
    const float mean[] = {1, 2, 3}, deviation[] = {2, 4, 8};
    for (std::size_t i = 0; i < pixels.size(); ++i) {
        const std::size_t channel = i / 4 % 3;
        EXPECT_EQ(pixels[i], (static_cast<float>(dataset.train.images[i]) - mean[channel]) / deviation[channel]);
    }
}

TEST(PixelPipeline, UsesOneNumberForAllChannels)
{
    const Dataset dataset = pictures(3, 1);
    const auto one = PixelPipeline::build({NormalizeTransform{{5}, {2}}}, 3);
    const auto three = PixelPipeline::build({NormalizeTransform{{5, 5, 5}, {2, 2, 2}}}, 3);
    ASSERT_TRUE(one && three);
    EXPECT_EQ(filled(*one, dataset, {0}), filled(*three, dataset, {0}));
}

TEST(PixelPipeline, RefusesNumbersThatDoNotFitTheChannels)
{
    const Error error = test::errorOf(PixelPipeline::build({NormalizeTransform{{1, 2, 3}, {1, 1, 1}}}, 1));
    EXPECT_EQ(error.code, ErrorCode::InvalidExperiment);
    EXPECT_THAT(error.what, testing::AllOf(testing::HasSubstr("3 channels"), testing::HasSubstr("1")));
}

}  // namespace
}  // namespace tandem

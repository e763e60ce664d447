// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/metrics/series.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace tandem {
namespace {

using testing::ElementsAre;

/// What Series::extremes must give, without a pyramid.
Series::Extremes bruteForce(const Series& series, std::size_t first, std::size_t last)
{
    Series::Extremes extremes;
    for (std::size_t i = first; i < std::min(last, series.size()); ++i) {
        const double value = series.value(i);
        if (!std::isfinite(value)) {
            extremes.nonFinite = true;
            continue;
        }
        extremes.min = extremes.any ? std::min(extremes.min, value) : value;
        extremes.max = extremes.any ? std::max(extremes.max, value) : value;
        extremes.any = true;
    }
    return extremes;
}

void expectSame(const Series& series, std::size_t first, std::size_t last)
{
    const Series::Extremes found = series.extremes(first, last), expected = bruteForce(series, first, last);
    ASSERT_EQ(found.any, expected.any) << first << " to " << last << " of " << series.size();
    ASSERT_EQ(found.nonFinite, expected.nonFinite) << first << " to " << last << " of " << series.size();
    if (expected.any) {
        ASSERT_EQ(found.min, expected.min) << first << " to " << last << " of " << series.size();
        ASSERT_EQ(found.max, expected.max) << first << " to " << last << " of " << series.size();
    }
}

double drawValue(std::mt19937& random)
{
    switch (random() % 40) {
    case 0: return std::numeric_limits<double>::quiet_NaN();
    case 1: return std::numeric_limits<double>::infinity();
    default: return static_cast<double>(random() % 100'000) - 50'000;
    }
}

TEST(SeriesExtremes, EqualBruteForceForEveryRangeOfShortSeries)
{
    std::mt19937 random(1);
    Series series;
    for (std::int64_t size = 0; size <= 70; ++size) {
        for (std::size_t first = 0; first <= series.size(); ++first)
            for (std::size_t last = first; last <= series.size(); ++last)
                expectSame(series, first, last);
        series.append(size, drawValue(random));
    }
}

TEST(SeriesExtremes, EqualBruteForceForRandomRangesWhileTheSeriesGrows)
{
    std::mt19937 random(2);
    Series series;
    for (std::int64_t step = 0; step < 20'000; ++step) {
        series.append(step, drawValue(random));
        if (HasFatalFailure())
            return;
        if (step % 50 != 0)
            continue;
        const std::size_t a = random() % (series.size() + 1), b = random() % (series.size() + 1);
        expectSame(series, std::min(a, b), std::max(a, b));
        expectSame(series, 0, series.size());
    }
}

TEST(SeriesExtremes, SaysWhenThereIsNoFiniteValue)
{
    Series series;
    EXPECT_FALSE(series.extremes(0, 0).any);
    EXPECT_FALSE(series.extremes(0, 10).any);
    for (std::int64_t step = 0; step < 40; ++step)
        series.append(step, std::nan(""));
    EXPECT_FALSE(series.extremes(0, 40).any);
    EXPECT_TRUE(series.extremes(0, 40).nonFinite);
}

TEST(SeriesExtremes, IgnoreIndicesBehindTheEnd)
{
    Series series;
    series.append(0, 3);
    EXPECT_EQ(series.extremes(0, 1000).max, 3);
    EXPECT_FALSE(series.extremes(5, 1000).any);
    EXPECT_FALSE(series.extremes(1, 0).any);
}

TEST(SeriesRange, GivesTheIndicesOfTheStepsInside)
{
    Series series;
    for (const std::int64_t step : {0, 5, 5, 9, 20})
        series.append(step, 1.0);
    const auto range = [&](std::int64_t from, std::int64_t to) {
        const Series::Range found = series.range(from, to);
        return std::pair(found.first, found.last);
    };
    EXPECT_EQ(range(0, 20), std::pair(std::size_t{0}, std::size_t{5}));
    EXPECT_EQ(range(5, 9), std::pair(std::size_t{1}, std::size_t{4}));
    EXPECT_EQ(range(6, 8), std::pair(std::size_t{3}, std::size_t{3}));
    EXPECT_EQ(range(-10, -1), std::pair(std::size_t{0}, std::size_t{0}));
    EXPECT_EQ(range(21, 99), std::pair(std::size_t{5}, std::size_t{5}));
    EXPECT_EQ(range(9, 5).first, range(9, 5).second) << "a range the wrong way round is empty";
}

TEST(Series, KeepsStepsAndValuesIncludingWhatIsNotFinite)
{
    Series series;
    series.append(3, 1.5);
    series.append(7, std::numeric_limits<double>::infinity());
    EXPECT_THAT(series.steps(), ElementsAre(3, 7));
    EXPECT_EQ(series.size(), 2u);
    EXPECT_EQ(series.lastStep(), 7);
    EXPECT_TRUE(std::isinf(series.lastValue()));
}

TEST(Smoothing, ChangesNothingAtWeightZero)
{
    EXPECT_THAT(smoothed({3, -1, 4, 1.5}, 0), ElementsAre(3, -1, 4, 1.5));
}

TEST(Smoothing, StartsAtTheFirstValueAndKeepsAConstant)
{
    for (const double weight : {0.1, 0.6, 0.999}) {
        EXPECT_DOUBLE_EQ(smoothed({7, 1, 1}, weight)[0], 7);
        for (const double value : smoothed(std::vector<double>(500, 2.5), weight))
            EXPECT_NEAR(value, 2.5, 1e-9);
    }
}

// TensorBoard: last = last · w + (1 − w) · value, shown as last / (1 − w^n).
TEST(Smoothing, IsTheDebiasedMovingAverageOfTensorBoard)
{
    const std::vector<double> values{1, 4, 2, 8, 5, 7}, shown = smoothed(values, 0.6);
    for (std::size_t n = 1; n <= values.size(); ++n) {
        double sum = 0, weights = 0;
        for (std::size_t i = 0; i < n; ++i) {
            sum += std::pow(0.6, static_cast<double>(n - 1 - i)) * values[i];
            weights += std::pow(0.6, static_cast<double>(n - 1 - i));
        }
        EXPECT_NEAR(shown[n - 1], sum / weights, 1e-12);
    }
}

TEST(Smoothing, PassesWhatIsNotFiniteThroughWithoutCountingIt)
{
    const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
    const auto with = smoothed({nan, 1, infinity, 4, nan, 2}, 0.5);
    const auto without = smoothed({1, 4, 2}, 0.5);
    EXPECT_TRUE(std::isnan(with[0]) && std::isnan(with[4]));
    EXPECT_EQ(with[2], infinity);
    EXPECT_THAT((std::vector{with[1], with[3], with[5]}), testing::Pointwise(testing::DoubleEq(), without));
    EXPECT_TRUE(smoothed({}, 0.5).empty());
}

}  // namespace
}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/data/batch_plan.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>

namespace tandem {
namespace {

using testing::ElementsAre;

// Computed by an independent program (seed_seq, mt19937_64 and Fisher-Yates written out in Python): an order that
// depended on the standard library or the platform would not equal them.
TEST(BatchPlan, GivesTheSameOrderOnEveryPlatform)
{
    EXPECT_THAT(BatchPlan(10, 3, DataOrder::Shuffled, 0).epochOrder(0), ElementsAre(6, 3, 2, 1, 7, 5, 8, 4, 0, 9));
    EXPECT_THAT(BatchPlan(10, 3, DataOrder::Shuffled, 0).epochOrder(1), ElementsAre(1, 4, 6, 9, 0, 5, 3, 8, 2, 7));
    EXPECT_THAT(BatchPlan(10, 3, DataOrder::Shuffled, 1).epochOrder(0), ElementsAre(4, 7, 2, 1, 8, 5, 0, 3, 6, 9));
    EXPECT_THAT(BatchPlan(10, 3, DataOrder::Shuffled, std::uint64_t{1} << 40).epochOrder(0),
                ElementsAre(4, 3, 9, 8, 5, 6, 2, 1, 0, 7));
    auto mnist = BatchPlan(60'000, 64, DataOrder::Shuffled, 0).epochOrder(0);
    mnist.resize(8);
    EXPECT_THAT(mnist, ElementsAre(38119, 18803, 25386, 55873, 29971, 42276, 23393, 47313));
}

TEST(BatchPlan, IsAPermutationInEveryEpoch)
{
    for (const std::int64_t samples : {1, 2, 63, 64, 65, 1000}) {
        const BatchPlan plan(samples, 64, DataOrder::Shuffled, 7);
        for (const std::int64_t epoch : {0, 1, 99}) {
            auto order = plan.epochOrder(epoch);
            std::sort(order.begin(), order.end());
            std::vector<std::int64_t> all(static_cast<std::size_t>(samples));
            std::iota(all.begin(), all.end(), std::int64_t{0});
            EXPECT_EQ(order, all);
        }
    }
}

TEST(BatchPlan, IsSharedByRunsThatAgreeOnSeedAndBatchSize)
{
    const BatchPlan cpu(1000, 64, DataOrder::Shuffled, 3), mps(1000, 64, DataOrder::Shuffled, 3);
    for (std::int64_t epoch = 0; epoch < 5; ++epoch)
        EXPECT_EQ(cpu.epochOrder(epoch), mps.epochOrder(epoch));
    EXPECT_EQ(cpu.fingerprint(), mps.fingerprint());
}

TEST(BatchPlan, DoesNotDependOnTheOrderInWhichEpochsAreAsked)
{
    const BatchPlan plan(100, 8, DataOrder::Shuffled, 3);
    const auto third = plan.epochOrder(2);
    plan.epochOrder(0);
    EXPECT_EQ(plan.epochOrder(2), third);
}

TEST(BatchPlan, DiffersBetweenEpochsAndSeeds)
{
    const BatchPlan plan(1000, 64, DataOrder::Shuffled, 3);
    EXPECT_NE(plan.epochOrder(0), plan.epochOrder(1));
    EXPECT_NE(plan.epochOrder(0), BatchPlan(1000, 64, DataOrder::Shuffled, 4).epochOrder(0));
    // Seeds that differ in the upper half only are different seeds.
    EXPECT_NE(plan.epochOrder(0), BatchPlan(1000, 64, DataOrder::Shuffled, 3 + (std::uint64_t{1} << 32)).epochOrder(0));
}

TEST(BatchPlan, KeepsTheOrderOfTheFileWithoutShuffling)
{
    const BatchPlan plan(5, 2, DataOrder::Stored, 3);
    EXPECT_THAT(plan.epochOrder(0), ElementsAre(0, 1, 2, 3, 4));
    EXPECT_EQ(plan.epochOrder(1), plan.epochOrder(0));
}

TEST(BatchPlan, CountsALastShortBatch)
{
    EXPECT_EQ(BatchPlan(60'000, 64, DataOrder::Shuffled, 0).stepsPerEpoch(), 938);
    EXPECT_EQ(BatchPlan(64, 64, DataOrder::Shuffled, 0).stepsPerEpoch(), 1);
    EXPECT_EQ(BatchPlan(65, 64, DataOrder::Shuffled, 0).stepsPerEpoch(), 2);
    EXPECT_EQ(BatchPlan(1, 64, DataOrder::Shuffled, 0).stepsPerEpoch(), 1);
}

TEST(BatchPlanFingerprint, ChangesWithAllThatChangesTheBatches)
{
    const std::string known = BatchPlan(100, 8, DataOrder::Shuffled, 3).fingerprint();
    EXPECT_NE(BatchPlan(100, 9, DataOrder::Shuffled, 3).fingerprint(), known);
    EXPECT_NE(BatchPlan(101, 8, DataOrder::Shuffled, 3).fingerprint(), known);
    EXPECT_NE(BatchPlan(100, 8, DataOrder::Shuffled, 4).fingerprint(), known);
    EXPECT_NE(BatchPlan(100, 8, DataOrder::Stored, 3).fingerprint(), known);
}

}  // namespace
}  // namespace tandem

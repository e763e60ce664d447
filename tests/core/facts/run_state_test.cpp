// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/run_state.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>

namespace tandem {
namespace {

using S = RunState;

TEST(RunState, FinishedFailedCancelledAndBlockedAreTheEnds)
{
    for (const S state : {S::Finished, S::Failed, S::Cancelled, S::Blocked})
        EXPECT_TRUE(isOver(state));
    for (const S state : {S::Idle, S::Preparing, S::Ready, S::Running, S::Paused, S::Evaluating})
        EXPECT_FALSE(isOver(state));
}

TEST(RunState, MovesAlongTheLifeOfARunOnly)
{
    std::set<std::pair<S, S>> legal{
        {S::Idle, S::Preparing},      {S::Preparing, S::Ready},    {S::Ready, S::Running},      {S::Ready, S::Paused},
        {S::Ready, S::Blocked},       {S::Running, S::Paused},     {S::Running, S::Evaluating}, {S::Running, S::Finished},
        {S::Paused, S::Running},      {S::Paused, S::Evaluating},  {S::Evaluating, S::Running}, {S::Evaluating, S::Paused},
        {S::Evaluating, S::Finished},
    };
    for (const S state : {S::Idle, S::Preparing, S::Ready, S::Running, S::Paused, S::Evaluating}) {
        legal.insert({state, S::Failed});
        legal.insert({state, S::Cancelled});
    }
    for (int from = 0; from <= static_cast<int>(S::Blocked); ++from)
        for (int to = 0; to <= static_cast<int>(S::Blocked); ++to) {
            const std::pair move{static_cast<S>(from), static_cast<S>(to)};
            EXPECT_EQ(isLegalMove(move.first, move.second), legal.count(move) == 1)
                << wordList(S::Idle)[static_cast<std::size_t>(from)] << " to "
                << wordList(S::Idle)[static_cast<std::size_t>(to)];
        }
}

}  // namespace
}  // namespace tandem

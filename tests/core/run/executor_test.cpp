// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/executor.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <future>
#include <set>
#include <thread>
#include <vector>

namespace tandem {
namespace {

TEST(Executor, RunsJobsInTheOrderInWhichTheyWerePosted)
{
    std::vector<int> order;
    {
        Executor executor("test");
        for (int i = 0; i < 100; ++i)
            executor.post([&order, i] { order.push_back(i); });
    }
    ASSERT_EQ(order.size(), 100u) << "what was posted is run before the executor ends";
    EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST(Executor, RunsAllJobsOnOneThreadOfItsOwn)
{
    std::set<std::thread::id> threads;
    {
        Executor executor("a name that is longer than Linux takes");
        std::vector<std::thread> posters;
        for (int poster = 0; poster < 4; ++poster)
            posters.emplace_back([&] {
                for (int i = 0; i < 50; ++i)
                    executor.post([&threads] { threads.insert(std::this_thread::get_id()); });
            });
        for (std::thread& poster : posters)
            poster.join();
    }
    EXPECT_EQ(threads.size(), 1u);
    EXPECT_EQ(threads.count(std::this_thread::get_id()), 0u);
}

TEST(Executor, TakesJobsFromItsOwnJobs)
{
    std::promise<void> done;
    Executor executor("test");
    executor.post([&] { executor.post([&] { done.set_value(); }); });
    done.get_future().wait();
}

TEST(Executor, EndsWithoutEverHavingWorked)
{
    Executor executor("idle");
}

}  // namespace
}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/log.h"

#include <gmock/gmock.h>

#include <string>
#include <thread>
#include <vector>

namespace tandem {
namespace {

using testing::HasSubstr;

TEST(Log, RemembersLevelAndText)
{
    const Log log(Log::Console::Quiet);
    log.writer().warn("loss is {}", 7);
    const auto lines = log.lastLines(10);
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_THAT(lines[0], HasSubstr("warning"));
    EXPECT_THAT(lines[0], HasSubstr("loss is 7"));
}

TEST(Log, GivesTheNewestLinesOldestFirst)
{
    const Log log(Log::Console::Quiet);
    for (int i = 0; i < 5; ++i)
        log.writer().info("line {}", i);
    const auto lines = log.lastLines(2);
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_THAT(lines[0], HasSubstr("line 3"));
    EXPECT_THAT(lines[1], HasSubstr("line 4"));
    EXPECT_TRUE(log.lastLines(0).empty());
}

TEST(Log, ForgetsWhatIsOlderThanItsRing)
{
    const Log log(Log::Console::Quiet);
    for (std::size_t i = 0; i < Log::kRemembered + 10; ++i)
        log.writer().info("line {}.", i);
    const auto lines = log.lastLines(2 * Log::kRemembered);
    ASSERT_EQ(lines.size(), Log::kRemembered);
    EXPECT_THAT(lines.front(), HasSubstr("line 10."));
    EXPECT_THAT(lines.back(), HasSubstr("line 1009."));
}

TEST(Log, TakesLinesFromAnyThread)
{
    const Log log(Log::Console::Quiet);
    std::vector<std::thread> writers;
    for (int writer = 0; writer < 4; ++writer)
        writers.emplace_back([&log, writer] {
            for (int i = 0; i < 100; ++i) {
                log.writer().info("writer {} line {}", writer, i);
                log.lastLines(3);
            }
        });
    for (std::thread& writer : writers)
        writer.join();
    EXPECT_EQ(log.lastLines(Log::kRemembered).size(), 400u);
}

}  // namespace
}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/error.h"
#include "core/base/result.h"

#include <gtest/gtest.h>

namespace tandem {
namespace {

TEST(DescribeError, SaysWhereWhatAndWhatToDo)
{
    EXPECT_EQ(describe({ErrorCode::File, "it is cut", "a.idx, offset 4", "Get it again"}),
              "a.idx, offset 4: it is cut. Get it again.");
}

TEST(DescribeError, LeavesOutWhatIsEmpty)
{
    EXPECT_EQ(describe({ErrorCode::Usage, "nothing to do", {}, {}}), "nothing to do.");
}

TEST(Result, CarriesAValueOrAnError)
{
    const Result<int> good = 3;
    const Result<int> bad = fail(ErrorCode::DeviceAbsent, "no such device", "run \"MPS\"");
    EXPECT_EQ(good.value(), 3);
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().code, ErrorCode::DeviceAbsent);
    EXPECT_EQ(bad.error().where, "run \"MPS\"");
    EXPECT_TRUE(Status{});
}

}  // namespace
}  // namespace tandem

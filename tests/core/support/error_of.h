// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tandem::test {

/// The error of a result that must have failed; an empty one, and a failed test, if it did not.
template<class T>
Error errorOf(const Result<T>& result)
{
    if (!result)
        return result.error();
    ADD_FAILURE() << "expected an error, found success";
    return {};
}

/// "" for success, the whole error otherwise, so that EXPECT_EQ(problemOf(r), "") says what went wrong.
template<class T>
std::string problemOf(const Result<T>& result)
{
    return result ? std::string() : describe(result.error());
}

}  // namespace tandem::test

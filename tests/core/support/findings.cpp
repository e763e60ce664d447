// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/support/findings.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace tandem::test {

std::vector<Finding> findingsOf(const std::string& rule, const ComparisonRecord& record, const Thresholds& thresholds)
{
    std::vector<Finding> found = judge(record, thresholds);
    found.erase(std::remove_if(found.begin(), found.end(), [&](const Finding& f) { return f.rule != rule; }), found.end());
    return found;
}

Finding onlyFinding(const std::string& rule, const ComparisonRecord& record, const Thresholds& thresholds)
{
    const auto found = findingsOf(rule, record, thresholds);
    EXPECT_EQ(found.size(), 1u) << rule;
    if (found.size() != 1)
        return {};
    EXPECT_FALSE(found[0].title.empty() || found[0].evidence.empty() || found[0].cause.empty() || found[0].advice.empty());
    return found[0];
}

std::vector<std::string> reasonsOf(const std::string& rule, const ComparisonRecord& record)
{
    std::vector<std::string> reasons;
    for (const RuleNotRun& left : judgeAll(record).notRun)
        if (left.rule == rule)
            reasons.push_back(left.reason);
    return reasons;
}

PreflightFacts& preflight(ComparisonRecord& record, std::size_t run)
{
    return *record.runs[run].preflight;
}

}  // namespace tandem::test

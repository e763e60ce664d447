// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The rules measured: what they find must not become less, and clean pairs must stay clean. SCORECARD.md has the figures.

#include "tests/app/program.h"

#include "core/base/json.h"

#include <gmock/gmock.h>

namespace tandem::test {
namespace {

// Measured: see SCORECARD.md. A rule that finds more may raise them.
constexpr double kDetectionRate = 0.80;
constexpr double kCauseFirstRate = 0.78;

class ScorecardCommand : public ProgramTest {};

TEST_F(ScorecardCommand, FindsWhatItFoundBeforeAndNothingInCleanPairs)
{
    const Json card = Json::parse(call({"scorecard", "--quick", "--json"}).out);
    const Json& totals = card["totals"];
    for (const char* key : {"detection_rate", "cause_first_rate", "cause_top3_rate", "median_steps_to_detect", "false_errors",
                            "false_warnings", "clean_pairs", "curves_only_detection_rate"})
        EXPECT_TRUE(totals.contains(key)) << key;
    EXPECT_GE(totals["faults"], 89);
    EXPECT_GE(totals["detection_rate"], kDetectionRate) << totals.dump();
    EXPECT_GE(totals["cause_first_rate"], kCauseFirstRate);
    EXPECT_GT(totals["detection_rate"], totals["curves_only_detection_rate"]);
    EXPECT_EQ(totals["false_errors"], 0);
    EXPECT_EQ(totals["false_warnings"], 0);
    for (const Json& row : card["rows"]) {
        if (row["kind"] == "configuration") {
            EXPECT_TRUE(row["detected"].get<bool>()) << row.dump();
        } else if (row["kind"] == "clean" || row["kind"] == "control") {
            EXPECT_TRUE(row["shown"].empty()) << row.dump();
        }
    }
}

}  // namespace
}  // namespace tandem::test

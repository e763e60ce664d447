// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/experiment/difference.h"
#include "core/facts/record.h"

#include <optional>
#include <string>
#include <vector>

namespace tandem {

/// A run as the report shows it.
struct RunSummary {
    std::string name, device;
    bool emulated = false;
    std::string outcome;                        ///< word of Outcome, or the state where the run has not ended
    std::string error;
    std::int64_t steps = 0, totalSteps = 0;
    std::optional<double> testAccuracy, testLoss;   ///< last evaluation of the whole test split
    std::optional<double> bestTestAccuracy;
    std::optional<std::int64_t> bestStep;
    double imagesPerSecond = 0, seconds = 0;
    std::string initialWeightsHash, weightsHash, planHash, inputHash;
    std::int64_t seed = 0;
    std::int64_t thinned = 0;
    std::vector<std::string> faults, inactiveFaults;
};

/// A comparison as data: every form of the report is rendered from this.
struct Report {
    ComparisonStart start;
    Verdict verdict;
    std::vector<Finding> findings;              ///< causes first; folded ones behind
    RulesLeftOut leftOut;                       ///< rules that could not run, and those that the experiment muted
    std::vector<RunSummary> runs;
    std::vector<CrossEvaluation> matrix;
    std::vector<ConfigRow> configuration;       ///< every row; `differs` marks the difference
    std::vector<std::string> notices;
    std::string folder;                         ///< empty if nothing was written
    std::string command;                        ///< reproduces the comparison
};

/// @param folder  where the comparison lies; may be empty
Report buildReport(const ComparisonRecord& record, const std::string& folder);

/// The object that `tandem run --json` prints; its schema is result.schema.json. Keys are stable.
Json toJson(const Report& report);
/// As above for `tandem check --json`: without the results of runs.
Json toCheckJson(const Report& report);
/// "order-check could not run on CPU, because …", one a line.
std::vector<std::string> leftOutLines(const Report& report);
/// What a terminal shows at the end of a run.
std::string toText(const Report& report);
/// What a terminal shows after a check: findings, without results.
std::string toCheckText(const Report& report);

}  // namespace tandem

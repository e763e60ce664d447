// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/facts/record.h"
#include "core/run/comparison.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tandem {

/// One thing that the diagnostics are measured on.
struct ScorecardCase {
    std::string id;
    std::string kind;                   ///< "fault", "configuration", "control" or "clean"
    std::string on;                     ///< "device", "both" or "reference": which runs carry it
    Json document;                      ///< the experiment; its second run is the one under test
    std::vector<std::string> expected;  ///< rules of which one should fire; empty: none may
    std::string whyNot;                 ///< why it cannot be run here; empty if it can
};

/// @param quick  each fault and configuration once, and a few clean pairs
Result<std::vector<ScorecardCase>> scorecardCases(bool quick);

/// What came of a case.
struct ScorecardRow {
    std::string id, kind, on;
    std::vector<std::string> expected;
    std::string whyNot;                 ///< not run
    bool detected = false;              ///< an expected rule fired, as a warning or an error
    std::string rule;                   ///< the first expected rule that fired
    std::string severity;               ///< its severity; "info" is not counted as detected
    std::optional<std::int64_t> step;   ///< training step in which it was found; 0: before the first one
    std::optional<std::int64_t> rank;   ///< of an expected rule among the causes shown, from 1
    std::vector<std::string> shown;     ///< rules shown unfolded, with severity
    bool byCurvesAlone = false;         ///< loss and accuracy alone would have told that the runs part
    std::int64_t errors = 0, warnings = 0;  ///< unfolded findings
};

/// Judges a comparison that is over.
ScorecardRow scoreRow(const ScorecardCase& which, const ComparisonRecord& record);

struct ScorecardTotals {
    std::int64_t faults = 0, detected = 0, causeFirst = 0, causeTop3 = 0, byCurvesAlone = 0, notRun = 0;
    std::int64_t cleanPairs = 0, controls = 0, falseErrors = 0, falseWarnings = 0;
    double medianSteps = 0;
    std::int64_t beforeFirstStep = 0;
};
ScorecardTotals totalsOf(const std::vector<ScorecardRow>& rows);

Json toJson(const std::vector<ScorecardRow>& rows);
/// The table that SCORECARD.md keeps.
std::string toMarkdown(const std::vector<ScorecardRow>& rows, bool quick);

/// Runs one case to its end in a folder of its own below options.root, which is left empty.
Result<ScorecardRow> runCase(const ScorecardCase& which, ComparisonOptions options, const TrainerFactory& factory, Executor& gpu, const Log& log);

}  // namespace tandem

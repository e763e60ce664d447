// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/facts/event.h"
#include "core/metrics/series.h"

namespace tandem {

/// Everything known of one run so far.
struct RunRecord {
    std::string name, device;
    RunState state = RunState::Idle;
    std::optional<PreflightFacts> preflight;
    Series loss, accuracy;                    ///< of training batches, by step
    std::vector<EvaluationFacts> evaluations; ///< in the order of steps
    std::vector<EpochFacts> epochs;
    std::vector<StepFacts> steps;             ///< looked at closely, in the order of steps
    std::vector<EpochProbeFacts> probes;      ///< beside each whole evaluation
    std::optional<RunEnd> end;
    std::optional<std::int64_t> firstNonFiniteStep;
    std::int64_t thinned = 0;
    double lastTime = 0;                      ///< of its newest event, seconds

    /// Training steps done, as far as reported.
    std::int64_t stepsDone() const;
    std::int64_t totalSteps() const;          ///< 0 before pre-flight
    const EvaluationFacts* lastWholeEvaluation() const;
};

/// A comparison, folded from its events. Live view and stored view are built by the same `apply`.
/// A value; used by one thread.
struct ComparisonRecord {
    ComparisonStart start;
    std::vector<RunRecord> runs;
    std::vector<CrossEvaluation> matrix;
    std::vector<Finding> findings;
    RulesLeftOut leftOut;
    std::optional<Verdict> verdict;
    std::vector<std::string> notices;
    std::optional<ComparisonEnd> end;

    std::size_t baseline() const { return static_cast<std::size_t>(start.baseline); }
    void apply(const Event& event);
};

}  // namespace tandem

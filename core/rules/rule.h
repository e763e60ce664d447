// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/facts/record.h"

#include <string>
#include <string_view>
#include <vector>

namespace tandem {

/// Thresholds of all rules, in one place. Where a value comes from stands beside it.
struct Thresholds {
    double chanceSigmas = 10.0;        ///< chance-level: other run this many σ above chance
    double chanceOwnSigmas = 3.0;      ///< chance-level: this run within so many σ of chance
    double chanceLossDecline = 0.05;   ///< chance-level: a training loss that came down by less is no learning
    double agreeSigmas = 3.0;          ///< verdict: runs agree within so many σ of the difference of two accuracies
};

enum class Stage { Preflight, Step, Evaluation, AfterRun };
const std::vector<std::string>& wordList(Stage);

/// What a rule says about itself: drives `tandem rules`, the window's help and the report.
struct RuleInfo {
    const char* id;
    const char* title;
    Stage stage;
    Severity severity;         ///< the worst it can give
    const char* measures;
    const char* threshold;     ///< with the guard against false alarms
    const char* advice;
    const char* cases;         ///< public cases behind it
};

/// A rule is a pure function of the facts: it appends findings, or stays silent.
struct Rule {
    RuleInfo info;
    void (*judge)(const ComparisonRecord& record, const Thresholds& thresholds, std::vector<Finding>& findings);
};

/// All rules, causes before symptoms: the order in which findings are shown.
const std::vector<Rule>& allRules();
const RuleInfo* findRule(std::string_view id);

/// Runs every rule over the facts so far, folds followers under their cause and orders the findings.
std::vector<Finding> judge(const ComparisonRecord& record, const Thresholds& thresholds = {});

/// The order in which findings are shown: causes before what they explain, errors first, then the registry's order.
void orderFindings(std::vector<Finding>& findings);

/// The verdict over a finished comparison, with the evidence that excludes the other kinds.
Verdict reachVerdict(const ComparisonRecord& record, const Thresholds& thresholds = {});

/// True if a finding of error severity must keep training from starting.
bool blocksTraining(const std::vector<Finding>& findings);

}  // namespace tandem

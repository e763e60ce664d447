// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/experiment/rule_settings.h"
#include "core/facts/record.h"

#include <string>
#include <string_view>
#include <vector>

namespace tandem {

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

/// What the rules have to say.
struct Judgement {
    std::vector<Finding> findings;
    std::vector<RuleNotRun> notRun;
};

/// A rule is a pure function of the facts: it appends findings, says why it could not look, or stays silent. It sees what
/// the rules before it found.
struct Rule {
    RuleInfo info;
    void (*judge)(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out);
    std::vector<std::string> explains = {};  ///< rules whose findings on the same runs are folded under this one's errors
};

/// All rules, causes before symptoms: the order in which findings are shown.
const std::vector<Rule>& allRules();
const RuleInfo* findRule(std::string_view id);

/// Runs every rule over the facts so far with the experiment's own settings: its thresholds, without the rules that it
/// mutes, with those of its own. Folds followers under their cause and orders the findings.
Judgement judgeAll(const ComparisonRecord& record, const RuleSettings& settings = {});

/// The findings of all rules.
std::vector<Finding> judge(const ComparisonRecord& record, const Thresholds& thresholds = {});

/// Fails where a rule is muted that does not exist, or a rule of the experiment's own has the id of a known one.
Status checkRuleSettings(const RuleSettings& settings);

/// The order in which findings are shown: causes before what they explain, errors first, then the registry's order.
void orderFindings(std::vector<Finding>& findings);

/// The verdict over a finished comparison, with the evidence that excludes the other kinds.
Verdict reachVerdict(const ComparisonRecord& record, const Thresholds& thresholds = {});

/// True if a finding of error severity must keep training from starting.
bool blocksTraining(const std::vector<Finding>& findings);

}  // namespace tandem

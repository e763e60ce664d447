// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/rules/rule_support.h"

#include <algorithm>
#include <map>

namespace tandem {
namespace {

// What a cause explains: a follower is folded under the first of its causes that fired for the same run.
const std::map<std::string, std::vector<std::string>>& causesOf()
{
    static const std::map<std::string, std::vector<std::string>> causes{
        {"error-parity", {"label-dtype", "label-range"}},
        {"chance-level", {"label-dtype", "label-range", "input-parity", "non-finite"}},
        {"non-finite", {"label-dtype", "label-range"}},
    };
    return causes;
}

void foldFollowers(std::vector<Finding>& findings)
{
    for (Finding& follower : findings) {
        const auto causes = causesOf().find(follower.rule);
        if (causes == causesOf().end())
            continue;
        for (const std::string& cause : causes->second)
            for (const Finding& candidate : findings)
                if (candidate.rule == cause && candidate.runs == follower.runs && !follower.foldedUnder)
                    follower.foldedUnder = cause;
    }
}

}  // namespace

void orderFindings(std::vector<Finding>& findings)
{
    const auto rank = [](const Finding& finding) {
        const auto& rules = allRules();
        return std::find_if(rules.begin(), rules.end(), [&](const Rule& rule) { return finding.rule == rule.info.id; }) - rules.begin();
    };
    std::stable_sort(findings.begin(), findings.end(), [&](const Finding& a, const Finding& b) {
        if (a.foldedUnder.has_value() != b.foldedUnder.has_value())
            return !a.foldedUnder.has_value();
        if (a.severity != b.severity)
            return a.severity > b.severity;
        return rank(a) < rank(b);
    });
}

std::vector<Finding> judge(const ComparisonRecord& record, const Thresholds& thresholds)
{
    std::vector<Finding> findings;
    for (const Rule& rule : allRules())
        rule.judge(record, thresholds, findings);
    foldFollowers(findings);
    orderFindings(findings);
    return findings;
}

bool blocksTraining(const std::vector<Finding>& findings)
{
    return std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
        const RuleInfo* rule = findRule(finding.rule);
        return finding.severity == Severity::Error && rule && rule->stage == Stage::Preflight;
    });
}

}  // namespace tandem

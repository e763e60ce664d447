// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/rules/own_rules.h"
#include "core/rules/rule_support.h"

#include <algorithm>

namespace tandem {
namespace {

bool coversRuns(const Finding& cause, const Finding& follower)
{
    return std::all_of(follower.runs.begin(), follower.runs.end(), [&](std::int64_t run) {
        return std::find(cause.runs.begin(), cause.runs.end(), run) != cause.runs.end();
    });
}

// What was there first is not explained by what came later.
bool cameBefore(const Finding& cause, const Finding& follower)
{
    return cause.step.value_or(-1) <= follower.step.value_or(-1);
}

// A follower is folded under the first of its causes that fired for the same runs, in the order of the registry. What
// was folded itself explains nothing more: the chain hangs on its first link.
void foldFollowers(std::vector<Finding>& findings)
{
    for (const Rule& rule : allRules())
        for (const Finding& cause : findings) {
            if (cause.rule != rule.info.id || cause.severity == Severity::Info)
                continue;
            for (Finding& follower : findings)
                if (&follower != &cause && !follower.foldedUnder && cause.foldedUnder != follower.rule && cameBefore(cause, follower) && coversRuns(cause, follower)
                    && std::find(rule.explains.begin(), rule.explains.end(), follower.rule) != rule.explains.end())
                    follower.foldedUnder = cause.foldedUnder.value_or(cause.rule);
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

Judgement judgeAll(const ComparisonRecord& record, const RuleSettings& settings)
{
    Judgement out;
    const auto isMuted = [&](const char* id) {
        return std::any_of(settings.muted.begin(), settings.muted.end(), [&](const MutedRule& muted) { return muted.rule == id; });
    };
    for (const Rule& rule : allRules())
        if (!isMuted(rule.info.id))
            rule.judge(record, settings.thresholds, out);
    judgeOwnRules(record, settings.own, out);
    foldFollowers(out.findings);
    orderFindings(out.findings);
    return out;
}

std::vector<Finding> judge(const ComparisonRecord& record, const Thresholds& thresholds)
{
    return judgeAll(record, {thresholds, {}, {}}).findings;
}

Status checkRuleSettings(const RuleSettings& settings)
{
    std::vector<std::string> ids;
    for (const Rule& rule : allRules())
        ids.emplace_back(rule.info.id);
    for (const MutedRule& muted : settings.muted)
        if (!findRule(muted.rule)) {
            const std::string near = nearestWord(muted.rule, ids);
            return fail(ErrorCode::InvalidExperiment, "no rule is named \"" + muted.rule + "\"", "$.rules.mute",
                        near.empty() ? "See `tandem rules`" : "Did you mean \"" + near + "\"?");
        }
    for (const OwnRule& own : settings.own)
        if (findRule(own.id))
            return fail(ErrorCode::InvalidExperiment, "a rule of one's own has the id of a known rule: \"" + own.id + "\"",
                        "$.rules.own", "Give it another id");
    return {};
}

bool blocksTraining(const std::vector<Finding>& findings)
{
    return std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
        const RuleInfo* rule = findRule(finding.rule);
        return finding.severity == Severity::Error && rule && rule->stage == Stage::Preflight;
    });
}

}  // namespace tandem

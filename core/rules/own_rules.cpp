// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/rules/own_rules.h"

#include "core/experiment/words.h"
#include "core/facts/fields.h"
#include "core/rules/rule_support.h"

#include <optional>

namespace tandem {
namespace {

bool meets(double fact, Relation relation, double value)
{
    switch (relation) {
    case Relation::Less: return fact < value;
    case Relation::LessOrEqual: return fact <= value;
    case Relation::Equal: return fact == value;
    case Relation::NotEqual: return fact != value;
    case Relation::GreaterOrEqual: return fact >= value;
    case Relation::Greater: return fact > value;
    }
    return false;
}

struct Search {
    const OwnRule& rule;
    bool seen = false;                 // the fact exists
    std::optional<double> found;       // the first value that meets the condition

    // Follows the keys of `path` from `begin` on through objects, and through every entry of lists.
    void follow(const Json& json, std::size_t begin)
    {
        if (found)
            return;
        if (json.is_array()) {
            for (const Json& entry : json)
                follow(entry, begin);
            return;
        }
        if (begin > rule.fact.size()) {
            look(json);
            return;
        }
        const std::size_t end = std::min(rule.fact.find('.', begin), rule.fact.size());
        const auto member = json.is_object() ? json.find(rule.fact.substr(begin, end - begin)) : json.end();
        if (json.is_object() && member != json.end())
            follow(*member, end + 1);
    }

    void look(const Json& json)
    {
        const bool isNumber = json.is_number() || json == "NaN" || json == "Infinity" || json == "-Infinity";
        if (!isNumber && !json.is_boolean())
            return;
        seen = true;
        const double value = json.is_boolean() ? (json.get<bool>() ? 1.0 : 0.0) : numberFromJson(json);
        if (meets(value, rule.is, rule.value))
            found = value;
    }
};

Json factsOf(const RunRecord& run)
{
    Json facts = Json::object();
    if (run.preflight)
        facts["preflight"] = fields::write(*run.preflight);
    facts["steps"] = fields::write(run.steps);
    facts["evaluations"] = fields::write(run.evaluations);
    facts["probes"] = fields::write(run.probes);
    facts["epochs"] = fields::write(run.epochs);
    if (run.end)
        facts["end"] = fields::write(*run.end);
    return facts;
}

Severity severityOf(const std::string& word)
{
    const auto& words = wordList(Severity{});
    for (std::size_t i = 0; i < words.size(); ++i)
        if (words[i] == word)
            return static_cast<Severity>(i);
    return Severity::Warning;
}

}  // namespace

void judgeOwnRules(const ComparisonRecord& record, const std::vector<OwnRule>& rules, Judgement& out)
{
    for (std::size_t i = 0; i < record.runs.size() && !rules.empty(); ++i) {
        const RunRecord& run = record.runs[i];
        const Json facts = factsOf(run);
        for (const OwnRule& rule : rules) {
            Search search{rule};
            search.follow(facts, 0);
            if (!search.seen && run.end)
                out.notRun.push_back({rule.id, oneRun(i), "no fact of this run is named " + rule.fact});
            if (!search.found)
                continue;
            Finding finding;
            finding.rule = rule.id;
            finding.severity = severityOf(rule.severity);
            finding.title = runLabel(run) + ": " + rule.text;
            finding.runs = oneRun(i);
            finding.evidence = {rule.fact + " = " + numberText(*search.found) + "; the rule fires at " + toWord(rule.is) + " "
                                + numberText(rule.value)};
            finding.cause = "A rule of the experiment's own.";
            finding.advice = "See \"rules\" in the experiment file";
            out.findings.push_back(std::move(finding));
        }
    }
}

}  // namespace tandem

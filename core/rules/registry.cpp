// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/rules/rule_support.h"

#include <algorithm>

namespace tandem {

const std::vector<std::string>& wordList(Stage)
{
    static const std::vector<std::string> words{"pre-flight", "each step", "each evaluation", "after the run"};
    return words;
}

const std::vector<Rule>& allRules()
{
    // Causes before symptoms: inputs, labels, start, then what only shows during the run.
    static const std::vector<Rule> rules = [] {
        std::vector<Rule> all;
        for (const auto family : {parityRules, inputRules, transformRules, labelRules, labelFormatRules, weightRules, wiringRules,
                                  headRules, headLossRules, orderRules, environmentRules, hygieneRules, updateRules, layerRules,
                                  backendRules, evaluationRules, numberRules, speedRules, outcomeRules})
            for (Rule& rule : family())
                all.push_back(std::move(rule));
        return all;
    }();
    return rules;
}

const RuleInfo* findRule(std::string_view id)
{
    const auto& rules = allRules();
    const auto found = std::find_if(rules.begin(), rules.end(), [&](const Rule& rule) { return rule.info.id == id; });
    return found == rules.end() ? nullptr : &found->info;
}

}  // namespace tandem

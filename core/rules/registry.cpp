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
    static const std::vector<Rule> rules{
        {{"input-parity", "The runs see different first batches", Stage::Preflight, Severity::Error,
          "hashes of the first batch's pixels and label values, read back from each device",
          "any difference from the baseline",
          "Use the same data settings for both runs; where they are the same already, suspect the copy to the device",
          "E3–E8, L2, L12, P1–P9"},
         judgeInputParity},
        {{"label-dtype", "Class labels are not 64-bit integers", Stage::Preflight, Severity::Error,
          "dtype of the labels as the loss will see them, against the contract of the loss; read before the loss is called",
          "any other dtype with an index loss; not raised for one-hot or probability targets",
          "Keep class indices as int64 on every device; cast only the inputs to float", "A1, A2, A5, A6, A8"},
         judgeLabelDtype},
        {{"label-range", "Labels outside 0…C−1", Stage::Preflight, Severity::Error,
          "smallest and largest label of the training split, against the number of outputs", "min < 0 or max ≥ C",
          "Give the last layer as many outputs as there are classes, or renumber the labels from 0", "B1–B5, B7–B9, D23, D24"},
         judgeLabelRange},
        {{"init-parity", "The runs do not start from the same weights", Stage::Preflight, Severity::Error,
          "hash of the initial weights read back from each device, against the hash of the weights as drawn on the CPU",
          "not bitwise equal to the drawn ones: error; another seed or model by choice: info",
          "Draw once on the CPU and copy to both", "Q1, Q2, Q4, Q7–Q11"},
         judgeInitParity},
        {{"non-finite", "The loss became NaN or infinite", Stage::Step, Severity::Error, "the loss of every step",
          "any value that is not finite", "Lower the learning rate; check the inputs' scale", "E2, J2, J7, O4–O15, R4"},
         judgeNonFinite},
        {{"error-parity", "A run raised an error", Stage::Step, Severity::Error, "the outcome of each run",
          "any failed run; the evidence says whether the others went on", "Read the error text", "A1, A8, B1, L7"},
         judgeErrorParity},
        {{"chance-level", "Accuracy no better than guessing", Stage::Evaluation, Severity::Error,
          "test accuracy against the share of the largest class, and how far the training loss came down",
          "after an epoch: within 3 σ of chance or below it, or a loss that came down by less than 5 %; an error at once if "
          "another run is 10 σ above chance",
          "Look at labels, input scale and learning rate", "A1, D27, E7, F19, F20, J1–J4, O32"},
         judgeChanceLevel},
        {{"unexplained-gap", "The results differ and no rule says why", Stage::AfterRun, Severity::Warning,
          "test accuracy of each run against the baseline's after the same number of epochs",
          "more than 3 σ of the difference of two accuracies on the test split; silent where another rule fired",
          "Compare the configurations, then repeat with another seed", "–"},
         judgeUnexplainedGap},
    };
    return rules;
}

const RuleInfo* findRule(std::string_view id)
{
    const auto& rules = allRules();
    const auto found = std::find_if(rules.begin(), rules.end(), [&](const Rule& rule) { return rule.info.id == id; });
    return found == rules.end() ? nullptr : &found->info;
}

}  // namespace tandem

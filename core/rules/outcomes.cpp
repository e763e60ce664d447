// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/rules/rule_support.h"

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

// Mean training loss over the first and the last tenth of the steps before a step: how far the loss came down.
double lossDecline(const Series& loss, std::int64_t before)
{
    std::size_t count = loss.size();
    while (count > 0 && loss.step(count - 1) >= before)
        --count;
    const std::size_t part = count / 10;
    if (part == 0)
        return 0.0;
    double first = 0, last = 0;
    for (std::size_t i = 0; i < part; ++i) {
        first += loss.value(i);
        last += loss.value(count - 1 - i);
    }
    return first > 0 && std::isfinite(last) ? 1.0 - last / first : 0.0;
}

const EvaluationFacts* wholeEvaluationAfter(const RunRecord& run, std::int64_t epoch)
{
    const auto found = std::find_if(run.evaluations.begin(), run.evaluations.end(),
                                    [&](const EvaluationFacts& e) { return e.whole && e.epoch == epoch; });
    return found == run.evaluations.end() ? nullptr : &*found;
}

void judgeNonFinite(const ComparisonRecord& record, const Thresholds&, Judgement& out)
{
    for (std::size_t i = 0; i < record.runs.size(); ++i) {
        const RunRecord& run = record.runs[i];
        if (!run.firstNonFiniteStep)
            continue;
        Finding finding;
        finding.rule = "non-finite";
        finding.severity = Severity::Error;
        finding.title = "The loss of " + runLabel(run) + " is not a finite number from step " + std::to_string(*run.firstNonFiniteStep);
        finding.runs = oneRun(i);
        finding.step = run.firstNonFiniteStep;
        const Series::Range before = run.loss.range(0, *run.firstNonFiniteStep - 1);
        if (before.last > before.first)
            finding.evidence.push_back("loss at step " + std::to_string(run.loss.step(before.last - 1)) + ": "
                                       + numberText(run.loss.value(before.last - 1)));
        finding.evidence.push_back("first loss that is NaN or infinite: step " + std::to_string(*run.firstNonFiniteStep));
        finding.cause = "Once a loss is NaN every weight becomes NaN: the curve after this step means nothing.";
        finding.advice = "Lower the learning rate, check the inputs' scale, and look for a division or logarithm of zero";
        out.findings.push_back(std::move(finding));
    }
}

void judgeErrorParity(const ComparisonRecord& record, const Thresholds&, Judgement& out)
{
    for (std::size_t i = 0; i < record.runs.size(); ++i) {
        const RunRecord& run = record.runs[i];
        if (!run.end || run.end->outcome != Outcome::Failed)
            continue;
        Finding finding;
        finding.rule = "error-parity";
        finding.severity = Severity::Error;
        finding.runs = oneRun(i);
        finding.step = run.end->steps;
        finding.title = runLabel(run) + " raised an error in step " + std::to_string(run.end->steps);
        finding.evidence = {run.name + " raised: " + run.end->error};
        for (std::size_t other = 0; other < record.runs.size(); ++other)
            if (other != i && record.runs[other].end && record.runs[other].end->outcome != Outcome::Failed)
                finding.evidence.push_back(runLabel(record.runs[other]) + " went on for " + std::to_string(record.runs[other].end->steps)
                                           + " steps");
        finding.cause = finding.evidence.size() > 1 ? "One device refuses what the other accepts. The refusal is the safer answer."
                                                    : "LibTorch refused an operation of this run.";
        finding.advice = "Read the error text: it names the operation and what it expected";
        out.findings.push_back(std::move(finding));
    }
}

void judgeChanceLevel(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    for (std::size_t i = 0; i < record.runs.size(); ++i) {
        const RunRecord& run = record.runs[i];
        const EvaluationFacts* own = run.lastWholeEvaluation();
        if (!own || own->epoch < 1 || !run.preflight)
            continue;
        const double chance = run.preflight->testLargestShare;
        const double sigma = accuracySigma(chance, own->samples);
        const double decline = lossDecline(run.loss, own->step);
        // Weights that never moved give any accuracy near chance, so the second test allows up to twice chance.
        const bool atChance = own->accuracy <= chance + thresholds.chanceOwnSigmas * sigma
                              || (decline < thresholds.chanceLossDecline && own->accuracy <= 2 * chance);
        if (!atChance)
            continue;
        Finding finding;
        finding.rule = "chance-level";
        finding.severity = own->epoch >= 2 ? Severity::Error : Severity::Warning;
        finding.runs = oneRun(i);
        finding.step = own->step;
        finding.title = runLabel(run) + " is at chance level: " + percent(own->accuracy) + " after " + std::to_string(own->epoch)
                        + (own->epoch == 1 ? " epoch" : " epochs");
        finding.evidence = {"test accuracy " + percent(own->accuracy) + " on " + std::to_string(own->samples)
                                + " images; the most frequent class alone has " + percent(chance),
                            "training loss came down by " + percent(decline)};
        for (std::size_t other = 0; other < record.runs.size(); ++other) {
            const EvaluationFacts* better = wholeEvaluationAfter(record.runs[other], own->epoch);
            if (other == i || !better || better->accuracy <= chance + thresholds.chanceSigmas * sigma)
                continue;
            finding.severity = Severity::Error;
            finding.evidence.push_back(runLabel(record.runs[other]) + " reaches " + percent(better->accuracy));
        }
        finding.cause = "A model that does not learn while its twin does is trained on something else, or not at all.";
        finding.advice = "Look at the findings above this one first; then at labels, input scale and learning rate";
        out.findings.push_back(std::move(finding));
    }
}

void judgeUnexplainedGap(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    const std::size_t baseline = record.baseline();
    const EvaluationFacts* reference = baseline < record.runs.size() ? record.runs[baseline].lastWholeEvaluation() : nullptr;
    const bool explained = std::any_of(out.findings.begin(), out.findings.end(), [](const Finding& f) { return f.severity != Severity::Info; });
    // While a run goes on, a rule that explains the gap may still fire.
    const bool allEnded = std::all_of(record.runs.begin(), record.runs.end(), [](const RunRecord& run) { return run.end.has_value(); });
    if (!reference || explained || !allEnded)
        return;
    for (std::size_t i = 0; i < record.runs.size(); ++i) {
        const EvaluationFacts* own = record.runs[i].lastWholeEvaluation();
        if (i == baseline || !own || own->epoch != reference->epoch || own->epoch == 0)
            continue;
        const double gap = own->accuracy - reference->accuracy;
        const double limit = agreementLimit(own->accuracy, reference->accuracy, own->samples, thresholds.agreeSigmas);
        if (std::abs(gap) <= limit)
            continue;
        Finding finding;
        finding.rule = "unexplained-gap";
        finding.severity = Severity::Warning;
        finding.runs = oneRun(i);
        finding.step = own->step;
        finding.title = runLabel(record.runs[i]) + " and " + runLabel(record.runs[baseline]) + " differ by "
                        + percent(std::abs(gap)) + " test accuracy, and no rule says why";
        finding.evidence = {"test accuracy " + percent(reference->accuracy) + " against " + percent(own->accuracy) + " on "
                                + std::to_string(own->samples) + " images",
                            "sampling noise alone explains up to " + percent(limit)};
        finding.cause = "Either the setup differs in a way that no rule covers, or the backend computes something else.";
        finding.advice = "Compare the configurations below, then repeat with another seed";
        out.findings.push_back(std::move(finding));
    }
}

}  // namespace

std::vector<Rule> outcomeRules()
{
    return {
        {{"non-finite", "The loss became NaN or infinite", Stage::Step, Severity::Error, "the loss of every step",
          "any value that is not finite", "Lower the learning rate; check the inputs' scale", "E2, J2, J7, O4–O15, R4"},
         judgeNonFinite,
         {"chance-level"}},
        {{"error-parity", "A run raised an error", Stage::Step, Severity::Error, "the outcome of each run",
          "any failed run; the evidence says whether the others went on", "Read the error text", "A1, A8, B1, L7"},
         judgeErrorParity,
         {}},
        {{"chance-level", "Accuracy no better than guessing", Stage::Evaluation, Severity::Error,
          "test accuracy against the share of the largest class, and how far the training loss came down",
          "after an epoch: within 3 σ of chance or below it, or a loss that came down by less than 5 %; an error at once if "
          "another run is 10 σ above chance",
          "Look at labels, input scale and learning rate", "A1, D27, E7, F19, F20, J1–J4, O32"},
         judgeChanceLevel,
         {}},
        {{"unexplained-gap", "The results differ and no rule says why", Stage::AfterRun, Severity::Warning,
          "test accuracy of each run against the baseline's after the same number of epochs",
          "more than 3 σ of the difference of two accuracies on the test split; silent where another rule fired",
          "Compare the configurations, then repeat with another seed", "–"},
         judgeUnexplainedGap,
         {}},
    };
}

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/rules/rule_support.h"

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

void judgeConstant(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    for (std::size_t i = 0; i < record.runs.size(); ++i) {
        const RunRecord& run = record.runs[i];
        const EpochProbeFacts* found = nullptr;
        int looks = 0;
        for (const EpochProbeFacts& probe : run.probes) {
            const bool regression = probe.targetStd > 0;
            const bool constant = regression ? probe.outputStd < thresholds.constantStdRatio * probe.targetStd
                                             : probe.samples > 0 && probe.topPredictionShare > thresholds.constantShare && probe.topLabelShare < thresholds.constantTrueShare;
            looks = constant ? looks + 1 : 0;
            if (constant && probe.epoch > 0)
                found = &probe;
        }
        // One look is enough where it is the only one: a run of one epoch.
        if (!found || (looks < 2 && run.probes.size() > 1))
            continue;
        const bool regression = found->targetStd > 0;
        Finding finding = findingFor("constant-prediction", Severity::Error, i, runLabel(run) + " gives one answer to everything");
        finding.step = found->step;
        finding.evidence = {regression ? "outputs have a standard deviation of " + numberText(found->outputStd) + ", targets one of " + numberText(found->targetStd)
                                       : percent(found->topPredictionShare) + " of the predictions are one class; the most frequent label has " + percent(found->topLabelShare)};
        finding.cause = "The model has learned the average of the targets only, or its outputs are saturated.";
        finding.advice = "Look at input scale, learning rate, dead units and the shapes of output and target";
        out.findings.push_back(std::move(finding));
    }
}

void judgeGap(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    for (std::size_t i = 0; i < record.runs.size(); ++i) {
        const RunRecord& run = record.runs[i];
        if (run.probes.empty() || run.probes.back().modeSamples == 0)
            continue;
        const EpochProbeFacts& probe = run.probes.back();
        if (probe.trainModeAccuracy - probe.evalModeAccuracy <= thresholds.modeGap)
            continue;
        Finding finding = findingFor("train-eval-gap", Severity::Error, i,
                                     "The same pictures score " + percent(probe.trainModeAccuracy) + " in training and " + percent(probe.evalModeAccuracy) + " in evaluation mode on " + runLabel(run));
        finding.step = probe.step;
        finding.evidence = {std::to_string(probe.modeSamples) + " training samples; allowed are " + percent(thresholds.modeGap) + " less in evaluation mode"};
        finding.cause = "What differs between the modes is batch-norm's statistics: the running ones do not fit.";
        finding.advice = "Look at batch-norm's momentum and the batch size";
        out.findings.push_back(std::move(finding));
    }
}

void judgeRecount(const ComparisonRecord& record, const Thresholds&, Judgement& out)
{
    for (std::size_t i = 0; i < record.runs.size(); ++i) {
        const RunRecord& run = record.runs[i];
        const auto wrong = std::find_if(run.probes.begin(), run.probes.end(), [](const EpochProbeFacts& p) {
            return p.samples > 0 && (p.shownCorrect != p.recountedCorrect || p.predictionShape != p.labelShape);
        });
        if (wrong == run.probes.end())
            continue;
        const auto samples = static_cast<double>(wrong->samples);
        const bool shapes = wrong->predictionShape != wrong->labelShape;
        Finding finding = findingFor("metric-recount", Severity::Error, i,
                                     "The accuracy of " + runLabel(run) + " is shown as " + percent(static_cast<double>(wrong->shownCorrect) / samples) + ", a recount gives "
                                         + percent(static_cast<double>(wrong->recountedCorrect) / samples));
        finding.step = wrong->step;
        finding.evidence = {"right answers counted on the device: " + std::to_string(wrong->shownCorrect) + ", on the host: " + std::to_string(wrong->recountedCorrect) + " of "
                                + std::to_string(wrong->samples),
                            "shapes compared: predictions " + sizesText(wrong->predictionShape) + ", labels " + sizesText(wrong->labelShape)};
        finding.cause = shapes ? "Of unequal shapes every prediction is compared with every label, so pairs are counted." : "The model may be fine: what is wrong is the counting on the device.";
        finding.advice = shapes ? "Compare lists of one shape" : "Count on the host, in 64-bit whole numbers";
        finding.fix = shapes ? Fix{"Predictions without the extra axis", run.name, {{"evaluate", {{"keepdim", false}}}}} : Fix{"Measure on the CPU", run.name, {{"evaluate", {{"device", "cpu"}}}}};
        out.findings.push_back(std::move(finding));
    }
}

void judgeOrder(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    forEachPrepared(record, [&](std::size_t i, const RunRecord& run, const PreflightFacts& facts) {
        const OrderFacts& order = facts.order;
        if (!order.shuffled || order.samples < 100)
            return;
        const auto n = static_cast<double>(order.samples);
        const double expected = (n + 1) / 2, sigma = std::sqrt((n + 1) / 12);
        const bool sorted = std::abs(static_cast<double>(order.ascendingRuns) - expected) > thresholds.orderSigmas * sigma;
        const auto again = std::find_if(run.probes.begin(), run.probes.end(),
                                        [](const EpochProbeFacts& p) { return !p.orderHash.empty() && p.orderHash == p.previousOrderHash; });
        const bool planned = facts.secondOrder.samples > 0 && facts.secondOrder.hash == order.hash;
        if (!sorted && again == run.probes.end() && !planned)
            return;
        Finding finding = findingFor("order-check", sorted ? Severity::Error : Severity::Warning, i,
                                     sorted ? "The order of " + runLabel(run) + " is nearly sorted" : runLabel(run) + " sees its samples in the same order in every epoch");
        if (again != run.probes.end())
            finding.step = again->step;
        finding.evidence = {"ascending runs: " + std::to_string(order.ascendingRuns) + ", a random order of " + std::to_string(order.samples) + " has " + numberText(expected) + " ± " + numberText(sigma)};
        if (!sorted)
            finding.evidence.push_back("hash of the order: " + order.hash + " twice");
        finding.cause = "Batches are always made of the same samples, or of neighbours: gradients are less varied than they should be.";
        finding.advice = "Draw a new permutation for each epoch, on the CPU";
        finding.fix = Fix{"Order → shuffled", run.name, {{"data", {{"order", "shuffled"}}}}};
        out.findings.push_back(std::move(finding));
    });
}

void judgeSchedule(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    for (std::size_t i = 0; i < record.runs.size(); ++i) {
        const RunRecord& run = record.runs[i];
        const auto off = std::find_if(run.steps.begin(), run.steps.end(), [&](const StepFacts& s) {
            return std::abs(s.learningRate - s.plannedRate) > thresholds.rateTolerance * std::abs(s.plannedRate);
        });
        const bool never = !run.probes.empty() && run.probes.back().dueSteps > 0 && run.probes.back().optimizerSteps == 0;
        if (off == run.steps.end() && !never)
            continue;
        Finding finding = findingFor("lr-schedule-check", never ? Severity::Error : Severity::Warning, i,
                                     never ? "The optimizer of " + runLabel(run) + " was never stepped" : "The learning rate of " + runLabel(run) + " is not the planned one");
        finding.step = never ? run.probes.back().step : off->step;
        finding.evidence = {never ? "updates due: " + std::to_string(run.probes.back().dueSteps) + ", done: 0" : "planned " + numberText(off->plannedRate) + ", used " + numberText(off->learningRate)};
        finding.cause = never ? "A schedule alone changes no weight." : "The schedule is not applied, or by something else as well.";
        finding.advice = "Step the optimizer first, then the schedule";
        finding.fix = Fix{"Optimizer stepped", run.name, {{"step", {{"optimizer_step", true}}}}};
        if (!never)
            finding.fix.reset();
        out.findings.push_back(std::move(finding));
    }
}

void judgeImproving(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    for (std::size_t i = 0; i < record.runs.size(); ++i) {
        const RunRecord& run = record.runs[i];
        if (!run.end || run.end->outcome != Outcome::Finished)
            continue;
        std::vector<const EvaluationFacts*> whole;
        for (const EvaluationFacts& evaluation : run.evaluations)
            if (evaluation.whole && std::isfinite(evaluation.loss) && evaluation.loss > 0)
                whole.push_back(&evaluation);
        // A slope needs a few epochs.
        if (whole.size() < 5)
            continue;
        const std::size_t back = std::max<std::size_t>(1, whole.size() / 5);
        const EvaluationFacts &last = *whole.back(), &before = *whole[whole.size() - 1 - back];
        const double perEpoch = (1 - last.loss / before.loss) / static_cast<double>(back);
        if (perEpoch <= thresholds.improving)
            continue;
        Finding finding = findingFor("still-improving", Severity::Info, i, "The test loss of " + runLabel(run) + " was still falling at the end");
        finding.step = last.step;
        finding.evidence = {"over the last " + counted(static_cast<std::int64_t>(back), "epoch") + ": " + numberText(before.loss) + " to " + numberText(last.loss) + ", " + percent(perEpoch) + " an epoch"};
        finding.cause = "The comparison ended before the model did.";
        finding.advice = "Train for more epochs, or at a higher rate";
        out.findings.push_back(std::move(finding));
    }
}

}  // namespace

std::vector<Rule> evaluationRules()
{
    return {
        {{"metric-recount", "The metric disagrees with a recount", Stage::Evaluation, Severity::Error, "right answers counted on the device, against a count on the host from outputs that were copied back; shapes of both lists",
          "any difference", "Count on the host", "C9, C10, I9, M1, M7, M12, M14, M15"},
         judgeRecount,
         {"chance-level", "unexplained-gap"}},
        {{"order-check", "The order repeats or is not random", Stage::Evaluation, Severity::Error, "ascending runs of the first epoch's order, and hashes of the orders of all epochs, where shuffling is on",
          "runs more than 6 σ from (n + 1)/2: error; the same order twice: warning", "Draw a new permutation for each epoch", "I2–I7, I9"},
         judgeOrder,
         {}},
        {{"lr-schedule-check", "The learning rate is not the planned one", Stage::Evaluation, Severity::Error, "the optimizer's rate against the plan, and updates done against updates due",
          "more than 1 % apart: warning; no update at all: error", "Step the optimizer first, then the schedule", "F16, J10, J11"},
         judgeSchedule,
         {"params-unchanged", "chance-level", "constant-prediction"}},
        {{"train-eval-gap", "Another score in evaluation mode", Stage::Evaluation, Severity::Error, "accuracy of the same 1,000 training samples in both modes", "evaluation mode lower by more than 15 points",
          "Look at batch-norm's statistics", "H1, H5–H7, H12"},
         judgeGap,
         {"chance-level", "constant-prediction"}},
        {{"constant-prediction", "One answer to everything", Stage::Evaluation, Severity::Error, "share of the most frequent prediction on the test split; spread of outputs against targets for quantities",
          "above 99 % where the largest class has less than 90 %, in two looks or the only one; a spread below 2 % of the targets'", "Look at scale, rate and shapes", "C1, D20, E5, J1, J5, N22"},
         judgeConstant,
         {"chance-level"}},
        {{"still-improving", "Training ended while the loss still fell", Stage::AfterRun, Severity::Info, "slope of the test loss over the last fifth of the epochs, five or more",
          "more than 1 % an epoch", "Train longer", "J9"},
         judgeImproving,
         {}},
    };
}

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/rules/rule_support.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace tandem {
namespace {

const TensorStepFacts* find(const StepFacts& step, const std::string& name)
{
    const auto found = std::find_if(step.tensors.begin(), step.tensors.end(), [&](const TensorStepFacts& t) { return t.name == name; });
    return found == step.tensors.end() ? nullptr : &*found;
}

// Names of tensors for which `odd` held in so many looks in a row, with the step in which the row began.
// @param updatesOnly  looks inside an accumulation window, where nothing should move, are passed over
template<class Odd>
std::map<std::string, std::int64_t> inARow(const RunRecord& run, double looks, bool updatesOnly, Odd odd)
{
    std::map<std::string, std::int64_t> found;
    std::map<std::string, std::pair<int, std::int64_t>> rows;
    for (const StepFacts& step : run.steps)
        for (const TensorStepFacts& tensor : step.tensors) {
            if (updatesOnly && !step.updated)
                continue;
            auto& [count, since] = rows[tensor.name];
            if (!odd(step, tensor)) {
                count = 0;
                continue;
            }
            if (count++ == 0)
                since = step.step;
            if (count >= looks)
                found.emplace(tensor.name, since);
        }
    return found;
}

std::vector<std::string> namesOf(const std::map<std::string, std::int64_t>& found)
{
    std::vector<std::string> names;
    for (const auto& [name, step] : found)
        names.push_back(name);
    return names;
}

std::int64_t firstStep(const std::map<std::string, std::int64_t>& found)
{
    std::int64_t first = INT64_MAX;
    for (const auto& [name, step] : found)
        first = std::min(first, step);
    return first;
}

void judgeUnchanged(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    for (std::size_t i = 0; i < record.runs.size(); ++i) {
        const RunRecord& run = record.runs[i];
        const auto still = inARow(run, thresholds.frozenSteps, true, [](const StepFacts& step, const TensorStepFacts& tensor) {
            return !tensor.changed && tensor.changeDue && tensor.gradient && *tensor.gradient > 0 && step.learningRate > 0;
        });
        if (still.empty())
            continue;
        const std::string name = namesOf(still).front();
        Finding finding = findingFor("params-unchanged", Severity::Error, i, nameList(namesOf(still), 2) + " of " + runLabel(run) + " got gradients but did not move");
        finding.step = firstStep(still);
        finding.evidence = {"not one bit changed in " + numberText(thresholds.frozenSteps) + " updates in a row, where a change was due: " + nameList(namesOf(still), 8)};
        for (const StepFacts& step : run.steps)
            if (const TensorStepFacts* tensor = find(step, name); tensor && step.step == still.at(name))
                finding.evidence.push_back(name + " in step " + std::to_string(step.step) + ": gradient " + numberText(tensor->gradient.value_or(0))
                                           + ", weight " + numberText(tensor->weight) + ", learning rate " + numberText(step.learningRate));
        for (std::size_t other = 0; other < record.runs.size(); ++other)
            if (other != i && !record.runs[other].steps.empty()) {
                const TensorStepFacts* tensor = find(record.runs[other].steps.front(), name);
                if (tensor && tensor->changed)
                    finding.evidence.push_back("on " + runLabel(record.runs[other]) + " it moves");
            }
        finding.cause = "The optimizer holds other tensors, is not stepped at all, or the device loses the update.";
        finding.advice = "Check what the optimizer holds and that it is stepped; then make the weights contiguous and build the optimizer anew";
        finding.fix = Fix{"Optimizer → own parameters, stepped", run.name,
                          {{"step", {{"optimizer_parameters", "own"}, {"optimizer_step", true}, {"weight_layout", "contiguous"}}}}};
        out.findings.push_back(std::move(finding));
    }
}

void judgePartial(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    for (std::size_t i = 0; i < record.runs.size(); ++i) {
        const RunRecord& run = record.runs[i];
        // Late enough that everything that learns has moved.
        if (run.steps.empty() || run.steps.back().step < 10)
            continue;
        const StepFacts& last = run.steps.back();
        std::vector<double> drifts;
        std::vector<std::string> still;
        for (const TensorStepFacts& tensor : last.tensors) {
            drifts.push_back(tensor.weight > 0 ? tensor.drift / tensor.weight : 0);
            if (tensor.drift == 0)
                still.push_back(tensor.name);
        }
        if (still.empty() || drifts.size() < 2)
            continue;
        std::nth_element(drifts.begin(), drifts.begin() + static_cast<std::ptrdiff_t>(drifts.size() / 2), drifts.end());
        const double median = drifts[drifts.size() / 2];
        if (!(median > thresholds.movedMedian))
            continue;
        Finding finding = findingFor("partial-freeze", Severity::Error, i, nameList(still, 2) + " of " + runLabel(run) + " stand still while the rest learns");
        finding.step = last.step;
        finding.evidence = {"no change since the start: " + nameList(still, 8), "median relative drift of all parameters: " + numberText(median)};
        finding.cause = "These parameters get no gradient, are not in the optimizer, or their updates are lost.";
        finding.advice = "Look at their gradient, their place in the optimizer and their memory layout";
        out.findings.push_back(std::move(finding));
    }
}

void judgeMissing(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    for (std::size_t i = 0; i < record.runs.size(); ++i) {
        const RunRecord& run = record.runs[i];
        const auto none = inARow(run, 1, false, [](const StepFacts&, const TensorStepFacts& tensor) { return !tensor.gradient; });
        const auto zero = inARow(run, thresholds.missingReadings, false, [](const StepFacts&, const TensorStepFacts& tensor) { return tensor.gradient && *tensor.gradient == 0; });
        if (none.empty() && zero.empty())
            continue;
        const auto& which = none.empty() ? zero : none;
        // Zero on one device only cannot be the model's doing.
        bool elsewhereAlive = false;
        for (std::size_t other = 0; other < record.runs.size(); ++other)
            if (other != i && !record.runs[other].steps.empty())
                if (const TensorStepFacts* tensor = find(record.runs[other].steps.front(), which.begin()->first); tensor && tensor->gradient && *tensor->gradient > 0)
                    elsewhereAlive = true;
        Finding finding = findingFor("grad-missing", none.empty() && !elsewhereAlive ? Severity::Warning : Severity::Error, i,
                                     (none.empty() ? "The gradient of " : "No gradient reaches ") + nameList(namesOf(which), 2)
                                         + (none.empty() ? " is zero on " : " on ") + runLabel(run));
        finding.step = firstStep(which);
        finding.evidence = {std::string(none.empty() ? "all zero in " + numberText(thresholds.missingReadings) + " looks in a row: " : "none at all: ") + nameList(namesOf(which), 8)};
        if (elsewhereAlive)
            finding.evidence.push_back("the other run has a gradient there");
        finding.cause = elsewhereAlive ? "The same model gets a gradient on the other device, so it is lost on this one."
                                       : "The graph is cut before these parameters: a detach, a number instead of a tensor, a no-grad scope, an argmax, or outputs that cannot change.";
        finding.advice = elsewhereAlive ? "Compare the backward pass layer by layer" : "Follow the loss back to these layers";
        out.findings.push_back(std::move(finding));
    }
}

void judgeStale(const ComparisonRecord& record, const Thresholds&, Judgement& out)
{
    for (std::size_t i = 0; i < record.runs.size(); ++i) {
        const RunRecord& run = record.runs[i];
        const StepFacts *left = nullptr, *wiped = nullptr;
        std::set<std::int64_t> open;
        for (const StepFacts& step : run.steps) {
            if (!step.windowOpen && step.step > 0 && step.gradientBefore > 0 && !left)
                left = &step;
            if (step.windowOpen && step.gradientBefore == 0 && !wiped)
                wiped = &step;
        }
        if (!left && !wiped)
            continue;
        const StepFacts& step = left ? *left : *wiped;
        Finding finding = findingFor("stale-gradient", left ? Severity::Error : Severity::Warning, i,
                                     left ? "Gradients of the step before are still there on " + runLabel(run)
                                          : "Gradients are wiped inside an accumulation window on " + runLabel(run));
        finding.step = step.step;
        finding.evidence = {"norm of all gradients just before the backward pass of step " + std::to_string(step.step) + ": " + numberText(step.gradientBefore)
                            + (left ? ", expected 0" : ", expected more than 0")};
        finding.cause = left ? "Gradients add up from step to step: the effective learning rate grows, and its direction belongs to batches long gone."
                             : "Only the last batch of a window counts; the others are computed for nothing.";
        finding.advice = left ? "Set gradients to zero before each backward pass" : "Set gradients to zero after the update only";
        finding.fix = Fix{left ? "Gradients set to zero" : "Window kept", run.name, {{"step", {{"zero_grad", true}, {"zero_in_window", false}}}}};
        out.findings.push_back(std::move(finding));
    }
}

constexpr std::int64_t kEarlySteps = 200;

// Median over tensors of ‖Δw‖/‖w‖. Norm layers, biases and what started at zero say nothing of the rate.
std::optional<double> updateRatio(const StepFacts& step)
{
    std::vector<double> ratios;
    for (const TensorStepFacts& tensor : step.tensors)
        if (tensor.weight > 0 && tensor.name.size() > 7 && tensor.name.compare(tensor.name.size() - 7, 7, ".weight") == 0
            && tensor.name.find("norm") == std::string::npos)
            ratios.push_back(tensor.update / tensor.weight);
    if (ratios.empty())
        return std::nullopt;
    std::nth_element(ratios.begin(), ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2), ratios.end());
    return ratios[ratios.size() / 2];
}

void judgeRatio(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    for (std::size_t i = 0; i < record.runs.size(); ++i) {
        const RunRecord& run = record.runs[i];
        int high = 0, low = 0;
        for (const StepFacts& step : run.steps) {
            const auto ratio = step.updated ? updateRatio(step) : std::nullopt;
            // The first steps of a fresh model are large, so ten times more is allowed then; that a rate is too low shows at once.
            if (!ratio || !std::isfinite(*ratio) || *ratio == 0)
                continue;
            const double most = static_cast<double>(step.step) < thresholds.warmUpSteps ? 10 * thresholds.updateMost : thresholds.updateMost;
            high = *ratio > most ? high + 1 : 0;
            // Late in training small steps are right.
            low = *ratio < thresholds.updateLeast && step.step < kEarlySteps ? low + 1 : 0;
            const bool tooHigh = high >= thresholds.updateMostReadings || *ratio > 100 * thresholds.updateMost;
            const bool tooLow = low >= thresholds.updateLeastReadings;
            if (!tooHigh && !tooLow)
                continue;
            Finding finding = findingFor("update-ratio", Severity::Warning, i,
                                         "Weights of " + runLabel(run) + " change by " + numberText(*ratio) + " of their size a step, which is too "
                                             + (tooHigh ? "much" : "little"));
            finding.step = step.step;
            finding.evidence = {"median of update over weight in step " + std::to_string(step.step) + ": " + numberText(*ratio) + "; allowed "
                                    + rangeText(thresholds.updateLeast, thresholds.updateMost) + ", healthy about 0.0001 to 0.01",
                                "learning rate " + numberText(step.learningRate)};
            finding.cause = tooHigh ? "Each step throws away what the weights held; the loss jumps about or blows up." : "At this rate nothing is learned in a reasonable time.";
            finding.advice = "Change the learning rate by the factor " + numberText(1e-3 / *ratio);
            if (run.preflight && !run.preflight->optimizer.kind.empty())
                finding.fix = Fix{"Learning rate " + numberText(step.learningRate * 1e-3 / *ratio), run.name,
                                  {{"optimizer", {{run.preflight->optimizer.kind, {{"lr", step.learningRate * 1e-3 / *ratio}}}}}}};
            out.findings.push_back(std::move(finding));
            break;
        }
    }
}

void judgeState(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    for (std::size_t i = 0; i < record.runs.size(); ++i) {
        const RunRecord& run = record.runs[i];
        const bool hasMoments = run.preflight && run.preflight->optimizer.kind != "sgd";
        const auto stuck = inARow(run, thresholds.stateReadings, true, [&](const StepFacts&, const TensorStepFacts& tensor) {
            return hasMoments && tensor.gradient && *tensor.gradient > 0 && tensor.moment && *tensor.moment == 0;
        });
        if (stuck.empty())
            continue;
        Finding finding = findingFor("optimizer-state-stuck", Severity::Error, i, "The optimizer's state for " + nameList(namesOf(stuck), 2) + " stays zero on " + runLabel(run));
        finding.step = firstStep(stuck);
        finding.evidence = {"second moment exactly zero in " + numberText(thresholds.stateReadings) + " updates in a row, with gradients that are not: " + nameList(namesOf(stuck), 8)};
        finding.cause = "In-place updates of this state are lost on the device; the parameter then moves wildly or not at all.";
        finding.advice = "Replace the weights by contiguous copies and build the optimizer anew";
        finding.fix = Fix{"Contiguous weights", run.name, {{"step", {{"weight_layout", "contiguous"}, {"memory_format", "contiguous"}}}}};
        out.findings.push_back(std::move(finding));
    }
}

}  // namespace

std::vector<Rule> updateRules()
{
    return {
        {{"stale-gradient", "Gradients carried over, or wiped too early", Stage::Step, Severity::Error, "norm of all gradients just before the backward pass, in the first 20 steps and every 50th",
          "above 0 outside a declared window: error; 0 inside one: warning", "Set gradients to zero once a window", "G1–G10"},
         judgeStale,
         {"update-ratio", "non-finite", "chance-level", "constant-prediction", "loss-floor", "dead-units", "unexplained-gap"}},
        {{"grad-missing", "No gradient, or all zero", Stage::Step, Severity::Error, "norm of every parameter's gradient in the steps looked at",
          "none at all, or zero in 5 looks in a row where the other run has one: error; zero on both: warning", "Follow the loss back", "F10–F12, F15, F21"},
         judgeMissing,
         {"params-unchanged", "partial-freeze", "update-ratio", "chance-level", "constant-prediction", "loss-floor"}},
        {{"optimizer-state-stuck", "The optimizer's state does not develop", Stage::Step, Severity::Error, "greatest element of each second moment in the steps looked at",
          "exactly 0 with a gradient that is not, in 2 updates in a row", "Use contiguous copies", "F17, K1"},
         judgeState,
         {"params-unchanged", "partial-freeze", "update-ratio", "non-contiguous-risk", "non-finite", "chance-level"}},
        {{"params-unchanged", "Parameters that get gradients do not move", Stage::Step, Severity::Error, "every bit of each parameter before and after an update, in the steps looked at",
          "no bit changed in 2 updates in a row, where the expected change exceeds half a unit in the last place for 1 % of the elements", "Check what the optimizer holds", "F8, F10, F16, F17, G9, K1"},
         judgeUnchanged,
         {"partial-freeze", "lr-schedule-check", "update-ratio", "chance-level", "constant-prediction", "non-contiguous-risk", "loss-floor", "unexplained-gap"}},
        {{"partial-freeze", "Some layers stand still while others learn", Stage::Step, Severity::Error, "relative change of each parameter since the start",
          "no change where the median is above 1e-4; frozen layers are left out", "Look at gradient, optimizer and layout", "F1, F9, K1"},
         judgePartial,
         {"chance-level", "unexplained-gap"}},
        {{"update-ratio", "Steps too large or too small for the weights", Stage::Step, Severity::Warning, "median of ‖Δw‖/‖w‖ over weights in the steps looked at",
          "above 0.1 (in the first 50 steps above 1) in 10 looks in a row, above 10 in one; below 3e-5 in 10 looks of the first 200 steps", "Change the learning rate", "F21, J8"},
         judgeRatio,
         {"constant-prediction", "dead-units", "chance-level", "non-finite", "loss-floor", "still-improving", "grad-missing"}},
    };
}

}  // namespace tandem

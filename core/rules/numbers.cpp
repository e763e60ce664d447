// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/rules/rule_support.h"

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

void judgeBound(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    for (std::size_t i = 0; i < record.runs.size(); ++i) {
        const RunRecord& run = record.runs[i];
        if (!run.preflight)
            continue;
        // All losses so far are 0 at best.
        for (std::size_t k = 0; k < run.loss.size(); ++k) {
            if (!(run.loss.value(k) < -thresholds.lossBound))
                continue;
            Finding finding = findingFor("loss-out-of-range", Severity::Error, i, "The loss of " + runLabel(run) + " is negative from step " + std::to_string(run.loss.step(k)));
            finding.step = run.loss.step(k);
            finding.evidence = {run.preflight->loss + " in step " + std::to_string(run.loss.step(k)) + ": " + numberText(run.loss.value(k)) + "; it cannot be below 0"};
            finding.cause = "Targets outside the loss's range, or outputs that are no log-probabilities, make it so; it then falls without end.";
            finding.advice = "Check the targets' range and the model's last layer";
            out.findings.push_back(std::move(finding));
            break;
        }
    }
}

void judgeIndex(const ComparisonRecord& record, const Thresholds&, Judgement& out)
{
    forEachPrepared(record, [&](std::size_t i, const RunRecord& run, const PreflightFacts& facts) {
        if (facts.outputs < 2)
            return;
        std::optional<std::int64_t> step, value;
        const auto look = [&](std::int64_t at, std::int64_t least, std::int64_t most) {
            if (!step && (least < 0 || most >= facts.outputs))
                step = at, value = least < 0 ? least : most;
        };
        for (const StepFacts& s : run.steps)
            look(s.step, s.predictionMin, s.predictionMax);
        for (const EpochProbeFacts& p : run.probes)
            if (p.samples > 0)
                look(p.step, p.predictionMin, p.predictionMax);
        if (!step)
            return;
        Finding finding = findingFor("index-range-check", Severity::Error, i, "argmax gives " + std::to_string(*value) + " on " + runLabel(run) + ", which is no class");
        finding.step = *step;
        finding.evidence = {"in step " + std::to_string(*step) + ": " + std::to_string(*value) + "; classes are 0 to " + std::to_string(facts.outputs - 1)};
        finding.cause = "An index outside its range comes from the device alone: whatever uses it counts or reads something else.";
        finding.advice = "Compute argmax on the CPU";
        finding.fix = Fix{"Measure on the CPU", run.name, {{"evaluate", {{"device", "cpu"}}}}};
        out.findings.push_back(std::move(finding));
    });
}

struct FloorValue {
    double value;
    std::string meaning;
};

std::vector<FloorValue> tellTales(const PreflightFacts& facts)
{
    const auto classes = static_cast<double>(facts.outputs);
    if ((facts.loss == "cross_entropy" || facts.loss == "nll") && facts.outputs > 1)
        return {{std::log(classes), "the loss of a constant answer over " + std::to_string(facts.outputs) + " classes, ln C"},
                {std::log(1 + (classes - 1) / std::exp(1.0)), "the lowest that a softmax applied twice can reach"}};
    if (facts.loss == "bce" || facts.loss == "bce_with_logits")
        return {{std::log(2.0), "the loss of not knowing yes from no, ln 2"}};
    if (facts.initialLoss.targetVariance > 0)
        return {{facts.initialLoss.targetVariance, "the variance of the targets: only their mean is predicted"}};
    return {};
}

void judgeFloor(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    forEachPrepared(record, [&](std::size_t i, const RunRecord& run, const PreflightFacts& facts) {
        const auto count = static_cast<std::size_t>(thresholds.floorSteps);
        if (run.loss.size() < count || count == 0)
            return;
        // Single batches scatter, so ten means over the last steps are compared.
        double least = INFINITY, most = -INFINITY, sum = 0;
        for (std::size_t part = 0; part < 10; ++part) {
            double mean = 0;
            const std::size_t begin = run.loss.size() - count + part * count / 10, end = run.loss.size() - count + (part + 1) * count / 10;
            for (std::size_t k = begin; k < end; ++k)
                mean += run.loss.value(k) / static_cast<double>(end - begin);
            least = std::min(least, mean);
            most = std::max(most, mean);
            sum += mean / 10;
        }
        if (!std::isfinite(sum) || !(sum > 0) || most - least > thresholds.floorSpread * sum)
            return;
        for (const FloorValue& floor : tellTales(facts)) {
            // A model may rest at ln C for a while before it learns.
            const bool early = floor.value == std::log(static_cast<double>(facts.outputs)) && run.loss.lastStep() < facts.stepsPerEpoch;
            if (early || std::abs(sum - floor.value) > thresholds.floorTolerance * floor.value)
                continue;
            Finding finding = findingFor("loss-floor", Severity::Warning, i, "The loss of " + runLabel(run) + " has settled at " + numberText(sum));
            finding.step = run.loss.lastStep();
            finding.evidence = {"mean over the last " + std::to_string(count) + " steps: " + numberText(sum) + ", its tenths within " + rangeText(least, most),
                                numberText(floor.value) + " is " + floor.meaning};
            finding.cause = "A loss that rests at such a value tells what the model has learned: nothing more than that.";
            finding.advice = "Look at output layer, loss and labels";
            out.findings.push_back(std::move(finding));
            return;
        }
    });
}

}  // namespace

std::vector<Rule> numberRules()
{
    return {
        {{"loss-out-of-range", "The loss is below its lower bound", Stage::Step, Severity::Error, "the loss of every step", "below −1e-6, where 0 is the least", "Check targets and last layer", "D7–D10, D24"},
         judgeBound,
         {"chance-level", "update-ratio", "constant-prediction"}},
        {{"index-range-check", "An index outside its range", Stage::Step, Severity::Error, "least and greatest class index that the device's argmax gave, in the steps looked at and in measurements",
          "below 0, or not below the number of outputs", "Compute argmax on the CPU", "M1, M11"},
         judgeIndex,
         {"metric-recount", "unexplained-gap"}},
        {{"loss-floor", "The loss has settled at a tell-tale value", Stage::Step, Severity::Warning, "mean of the last 200 losses, and how far their tenths lie apart",
          "within 1 % of ln C, ln(1 + (C − 1)/e), ln 2 or the targets' variance, with tenths within 2 %", "Look at output layer, loss and labels", "B6, D1–D5"},
         judgeFloor,
         {"chance-level"}},
    };
}

}  // namespace tandem

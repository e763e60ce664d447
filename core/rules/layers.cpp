// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/rules/rule_support.h"

#include <cmath>

namespace tandem {
namespace {

void judgeNorms(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    for (std::size_t i = 0; i < record.runs.size(); ++i) {
        const RunRecord& run = record.runs[i];
        std::vector<std::string> frozen, off;
        std::int64_t step = 0;
        // Statistics of a fresh model stand still before the first training step, so the second look decides that.
        for (std::size_t look = 0; look < run.probes.size(); ++look)
            for (const NormFacts& norm : run.probes[look].norms) {
                const bool started = run.probes[look].step > 0;
                if (started && !norm.moved)
                    frozen.push_back(norm.name), step = run.probes[look].step;
                const bool shifted = norm.meanShift > thresholds.normMeanShift;
                const bool scaled = norm.varianceRatio > thresholds.normVarianceRatio || norm.varianceRatio < 1 / thresholds.normVarianceRatio;
                if (look + 1 == run.probes.size() && started && (shifted || scaled)) {
                    off.push_back(norm.name + ": mean off by " + numberText(norm.meanShift) + " σ, variance ratio " + numberText(norm.varianceRatio));
                    step = run.probes[look].step;
                }
            }
        const bool small = run.preflight && static_cast<double>(run.preflight->batchSize) < thresholds.normBatch && !run.probes.empty() && !run.probes.back().norms.empty();
        if (frozen.empty() && off.empty() && !small)
            continue;
        const Severity severity = !frozen.empty() ? Severity::Error : !off.empty() ? Severity::Warning : Severity::Info;
        Finding finding = findingFor("norm-stats-check", severity, i,
                                     !frozen.empty() ? "Running statistics of " + nameList(frozen, 2) + " never change on " + runLabel(run)
                                     : !off.empty() ? "Running statistics of " + runLabel(run) + " do not fit what arrives"
                                                    : "Batches of " + runLabel(run) + " are small for batch-norm");
        finding.step = step;
        finding.evidence = !frozen.empty() ? std::vector<std::string>{"unchanged while training: " + nameList(frozen, 8)} : off;
        if (small)
            finding.evidence.push_back("batches of " + std::to_string(run.preflight->batchSize) + "; statistics of fewer than " + numberText(thresholds.normBatch) + " are noise");
        finding.cause = "Training uses the batch's statistics, measuring the running ones: a model that has learned well then scores badly.";
        finding.advice = "Use PyTorch's momentum of 0.1 and batches of 8 or more; estimate the statistics again before measuring";
        out.findings.push_back(std::move(finding));
    }
}

void judgeUnits(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    for (std::size_t i = 0; i < record.runs.size(); ++i) {
        const RunRecord& run = record.runs[i];
        if (run.probes.empty())
            continue;
        std::vector<std::string> idle;
        for (const UnitFacts& layer : run.probes.back().units)
            if (layer.idleShare > thresholds.idleUnits)
                idle.push_back(layer.name + ": " + percent(layer.idleShare));
        if (idle.empty())
            continue;
        Finding finding = findingFor("dead-units", Severity::Warning, i, "Most units of " + idle.front().substr(0, idle.front().find(':')) + " are idle on " + runLabel(run));
        finding.step = run.probes.back().step;
        finding.evidence = idle;
        finding.evidence.push_back("allowed: " + percent(thresholds.idleUnits));
        finding.cause = "Units that are zero, or at the end of their range, for every sample pass no gradient on: they will not come back.";
        finding.advice = "Lower the learning rate, or use another activation; no rectifier on the output";
        out.findings.push_back(std::move(finding));
    }
}

// What is wrong with a dropout layer; empty if nothing is.
std::string complaintOf(const DropoutFacts& dropout, const Thresholds& thresholds)
{
    if (dropout.elements == 0)
        return {};
    const double sigma = std::sqrt(dropout.p * (1 - dropout.p) / static_cast<double>(dropout.elements));
    if (dropout.activeInEvaluation)
        return "drops units while measuring";
    if (std::abs(dropout.zeroShare - dropout.p) > thresholds.dropoutSigmas * sigma + 1e-12)
        return "drops " + percent(dropout.zeroShare) + " of the units instead of " + percent(dropout.p);
    if (dropout.repeats)
        return "drops the same units twice in a row";
    const double kept = 1 / (1 - dropout.p);
    if (dropout.zeroShare < 1 && std::abs(dropout.keptMean - kept) > 1e-3 * kept)
        return "scales what it keeps by " + numberText(dropout.keptMean) + " instead of " + numberText(kept);
    return {};
}

void judgeDropout(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    for (std::size_t i = 0; i < record.runs.size(); ++i) {
        const RunRecord& run = record.runs[i];
        std::vector<std::string> lines;
        std::int64_t step = 0;
        for (const EpochProbeFacts& probe : run.probes)
            for (const DropoutFacts& dropout : probe.dropouts)
                if (const std::string complaint = complaintOf(dropout, thresholds); !complaint.empty() && lines.empty())
                    lines.push_back(dropout.name + " " + complaint), step = probe.step;
        if (lines.empty())
            continue;
        Finding finding = findingFor("dropout-mask-check", Severity::Error, i, "On " + runLabel(run) + " " + lines.front());
        finding.step = step;
        finding.evidence = lines;
        finding.cause = "The model trains, or is measured, under another dropout than the experiment says.";
        finding.advice = "Draw the masks on the CPU, and call eval() before measuring";
        finding.fix = Fix{"Evaluation mode", run.name, {{"evaluate", {{"eval_mode", true}}}}};
        if (lines.front().find("measuring") == std::string::npos)
            finding.fix.reset();
        out.findings.push_back(std::move(finding));
    }
}

}  // namespace

std::vector<Rule> layerRules()
{
    return {
        {{"dropout-mask-check", "Dropout's rate, scale or mode is wrong", Stage::Evaluation, Severity::Error, "each dropout layer on ones: share of zeros, what it keeps, two masks in a row, and the same in evaluation mode",
          "a share 5 σ off, a scale off by 0.1 %, equal masks, or any change in evaluation", "Draw masks on the CPU", "H9, Q3, Q5, Q6"},
         judgeDropout,
         {"train-eval-gap", "chance-level", "unexplained-gap", "grad-missing", "dead-units"}},
        {{"norm-stats-check", "Batch-norm's statistics are not fit for use", Stage::Evaluation, Severity::Error, "running mean and variance against those of 1,000 training samples, and whether they change",
          "unchanged: error; a mean off by 1 σ or a variance ratio outside 1/4 to 4: warning; batches below 8: info", "Momentum 0.1, batches of 8 or more", "H5–H8, H10, H11"},
         judgeNorms,
         {"train-eval-gap", "chance-level", "constant-prediction", "unexplained-gap"}},
        {{"dead-units", "Units always off or saturated", Stage::Evaluation, Severity::Warning, "share of units of each rectifier, sigmoid or tanh that are idle for all of 500 samples",
          "above 60 %", "Lower the learning rate", "D21"},
         judgeUnits,
         {"constant-prediction", "chance-level"}},
    };
}

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/rules/rule_support.h"

#include <algorithm>

namespace tandem {
namespace {

bool wasMeasured(const CopyFacts& copy)
{
    return copy.host != 0 || copy.first != 0 || copy.later != 0;
}

void judgeCopy(const ComparisonRecord& record, const Thresholds&, Judgement& out)
{
    for (std::size_t i = 0; i < record.runs.size(); ++i) {
        const RunRecord& run = record.runs[i];
        std::int64_t looked = 0, wrong = 0;
        const StepFacts* first = nullptr;
        for (const StepFacts& step : run.steps) {
            if (!wasMeasured(step.copy))
                continue;
            ++looked;
            if (step.copy.first == step.copy.host && step.copy.later == step.copy.host)
                continue;
            ++wrong;
            if (!first)
                first = &step;
        }
        if (!first)
            continue;
        const bool early = first->copy.later == first->copy.host;
        Finding finding = findingFor("copy-integrity", Severity::Error, i, "Batches arrive changed on " + runLabel(run));
        finding.step = first->step;
        finding.evidence = {std::to_string(wrong) + " of " + std::to_string(looked) + " batches looked at, the first in step " + std::to_string(first->step),
                            "checksum on the host " + std::to_string(first->copy.host) + ", on the device at once " + std::to_string(first->copy.first)
                                + ", later " + std::to_string(first->copy.later)};
        finding.cause = early ? "The model read the batch before its copy had ended; a little later it was right."
                              : "What arrived is not what was sent: the source was used again before the copy ran, or the copy itself is wrong.";
        finding.advice = "Use blocking copies, and look whether the checksums agree then";
        finding.fix = Fix{"Blocking copies", run.name, {{"step", {{"non_blocking", false}}}}};
        out.findings.push_back(std::move(finding));
    }
}

void judgeMix(const ComparisonRecord& record, const Thresholds&, Judgement& out)
{
    for (std::size_t i = 0; i < record.runs.size(); ++i) {
        const auto step = std::find_if(record.runs[i].steps.begin(), record.runs[i].steps.end(), [](const StepFacts& s) { return !s.elsewhere.empty(); });
        if (step == record.runs[i].steps.end())
            continue;
        Finding finding = findingFor("device-mix", Severity::Warning, i, "Tensors of " + runLabel(record.runs[i]) + " lie on different devices");
        finding.step = step->step;
        finding.evidence = {nameList(step->elsewhere, 8)};
        finding.cause = "Such a step works only through silent copies, or not at all.";
        finding.advice = "Move these tensors to the run's device";
        out.findings.push_back(std::move(finding));
    }
}

void judgeMode(const ComparisonRecord& record, const Thresholds&, Judgement& out)
{
    for (std::size_t i = 0; i < record.runs.size(); ++i) {
        const RunRecord& run = record.runs[i];
        const auto training = std::find_if(run.steps.begin(), run.steps.end(), [](const StepFacts& s) { return !s.wrongMode.empty(); });
        const auto measuring = std::find_if(run.probes.begin(), run.probes.end(), [](const EpochProbeFacts& p) { return !p.wrongMode.empty(); });
        const bool inTraining = training != run.steps.end();
        if (!inTraining && measuring == run.probes.end())
            continue;
        const std::vector<std::string>& layers = inTraining ? training->wrongMode : measuring->wrongMode;
        Finding finding = findingFor("mode-check", Severity::Error, i,
                                     nameList(layers) + " of " + runLabel(run)
                                         + (inTraining ? " worked in evaluation mode while training" : " worked in training mode while measured"));
        finding.step = inTraining ? training->step : measuring->step;
        finding.evidence = {std::string("layers that work differently in the two modes: ") + nameList(layers, 8)};
        finding.cause = inTraining ? "Dropout drops nothing and batch-norm uses statistics of other batches: the model learns under other rules than it should."
                                   : "Dropout drops units and batch-norm depends on the batch: the measured accuracy is not the model's.";
        finding.advice = inTraining ? "Call train() before each epoch and after each measurement" : "Call eval() before measuring";
        finding.fix = inTraining ? Fix{"Training mode restored", run.name, {{"step", {{"train_mode", true}}}, {"evaluate", {{"restore_train_mode", true}}}}}
                                 : Fix{"Evaluation mode", run.name, {{"evaluate", {{"eval_mode", true}}}}};
        out.findings.push_back(std::move(finding));
    }
}

// Bytes by step from `from` on; 0 where a device cannot tell.
struct Growth {
    double perStep = 0, risingShare = 0, last = 0;
    std::int64_t steps = 0;
};

Growth growthOf(const RunRecord& run, std::int64_t StepFacts::*bytes, double from)
{
    std::vector<const StepFacts*> readings;
    for (const StepFacts& step : run.steps)
        if (static_cast<double>(step.step) >= from && step.*bytes > 0)
            readings.push_back(&step);
    Growth growth;
    if (readings.size() < 4)
        return growth;
    const auto value = [&](std::size_t i) { return static_cast<double>(readings[i]->*bytes); };
    growth.steps = readings.back()->step - readings.front()->step;
    growth.last = value(readings.size() - 1);
    double rising = 0;
    for (std::size_t i = 1; i < readings.size(); ++i)
        rising += value(i) > value(i - 1) ? 1 : 0;
    growth.risingShare = rising / static_cast<double>(readings.size() - 1);
    // The later half decides: caches that fill up and level off do not count.
    const std::size_t half = readings.size() / 2;
    const auto span = static_cast<double>(readings.back()->step - readings[half]->step);
    growth.perStep = span > 0 ? (growth.last - value(half)) / span : 0;
    return growth;
}

void judgeMemory(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    for (std::size_t i = 0; i < record.runs.size(); ++i) {
        const RunRecord& run = record.runs[i];
        const Growth device = growthOf(run, &StepFacts::deviceBytes, thresholds.warmUpSteps), process = growthOf(run, &StepFacts::processBytes, thresholds.warmUpSteps);
        const auto grows = [&](const Growth& growth) {
            return growth.steps > 0 && growth.perStep > thresholds.memoryBytesPerStep && growth.perStep > thresholds.memoryShare * growth.last
                   && growth.risingShare >= thresholds.memoryRising;
        };
        // Memory of the process is everyone's; a device's bytes are one run's, so they are believed first.
        const bool hasDevice = device.last > 0;
        if (!grows(hasDevice ? device : process))
            continue;
        const Growth& growth = hasDevice ? device : process;
        Finding finding = findingFor("memory-growth", Severity::Warning, i,
                                     "Memory of " + runLabel(run) + " grows by " + numberText(growth.perStep * 100 / (1 << 20)) + " MiB in 100 steps");
        finding.step = run.steps.back().step;
        finding.evidence = {std::string(hasDevice ? "bytes on the device: " : "bytes of the process: ") + numberText(growth.last) + ", "
                                + numberText(growth.perStep) + " more a step, rising in " + percent(growth.risingShare) + " of the looks",
                            "allowed: " + numberText(thresholds.memoryBytesPerStep) + " bytes a step"};
        finding.cause = "Something is kept from every step: most often losses with their graphs; else the device does not give memory back.";
        finding.advice = "Add up numbers, not tensors; if nothing is kept, report it as a leak of the device";
        finding.fix = Fix{"Losses as numbers", run.name, {{"step", {{"keep_losses", false}}}}};
        out.findings.push_back(std::move(finding));
    }
}

}  // namespace

std::vector<Rule> hygieneRules()
{
    return {
        {{"copy-integrity", "Batches arrive changed", Stage::Step, Severity::Error, "checksum of a batch on the host, on the device right behind the copy, and again when the device is idle, in the first 20 steps and every 50th",
          "any difference", "Use blocking copies", "L2, L12, L13, L15–L17, M19, P1–P5, P7–P9, Y1, Y4"},
         judgeCopy,
         {"async-copy-hazard", "loader-determinism", "chance-level", "non-finite", "update-ratio"}},
        {{"device-mix", "Tensors on different devices", Stage::Step, Severity::Warning, "devices of inputs, targets and optimizer state in the steps looked at", "any other than the run's", "Move them", "F4, F7"},
         judgeMix,
         {}},
        {{"mode-check", "Training or evaluation mode wrong for the phase", Stage::Step, Severity::Error, "how dropout and batch-norm worked in training steps and while measured",
          "any layer of these in the wrong mode; models without them are left alone", "Set the mode for each phase and put it back", "H1–H4, H8, O3"},
         judgeMode,
         {"dropout-mask-check", "train-eval-gap", "norm-stats-check", "chance-level", "unexplained-gap"}},
        {{"memory-growth", "Memory grows from step to step", Stage::Step, Severity::Warning, "bytes on the device, or of the process where it cannot tell, after 50 steps of warming up",
          "over 64 KiB and 0.02 % a step in the later half, rising in 90 % of the looks; caches that level off do not count", "Keep numbers, not tensors", "S1–S6"},
         judgeMemory,
         {}},
    };
}

}  // namespace tandem

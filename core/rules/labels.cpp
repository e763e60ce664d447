// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/rules/rule_support.h"

namespace tandem {
namespace {

std::string shapeOf(const TensorFacts& tensor)
{
    std::string text;
    for (const std::int64_t size : tensor.shape)
        text += (text.empty() ? "" : ", ") + std::to_string(size);
    return "[" + text + "]";
}

}  // namespace

void judgeLabelDtype(const ComparisonRecord& record, const Thresholds&, std::vector<Finding>& findings)
{
    for (std::size_t i = 0; i < record.runs.size(); ++i) {
        const RunRecord& run = record.runs[i];
        if (!run.preflight || run.preflight->target != "index")
            continue;
        const PreflightFacts& facts = *run.preflight;
        if (facts.labels.dtype == facts.labelContract)
            continue;
        Finding finding;
        finding.rule = "label-dtype";
        finding.severity = Severity::Error;
        finding.title = "Labels are " + facts.labels.dtype + " on " + runLabel(run) + ", " + facts.loss + " wants "
                        + facts.labelContract;
        finding.runs = oneRun(i);
        finding.evidence = {"contract of " + facts.loss + ": class indices, dtype " + facts.labelContract + ", shape [N]",
                            "labels of the first batch on " + facts.device + ": dtype " + facts.labels.dtype + ", shape "
                                + shapeOf(facts.labels) + ", values " + numberText(facts.labels.min) + " to "
                                + numberText(facts.labels.max),
                            "greatest distance from a whole number: " + numberText(facts.labelMaxFraction)};
        for (std::size_t other = 0; other < record.runs.size(); ++other)
            if (other != i && record.runs[other].preflight)
                finding.evidence.push_back("labels on " + runLabel(record.runs[other]) + ": dtype "
                                           + record.runs[other].preflight->labels.dtype);
        finding.cause = "The CPU loss refuses class indices that are not " + facts.labelContract
                        + ". The MPS loss of several releases takes them, and then trains on something else: in PyTorch up to "
                          "2.1 the gradient could be built from the uncast values. Results cannot be compared until both runs "
                          "get the same labels.";
        finding.advice = "Keep class indices as " + facts.labelContract + " on every device; cast only the inputs to float";
        if (facts.labelMaxFraction == 0.0)
            finding.fix = Fix{"Labels → " + facts.labelContract, run.name, {{"step", {{"label_dtype", facts.labelContract}}}}};
        findings.push_back(std::move(finding));
    }
}

void judgeLabelRange(const ComparisonRecord& record, const Thresholds&, std::vector<Finding>& findings)
{
    for (std::size_t i = 0; i < record.runs.size(); ++i) {
        const RunRecord& run = record.runs[i];
        if (!run.preflight || run.preflight->outputs == 0)
            continue;
        const PreflightFacts& facts = *run.preflight;
        if (facts.labelMin >= 0 && facts.labelMax < facts.outputs)
            continue;
        Finding finding;
        finding.rule = "label-range";
        finding.severity = Severity::Error;
        finding.title = "Labels run from " + std::to_string(facts.labelMin) + " to " + std::to_string(facts.labelMax)
                        + ", the model of " + runLabel(run) + " has " + std::to_string(facts.outputs) + " outputs";
        finding.runs = oneRun(i);
        finding.evidence = {"smallest label " + std::to_string(facts.labelMin) + ", largest " + std::to_string(facts.labelMax)
                                + ", distinct " + std::to_string(facts.labelClasses),
                            "outputs of the model: " + std::to_string(facts.outputs)};
        finding.cause = "Some devices raise on a class index outside 0…C−1, others count a zero loss for these rows.";
        finding.advice = "Give the last layer " + std::to_string(facts.labelMax + 1) + " outputs, or renumber the labels from 0";
        findings.push_back(std::move(finding));
    }
}

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/rules/rule_support.h"

namespace tandem {
namespace {

void judgeInputParity(const ComparisonRecord& record, const Thresholds&, Judgement& out)
{
    const std::size_t baseline = record.baseline();
    if (baseline >= record.runs.size() || !record.runs[baseline].preflight)
        return;
    const PreflightFacts& reference = *record.runs[baseline].preflight;
    for (std::size_t i = 0; i < record.runs.size(); ++i) {
        if (i == baseline || !record.runs[i].preflight)
            continue;
        const PreflightFacts& facts = *record.runs[i].preflight;
        const bool pixels = facts.inputHash != reference.inputHash;
        const bool labels = facts.labelHash != reference.labelHash;
        if (!pixels && !labels)
            continue;
        const bool told = !sameSettings(record, baseline, i, {"data", "batch_size", "seed"});
        Finding finding;
        finding.rule = "input-parity";
        finding.severity = Severity::Error;
        finding.title = std::string(pixels ? "Inputs" : "Label values") + " of the first batch differ between "
                        + runLabel(record.runs[baseline]) + " and " + runLabel(record.runs[i]);
        finding.runs = oneRun(i);
        finding.evidence = {
            "inputs: hash " + reference.inputHash + " against " + facts.inputHash,
            "inputs: mean " + numberText(reference.input.mean) + " against " + numberText(facts.input.mean) + ", standard deviation "
                + numberText(reference.input.std) + " against " + numberText(facts.input.std),
            "label values: hash " + reference.labelHash + " against " + facts.labelHash};
        finding.cause = told ? "The runs are configured to see different data, so their curves cannot be compared as devices."
                             : "The runs are configured alike, yet different bytes reach the devices: a copy or a "
                               "conversion on the way changes them.";
        finding.advice = told ? "Use the same data settings for both runs" : "Use blocking copies and look at the device's copy of the batch";
        out.findings.push_back(std::move(finding));
    }
}

void judgeInitParity(const ComparisonRecord& record, const Thresholds&, Judgement& out)
{
    const std::size_t baseline = record.baseline();
    for (std::size_t i = 0; i < record.runs.size(); ++i) {
        const auto& facts = record.runs[i].preflight;
        if (!facts)
            continue;
        Finding finding;
        finding.rule = "init-parity";
        finding.runs = oneRun(i);
        if (facts->weightsHash != facts->drawnWeightsHash) {
            finding.severity = Severity::Error;
            finding.title = "The initial weights changed on their way to " + runLabel(record.runs[i]);
            finding.evidence = {"drawn on the CPU: " + facts->drawnWeightsHash, "read back from the device: " + facts->weightsHash};
            finding.cause = "The copy to the device, or back, is not exact.";
            finding.advice = "Compare the arrays element by element before training";
            out.findings.push_back(std::move(finding));
        } else if (baseline < record.runs.size() && record.runs[baseline].preflight
                   && facts->weightsHash != record.runs[baseline].preflight->weightsHash) {
            finding.severity = Severity::Info;
            finding.title = runLabel(record.runs[i]) + " starts from other weights than " + runLabel(record.runs[baseline]);
            finding.evidence = {"weights " + record.runs[baseline].preflight->weightsHash + " (seed "
                                    + std::to_string(record.runs[baseline].preflight->seed) + ") against " + facts->weightsHash
                                    + " (seed " + std::to_string(facts->seed) + ")"};
            finding.cause = "Another seed or model was asked for, so the curves differ by luck as well.";
            finding.advice = "Use one seed and one model for both runs";
            out.findings.push_back(std::move(finding));
        }
    }
}

}  // namespace

std::vector<Rule> parityRules()
{
    return {
        {{"input-parity", "The runs see different first batches", Stage::Preflight, Severity::Error,
          "hashes of the first batch's pixels and label values, read back from each device",
          "any difference from the baseline",
          "Use the same data settings for both runs; where they are the same already, suspect the copy to the device",
          "E3–E8, L2, L12, P1–P9"},
         judgeInputParity,
         {"chance-level"}},
        {{"init-parity", "The runs do not start from the same weights", Stage::Preflight, Severity::Error,
          "hash of the initial weights read back from each device, against the hash of the weights as drawn on the CPU",
          "not bitwise equal to the drawn ones: error; another seed or model by choice: info",
          "Draw once on the CPU and copy to both", "Q1, Q2, Q4, Q7–Q11"},
         judgeInitParity,
         {}},
    };
}

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/experiment/difference.h"
#include "core/rules/rule_support.h"

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

const Finding* firstOpenFinding(const ComparisonRecord& record, std::initializer_list<const char*> rules, Severity least = Severity::Error)
{
    for (const Finding& finding : record.findings)
        for (const char* rule : rules)
            if (finding.rule == rule && finding.severity >= least && !finding.foldedUnder)
                return &finding;
    return nullptr;
}

// Mistakes that only a program can make: they break a contract whatever device computes.
const Finding* firstMisuse(const ComparisonRecord& record)
{
    return firstOpenFinding(record, {"label-dtype", "label-fractional", "label-range", "label-format", "target-shape", "single-unit-softmax",
                                     "softmax-axis", "nll-without-log", "head-loss-mismatch", "double-softmax", "optimizer-coverage",
                                     "stale-gradient", "mode-check", "degenerate-init", "lr-schedule-check", "double-scaling",
                                     "train-test-stats", "shuffle-off"});
}

// What no program asks for: these are a device's doing as long as the configuration does not explain them.
const Finding* firstDeviceFault(const ComparisonRecord& record, Severity least)
{
    return firstOpenFinding(record, {"copy-integrity", "index-range-check", "optimizer-state-stuck", "dropout-mask-check", "requires-grad-off",
                                     "params-unchanged", "partial-freeze", "norm-stats-check", "metric-recount", "input-layout",
                                     "loader-determinism", "optimizer-device-state", "timing-sync", "backend-self-test"}, least);
}

// Settings other than the device, where a run differs from the baseline: "step.label_dtype: int64 against float32".
std::vector<std::string> settingDifferences(const ComparisonRecord& record)
{
    std::vector<std::string> lines;
    const auto file = checkExperiment(record.start.document, {});
    if (!file)
        return lines;
    const auto table = configTable(*file);
    if (!table)
        return lines;
    for (const ConfigRow& row : differingRows(*table)) {
        if (row.path == "device" || row.path == "faults")
            continue;
        std::string line = row.path + ":";
        for (std::size_t i = 0; i < row.values.size(); ++i)
            line += (i == 0 ? " " : " against ") + displayValue(row.values[i]);
        lines.push_back(std::move(line));
    }
    return lines;
}

struct Results {
    bool complete = true;      // every run finished and was measured on the whole test split
    bool withinNoise = true;
    bool sameWeights = true;
    std::vector<std::string> lines;
};

Results compareResults(const ComparisonRecord& record, const Thresholds& thresholds)
{
    Results results;
    const RunRecord& baseline = record.runs[record.baseline()];
    const EvaluationFacts* reference = baseline.lastWholeEvaluation();
    for (const RunRecord& run : record.runs) {
        const EvaluationFacts* own = run.lastWholeEvaluation();
        if (!run.end || run.end->outcome != Outcome::Finished || !own || !reference) {
            results.complete = false;
            continue;
        }
        const double limit = agreementLimit(own->accuracy, reference->accuracy, own->samples, thresholds.agreeSigmas);
        results.withinNoise = results.withinNoise && std::abs(own->accuracy - reference->accuracy) <= limit;
        results.sameWeights = results.sameWeights && baseline.end && run.end->weightsHash == baseline.end->weightsHash;
        results.lines.push_back(runLabel(run) + ": test accuracy " + percent(own->accuracy) + ", test loss "
                                + numberText(own->loss) + ", final weights " + run.end->weightsHash);
    }
    return results;
}

void append(std::vector<std::string>& to, const std::vector<std::string>& from)
{
    to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

Verdict reachVerdict(const ComparisonRecord& record, const Thresholds& thresholds)
{
    if (record.runs.empty() || record.baseline() >= record.runs.size())
        return {VerdictKind::Undecided, "Nothing was run", {}};
    const Results results = compareResults(record, thresholds);
    const std::vector<std::string> differences = settingDifferences(record);

    if (const Finding* misuse = firstMisuse(record)) {
        Verdict verdict{VerdictKind::ApiMisuse, misuse->title, misuse->evidence};
        append(verdict.evidence, results.lines);
        const RuleInfo* rule = findRule(misuse->rule);
        verdict.evidence.emplace_back(rule && rule->stage == Stage::Preflight
                                          ? "Not the backend: the contract is broken before the device computes anything"
                                          : "Not the backend: this follows from what the program does, on any device");
        return verdict;
    }
    if (const Finding* copy = firstOpenFinding(record, {"init-parity"}))
        return {VerdictKind::BackendSuspect, copy->title, copy->evidence};
    if (const Finding* inputs = firstOpenFinding(record, {"input-parity"})) {
        const bool told = !differences.empty();
        Verdict verdict{told ? VerdictKind::SetupDiffers : VerdictKind::BackendSuspect, inputs->title, inputs->evidence};
        append(verdict.evidence, differences);
        return verdict;
    }
    if (const Finding* fault = firstDeviceFault(record, Severity::Error); fault && differences.empty()) {
        Verdict verdict{VerdictKind::BackendSuspect, fault->title, fault->evidence};
        append(verdict.evidence, results.lines);
        verdict.evidence.emplace_back("Not the setup: apart from their devices the runs are configured alike");
        return verdict;
    }
    if (record.runs.size() < 2)
        return {VerdictKind::Undecided, "One run alone cannot agree or disagree", results.lines};
    if (!results.complete) {
        Verdict verdict{VerdictKind::Undecided, "Not every run was finished", results.lines};
        for (const RunRecord& run : record.runs)
            if (run.end && run.end->outcome == Outcome::Failed)
                verdict.evidence.push_back(runLabel(run) + " failed: " + run.end->error);
        if (!differences.empty()) {
            verdict.kind = VerdictKind::SetupDiffers;
            verdict.summary = "Not every run was finished, and the runs are configured differently";
            append(verdict.evidence, differences);
        }
        return verdict;
    }
    if (const Finding* odd = firstOpenFinding(record, {"non-finite"}); odd && differences.empty() && results.withinNoise)
        return {VerdictKind::Undecided, odd->title, odd->evidence};
    if (results.withinNoise) {
        Verdict verdict{VerdictKind::Agree, "The runs agree", results.lines};
        verdict.summary += results.sameWeights ? ": their final weights are identical to the last bit"
                                               : ": their test accuracies differ by no more than sampling noise";
        if (!differences.empty()) {
            verdict.evidence.push_back("The runs are configured differently, without effect on the result:");
            append(verdict.evidence, differences);
        }
        return verdict;
    }
    if (!differences.empty()) {
        Verdict verdict{VerdictKind::SetupDiffers, "The results differ, and so does the configuration", differences};
        append(verdict.evidence, results.lines);
        return verdict;
    }
    if (const Finding* fault = firstDeviceFault(record, Severity::Warning)) {
        Verdict verdict{VerdictKind::BackendSuspect, fault->title, fault->evidence};
        append(verdict.evidence, results.lines);
        return verdict;
    }
    Verdict verdict{VerdictKind::BackendSuspect, "Same configuration, same start, same batches, other results", results.lines};
    verdict.evidence.push_back("Configuration, initial weights, batch order and first batch are equal by hash");
    return verdict;
}

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/rules/release_table.h"
#include "core/rules/rule_support.h"

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

constexpr double kEqual = 1e-12;         // a spread this far below the mean is left by the sum of equal numbers
constexpr double kSpreadElements = 32;   // fewer numbers than this may have any standard deviation by chance

bool isTrainable(const ParameterFacts& tensor)
{
    return tensor.role != "buffer";
}

void judgeRequiresGradOff(const ComparisonRecord& record, const Thresholds&, Judgement& out)
{
    forEachPrepared(record, [&](std::size_t i, const RunRecord& run, const PreflightFacts& facts) {
        const auto off = namesOf(facts.tensors,
                                 [](const ParameterFacts& t) { return isTrainable(t) && !t.requiresGrad && !t.frozen; });
        const auto on = namesOf(facts.tensors,
                                [](const ParameterFacts& t) { return isTrainable(t) && t.requiresGrad && t.frozen; });
        if (off.empty() && on.empty())
            return;
        Finding finding = findingFor("requires-grad-off", Severity::Error, i,
                                     off.empty() ? counted(on, "frozen tensor") + " of " + runLabel(run) + " would be trained"
                                                 : "Gradients are off for " + counted(off, "tensor") + " of " + runLabel(run)
                                                       + ": " + nameList(off));
        finding.evidence = {"off, although not frozen by the experiment: " + std::to_string(off.size())
                                + (off.empty() ? "" : ": " + nameList(off, 8)) + "; allowed is 0",
                            "on, although frozen by the experiment: " + std::to_string(on.size())
                                + (on.empty() ? "" : ": " + nameList(on, 8)) + "; allowed is 0"};
        for (std::size_t other = 0; other < record.runs.size(); ++other)
            if (other != i && record.runs[other].preflight) {
                const auto& tensors = record.runs[other].preflight->tensors;
                const auto same = namesOf(tensors, [](const ParameterFacts& t) { return isTrainable(t) && !t.requiresGrad; });
                finding.evidence.push_back("gradients off on " + runLabel(record.runs[other]) + ": "
                                           + std::to_string(same.size()));
            }
        finding.cause = "A copy or a move of the model can lose the flag. Such tensors get no gradient and keep their start "
                        "values, on this run only.";
        finding.advice = "Set the flags from the experiment's list after the move";
        out.findings.push_back(std::move(finding));
    });
}

// Addresses can be compared on one device only.
bool liesInAnotherRun(const ComparisonRecord& record, std::size_t own, const ParameterFacts& tensor)
{
    bool found = false;
    forEachPrepared(record, [&](std::size_t i, const RunRecord&, const PreflightFacts& facts) {
        for (const ParameterFacts& other : facts.tensors)
            found = found || (i != own && tensor.address != 0 && other.address == tensor.address && other.device == tensor.device);
    });
    return found;
}

// One finding for all runs: sharing takes two.
void judgeParamAliasing(const ComparisonRecord& record, const Thresholds&, Judgement& out)
{
    Finding finding;
    std::vector<std::string> labels;
    std::int64_t most = 0;
    forEachPrepared(record, [&](std::size_t i, const RunRecord& run, const PreflightFacts& facts) {
        const auto shared = namesOf(facts.tensors, [&](const ParameterFacts& t) { return liesInAnotherRun(record, i, t); });
        if (shared.empty())
            return;
        finding.runs.push_back(static_cast<std::int64_t>(i));
        labels.push_back(runLabel(run));
        most = std::max(most, static_cast<std::int64_t>(shared.size()));
        finding.evidence.push_back(runLabel(run) + ": " + counted(shared, "tensor")
                                   + " in memory of another run, allowed is 0: " + nameList(shared, 8));
    });
    if (labels.empty())
        return;
    finding.rule = "param-aliasing";
    finding.severity = Severity::Error;
    finding.title = counted(most, "tensor") + " of " + nameList(labels) + (most == 1 ? " lies" : " lie")
                  + " in memory that another run trains too";
    finding.cause = "The copy of the model is no copy: each run trains the other's weights as well, so neither curve is its own.";
    finding.advice = "Copy the values, not the handles: clone every tensor";
    out.findings.push_back(std::move(finding));
}

struct StartLines {
    std::vector<std::string> errors, warnings, names;
};

StartLines oddStarts(const std::vector<ParameterFacts>& tensors, const Thresholds& thresholds)
{
    StartLines odd;
    for (const ParameterFacts& tensor : tensors) {
        double elements = 1;
        for (const std::int64_t size : tensor.shape)
            elements *= static_cast<double>(size);
        if (tensor.role != "weight" || tensor.shape.size() < 2 || elements < 2)
            continue;
        const std::string numbers = tensor.name + " " + sizesText(tensor.shape) + ": mean " + numberText(tensor.mean)
                                  + ", standard deviation " + numberText(tensor.std);
        const double ratio = tensor.expectedStd > 0 ? tensor.std / tensor.expectedStd : 1.0;
        if (!std::isfinite(tensor.std) || !std::isfinite(tensor.mean))
            odd.errors.push_back(numbers + "; allowed are finite numbers");
        else if (tensor.std <= kEqual * std::abs(tensor.mean))
            odd.errors.push_back(numbers + "; allowed is a spread above 0");
        else if (tensor.equalRows)
            odd.errors.push_back(numbers + ", and all rows are equal");
        else if (elements >= kSpreadElements && (ratio < thresholds.initStdLeast || ratio > thresholds.initStdMost))
            odd.warnings.push_back(numbers + ", " + numberText(ratio) + " of what its scheme draws; allowed are "
                                   + numberText(thresholds.initStdLeast) + " to " + numberText(thresholds.initStdMost));
        else
            continue;
        odd.names.push_back(tensor.name);
    }
    return odd;
}

void judgeDegenerateInit(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    forEachPrepared(record, [&](std::size_t i, const RunRecord& run, const PreflightFacts& facts) {
        const StartLines odd = oddStarts(facts.tensors, thresholds);
        if (odd.names.empty())
            return;
        const bool error = !odd.errors.empty();
        Finding finding = findingFor("degenerate-init", error ? Severity::Error : Severity::Warning, i,
                                     counted(odd.names, "weight tensor") + " of " + runLabel(run)
                                         + (error ? " start without spread: " : " start with an odd spread: ")
                                         + nameList(odd.names));
        finding.evidence = odd.errors;
        finding.evidence.insert(finding.evidence.end(), odd.warnings.begin(), odd.warnings.end());
        finding
            .cause = error
                       ? "Units that start equal get equal gradients and stay equal: a layer of a hundred is worth one. A fill "
                         "that a device lost looks the same, with whatever lay in memory."
                       : "Weights far from their scheme's spread make outputs and gradients grow or vanish from layer to layer.";
        finding.advice = "Draw the start weights on the CPU by the layers' own scheme and copy them to every run";
        if (!settingOf(record, i, {"model", "init"}).is_null())
            finding.fix = Fix{"Start weights → default", run.name, {{"model", {{"init", "default"}}}}};
        out.findings.push_back(std::move(finding));
    });
}

void judgeNonContiguousRisk(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    forEachPrepared(record, [&](std::size_t i, const RunRecord& run, const PreflightFacts& facts) {
        if (!isAccelerator(facts.device))
            return;
        const auto strided = namesOf(facts.tensors, [](const ParameterFacts& t) { return isTrainable(t) && !t.contiguous; });
        const bool inputs = settingOf(record, i, {"step", "memory_format"}) == "channels_last";
        if (strided.empty() && !inputs)
            return;
        std::vector<std::string> listed;
        for (const KnownFault* fault : knownFaults(record, i, thresholds))
            if (fault->when == Circumstance::StridedWeights)
                listed.push_back(std::string(fault->operations) + ": " + fault->fault);
        const Severity severity = strided.empty() ? Severity::Info : listed.empty() ? Severity::Warning : Severity::Error;
        Finding finding = findingFor("non-contiguous-risk", severity, i,
                                     strided.empty() ? "Batches of " + runLabel(run) + " are laid out channels-last"
                                                     : counted(strided, "parameter") + " of " + runLabel(run)
                                                           + " lie strided in memory: " + nameList(strided));
        finding.evidence = {"parameters that are no plain rows: " + std::to_string(strided.size())
                                + (strided.empty() ? "" : ": " + nameList(strided, 8)) + ", allowed is 0",
                            std::string("memory format of batches: ") + (inputs ? "channels_last" : "contiguous")};
        for (const std::string& line : listed)
            finding.evidence.push_back("reported for LibTorch " + record.start.environment.libtorch + ": " + line);
        finding.cause =
            strided.empty()
                ? "The values are the same and only their order in memory differs. Other kernels are used than for plain rows."
                : "Several releases dropped in-place updates of strided tensors, or read them as plain rows: the parameter "
                  "stands still, or the product is wrong, without an error.";
        finding.advice = strided.empty() ? "Use plain rows if the runs differ and nothing else explains it"
                                         : "Replace the parameters by contiguous copies, then build the optimizer";
        if (inputs)
            finding.fix = Fix{"Memory format → contiguous", run.name, {{"step", {{"memory_format", "contiguous"}}}}};
        out.findings.push_back(std::move(finding));
    });
}

}  // namespace

std::vector<Rule> weightRules()
{
    return {
        {{"param-aliasing", "Runs share the memory of their weights", Stage::Preflight, Severity::Error,
          "whether a parameter lies in the memory of another run's", "any; ties within one model are allowed",
          "Clone every tensor of the model", "F13, F14"},
         judgeParamAliasing,
         {}},
        {{"degenerate-init", "Start weights without spread", Stage::Preflight, Severity::Error,
          "standard deviation and equal rows of every weight matrix, against what its scheme draws",
          "no spread, or all rows equal: error; outside 0.1 to 10 of the scheme's, with 32 numbers or more: warning; biases and "
          "norms are exempt",
          "Draw the start weights by the layers' own scheme", "F19, F20, K2, L10"},
         judgeDegenerateInit,
         {"initial-loss", "grad-missing", "dead-units", "constant-prediction", "chance-level", "update-ratio", "loss-floor", "params-unchanged", "partial-freeze"}},
        {{"requires-grad-off", "Gradients are switched off, or on, unasked", Stage::Preflight, Severity::Error,
          "gradient flag of every parameter after the move, against the experiment's frozen layers", "any flag that differs",
          "Set the flags from the experiment's list after the move", "F9, F15"},
         judgeRequiresGradOff,
         {"error-parity", "grad-missing", "params-unchanged", "partial-freeze", "chance-level", "optimizer-coverage"}},
        {{"non-contiguous-risk", "Parameters that lie strided in memory", Stage::Preflight, Severity::Error,
          "contiguity of every parameter of a run on an accelerator, joined with the table of releases",
          "any strided parameter: warning, or error where its release has a reported fault; batches alone: info",
          "Replace the parameters by contiguous copies", "F18, K1, K3"},
         judgeNonContiguousRisk,
         {}},
    };
}

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/rules/release_table.h"
#include "core/rules/rule_support.h"

#include <algorithm>

namespace tandem {
namespace {

bool isRealMps(const PreflightFacts& facts)
{
    return deviceFamily(facts.device) == "mps" && !facts.emulated && facts.device != "mps-emulated";
}

void judgeKnownBadVersion(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    const std::string& release = record.start.environment.libtorch;
    forEachPrepared(record, [&](std::size_t i, const RunRecord& run, const PreflightFacts& facts) {
        if (!isRealMps(facts) || release.empty())
            return;
        if (!parseVersion(release)) {
            out.notRun.push_back(
                {"known-bad-version", oneRun(i), "\"" + release + "\" is no release of LibTorch that can be looked up"});
            return;
        }
        const auto faults = knownFaults(record, i, thresholds);
        if (faults.empty())
            return;
        Finding finding = findingFor("known-bad-version", Severity::Warning, i,
                                     "LibTorch " + release + " has "
                                         + counted(static_cast<std::int64_t>(faults.size()), "reported fault")
                                         + " in operations that " + runLabel(run) + " uses");
        for (const KnownFault* fault : faults)
            finding.evidence.push_back(std::string(fault->operations) + ": " + fault->fault + " (case " + fault->cases + ")");
        finding.evidence.push_back("system: " + record.start.environment.os
                                   + (record.start.environment.cpu.empty() ? "" : ", " + record.start.environment.cpu));
        finding.cause = "Others reported these faults for this release. They are hints: none was tested on this machine.";
        finding.advice =
            "Update LibTorch; if the fault remains, run the operation on the CPU to see whether it explains a difference";
        out.findings.push_back(std::move(finding));
    });
}

// The 16-bit limit on rows was met in linear layers; a convolution's positions are beyond it in any usual model.
std::string limitPassed(const LayerSizeFacts& size, const Thresholds& thresholds)
{
    const auto beyond = [&](std::int64_t value, double most, const char* what) {
        return size.name + ": " + std::to_string(value) + " " + what + ", beyond " + numberText(most);
    };
    if (static_cast<double>(size.reduction) > thresholds.sizeReduction)
        return beyond(size.reduction, thresholds.sizeReduction, "products summed for one output");
    if (size.kind == "linear" && static_cast<double>(size.rows) > thresholds.sizeRows)
        return beyond(size.rows, thresholds.sizeRows, "rows in one product");
    if (static_cast<double>(size.elements) > thresholds.sizeElements)
        return beyond(size.elements, thresholds.sizeElements, "elements in one output");
    return {};
}

void judgeSizeThresholdRisk(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    forEachPrepared(record, [&](std::size_t i, const RunRecord& run, const PreflightFacts& facts) {
        if (!isAccelerator(facts.device))
            return;
        std::vector<std::string> lines;
        for (const LayerSizeFacts& size : facts.sizes)
            if (std::string line = limitPassed(size, thresholds); !line.empty())
                lines.push_back(std::move(line));
        if (lines.empty())
            return;
        const auto faults = knownFaults(record, i, thresholds);
        const bool listed = std::any_of(faults.begin(), faults.end(), [](const KnownFault* fault) {
            return fault->when == Circumstance::ManyRows || fault->when == Circumstance::LongReduction;
        });
        Finding finding = findingFor("size-threshold-risk", listed ? Severity::Warning : Severity::Info, i,
                                     counted(static_cast<std::int64_t>(lines.size()), "layer") + " of " + runLabel(run)
                                         + " beyond a size at which backends failed: " + lines[0]);
        finding.evidence = lines;
        if (listed)
            finding.evidence.push_back("LibTorch " + record.start.environment.libtorch + " has a reported fault at this size");
        finding.cause =
            "Counters of 16 or 32 bits wrap round at these sizes. Several releases then gave wrong rows, without an error.";
        finding.advice = "Compute the layer in two halves and compare, or use smaller batches";
        out.findings.push_back(std::move(finding));
    });
}

void judgeAsyncCopyHazard(const ComparisonRecord& record, const Thresholds&, Judgement& out)
{
    forEachPrepared(record, [&](std::size_t i, const RunRecord& run, const PreflightFacts& facts) {
        if (!facts.nonBlocking || !isAccelerator(facts.device))
            return;
        // What was a hazard is a fault once a batch did arrive changed.
        const auto bad = std::find_if(run.steps.begin(), run.steps.end(),
                                      [](const StepFacts& step) { return step.copy.first != step.copy.host; });
        Finding finding = findingFor("async-copy-hazard", bad == run.steps.end() ? Severity::Warning : Severity::Error, i,
                                     "Copies to " + facts.device + " do not wait on " + runLabel(run));
        finding.evidence = {"non_blocking is on; batches lie in ordinary memory of the host, which is made anew for each step"};
        if (bad != run.steps.end()) {
            finding.step = bad->step;
            finding.evidence.push_back("checksum of the batch of step " + std::to_string(bad->step) + ": "
                                       + std::to_string(bad->copy.host) + " on the host, " + std::to_string(bad->copy.first)
                                       + " as read on the device");
        }
        finding.cause = "A copy that does not wait may be read before it is done, or take its bytes from memory that holds "
                        "something else by then. From ordinary memory it saves little time.";
        finding.advice = "Use blocking copies";
        finding.fix = Fix{"Blocking copies", run.name, {{"step", {{"non_blocking", false}}}}};
        out.findings.push_back(std::move(finding));
    });
}

void judgeFallbackActive(const ComparisonRecord& record, const Thresholds&, Judgement& out)
{
    const std::string name = "PYTORCH_ENABLE_MPS_FALLBACK=";
    std::string value;
    for (const std::string& variable : record.start.environment.variables)
        if (variable.rfind(name, 0) == 0)
            value = variable.substr(name.size());
    if (value.empty() || value == "0")
        return;
    forEachPrepared(record, [&](std::size_t i, const RunRecord& run, const PreflightFacts& facts) {
        if (!isRealMps(facts))
            return;
        Finding finding = findingFor("fallback-active", Severity::Info, i,
                                     "Operations that MPS lacks run on the CPU in " + runLabel(run));
        finding.evidence = {name + value};
        finding.cause =
            "Such operations are slower, copy their tensors to the host and back, and say nothing about the accelerator.";
        finding.advice = "Unset the variable to see which operations are missing";
        out.findings.push_back(std::move(finding));
    });
}

}  // namespace

std::vector<Rule> environmentRules()
{
    return {
        {{"async-copy-hazard", "Copies to the device do not wait", Stage::Preflight, Severity::Error,
          "the setting non_blocking of runs on an accelerator, and checksums of batches before and after their copy",
          "on: warning; an error once a batch arrives changed", "Use blocking copies", "P1–P7"},
         judgeAsyncCopyHazard,
         {"input-layout", "loader-determinism", "error-parity", "initial-loss", "input-parity"}},
        {{"size-threshold-risk", "Sizes at which backends failed", Stage::Preflight, Severity::Warning,
          "products summed for one output, rows of linear layers and elements of outputs, for the larger of the batches",
          "above 32767, 65535 and 2^31 − 1 on an accelerator: info; warning where the release has a reported fault",
          "Compute the layer in two halves and compare", "L9, L12, L17, M3, M9, M18, N2–N5, N7–N11, N16–N18"},
         judgeSizeThresholdRisk,
         {}},
        {{"known-bad-version", "This release has reported faults", Stage::Preflight, Severity::Warning,
          "LibTorch's release, macOS and chip, joined with the layers, loss, optimizer and layout of runs on MPS",
          "a line of the table fits, and the run uses its operations; never on the emulated device", "Update LibTorch",
          "A1, B1, C8, K1, K3, K4, K7, M1, N1, N2, N5–N8, N20, P1, P8"},
         judgeKnownBadVersion,
         {}},
        {{"fallback-active", "Missing operations run on the CPU", Stage::Preflight, Severity::Info,
          "PYTORCH_ENABLE_MPS_FALLBACK, for runs on MPS", "set to anything but 0",
          "Unset the variable to see which operations are missing", "T1–T3"},
         judgeFallbackActive,
         {}},
    };
}

}  // namespace tandem

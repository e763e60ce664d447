// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/rules/rule_support.h"

#include <algorithm>

namespace tandem {
namespace {

constexpr std::size_t kMostLines = 12;
constexpr const char* kNanProbe = "clamp, maximum, relu of NaN";

std::string lineOf(const ProbeFailure& failure)
{
    return failure.probe + (failure.layout.empty() ? "" : ", " + failure.layout) + ", " + failure.what + ": " + failure.text
           + (failure.used ? "" : " (not used by this experiment)");
}

// Failures of operations that the experiment uses come first.
std::vector<const ProbeFailure*> failuresOf(const PreflightFacts& facts)
{
    std::vector<const ProbeFailure*> failures;
    for (const ProbeFailure& failure : facts.selfTest.failures)
        if (failure.probe != kNanProbe)
            failures.push_back(&failure);
    std::stable_sort(failures.begin(), failures.end(), [](const ProbeFailure* a, const ProbeFailure* b) { return a->used > b->used; });
    return failures;
}

void judgeSelfTest(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    for (std::size_t i = 0; i < record.runs.size(); ++i) {
        const RunRecord& run = record.runs[i];
        if (!run.preflight)
            continue;
        const std::vector<const ProbeFailure*> failures = failuresOf(*run.preflight);
        if (failures.empty())
            continue;
        // Products with a 10-bit mantissa (TF32) are off by up to 2^-11 each: another precision, not another answer.
        const bool precision = std::all_of(failures.begin(), failures.end(), [&](const ProbeFailure* failure) {
            return (failure->what == "values" || failure->what == "gradient") && failure->error > 0 && failure->error <= thresholds.reducedPrecision;
        });
        const bool used = failures.front()->used && !precision;
        const std::string more = failures.size() > 1 ? " and " + std::to_string(failures.size() - 1) + " more" : "";
        Finding finding = findingFor("backend-self-test", used ? Severity::Warning : Severity::Info, i,
                                     "Known-answer tests fail on " + runLabel(run) + ": " + failures.front()->probe + more);
        for (std::size_t line = 0; line < failures.size() && line < kMostLines; ++line)
            finding.evidence.push_back(lineOf(*failures[line]));
        if (failures.size() > kMostLines)
            finding.evidence.push_back("and " + std::to_string(failures.size() - kMostLines) + " more");
        finding.evidence.push_back(std::to_string(run.preflight->selfTest.tests) + " tests were run");
        finding.cause = used ? "On this machine an operation that the experiment uses does not give the known answer, so the curves of "
                               "this run are those of another computation."
                        : precision ? "Products are computed in reduced precision here, such as TF32: differences of this size are to be expected."
                                    : "Some operations do not give their known answers here; this experiment uses none of them.";
        finding.advice = "Compute the named operation on the CPU, or on contiguous copies where only other layouts fail; report it with these numbers";
        out.findings.push_back(std::move(finding));
    }
}

void judgeNanSwallowed(const ComparisonRecord& record, const Thresholds&, Judgement& out)
{
    for (std::size_t i = 0; i < record.runs.size(); ++i) {
        const RunRecord& run = record.runs[i];
        if (!run.preflight)
            continue;
        for (const ProbeFailure& failure : run.preflight->selfTest.failures) {
            if (failure.probe != kNanProbe)
                continue;
            Finding finding = findingFor("nan-swallowed", Severity::Warning, i, runLabel(run) + " hides NaN that the CPU shows");
            finding.evidence = {failure.text};
            finding.cause = "A loss or a weight that went wrong looks healthy on this device: its curve cannot be trusted to show it.";
            finding.advice = "Check that inputs and losses are finite before these operations";
            out.findings.push_back(std::move(finding));
            break;
        }
    }
}

}  // namespace

std::vector<Rule> backendRules()
{
    return {
        {{"backend-self-test", "Known-answer tests fail on this device", Stage::Preflight, Severity::Warning,
          "about 100 small tests of values, gradients, effects in place, NaN, reductions, indices and random draws, in several layouts, "
          "each against float64 on the CPU; gradients of the CPU against central differences",
          "an error above 20 times the CPU's own distance from float64 plus 1e-5, relative to the greatest element; a warning only for "
          "operations that the experiment uses, and not where every error is below 0.2 %, as reduced precision gives",
          "Compute the named operation on the CPU, or on contiguous copies",
          "A1–A4, B1, B8–B10, C8, I6, I7, K1, K2, K5, K13, K14, K21, L1–L6, L10, L11, L15, M1–M6, M10–M13, N3, N6, N19, N20, O13–O25, Q1–Q7, W1, W2"},
         judgeSelfTest,
         {"params-unchanged", "partial-freeze", "optimizer-state-stuck", "index-range-check", "metric-recount", "non-finite", "chance-level", "initial-loss", "update-ratio", "dead-units", "grad-missing", "error-parity", "non-contiguous-risk"}},
        {{"nan-swallowed", "The device hides NaN", Stage::Preflight, Severity::Warning,
          "clamp, maximum and relu of a planted NaN", "any NaN that does not come out again", "Check finiteness before these operations",
          "O16, O24, O25"},
         judgeNanSwallowed,
         {}},
    };
}

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/rules/rule_support.h"

namespace tandem {
namespace {

// Shorter stretches than this are noise of the clock.
constexpr double kLeastSeconds = 0.02;

void judgeTiming(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    for (std::size_t i = 0; i < record.runs.size(); ++i) {
        const RunRecord& run = record.runs[i];
        if (run.probes.empty())
            continue;
        const EpochProbeFacts& probe = run.probes.back();
        if (probe.secondsDrained < kLeastSeconds || probe.secondsUndrained >= thresholds.drainedRatio * probe.secondsDrained)
            continue;
        Finding finding = findingFor("timing-sync", Severity::Error, i, "The clock of " + runLabel(run) + " stops before its device has finished");
        finding.step = probe.step;
        finding.evidence = {"the same steps: " + numberText(probe.secondsUndrained) + " s after the device's own wait, " + numberText(probe.secondsDrained) + " s until a result could be read",
                            "allowed ratio: " + numberText(thresholds.drainedRatio)};
        finding.cause = "The device says that it is idle while work is queued, so every speed of this run is too good.";
        finding.advice = "Read back one element before each look at the clock";
        out.findings.push_back(std::move(finding));
    }
}

}  // namespace

std::vector<Rule> speedRules()
{
    return {
        {{"timing-sync", "Times taken before the device has finished", Stage::Evaluation, Severity::Error, "seconds of the steps looked at, after the device's own wait and after reading back a result",
          "a ratio below 0.7", "Read back a result before each look at the clock", "P8, U1–U6"},
         judgeTiming,
         {}},
    };
}

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/report.h"

#include "core/rules/rule.h"

#include <algorithm>

namespace tandem {
namespace {

RunSummary summarise(const RunRecord& run)
{
    RunSummary summary;
    summary.name = run.name;
    summary.device = run.device;
    summary.outcome = run.end ? wordList(run.end->outcome)[static_cast<std::size_t>(run.end->outcome)]
                              : wordList(run.state)[static_cast<std::size_t>(run.state)];
    summary.steps = run.stepsDone();
    summary.totalSteps = run.totalSteps();
    summary.thinned = run.thinned;
    if (const EvaluationFacts* last = run.lastWholeEvaluation()) {
        summary.testAccuracy = last->accuracy;
        summary.testLoss = last->loss;
    }
    for (const EvaluationFacts& evaluation : run.evaluations)
        if (evaluation.whole && (!summary.bestTestAccuracy || evaluation.accuracy > *summary.bestTestAccuracy)) {
            summary.bestTestAccuracy = evaluation.accuracy;
            summary.bestStep = evaluation.step;
        }
    if (run.end) {
        summary.error = run.end->error;
        summary.imagesPerSecond = run.end->imagesPerSecond;
        summary.seconds = run.end->seconds;
        summary.weightsHash = run.end->weightsHash;
    }
    if (run.preflight) {
        summary.emulated = run.preflight->emulated;
        summary.initialWeightsHash = run.preflight->weightsHash;
        summary.planHash = run.preflight->planHash;
        summary.inputHash = run.preflight->inputHash;
        summary.seed = run.preflight->seed;
        summary.faults = run.preflight->faults;
        summary.inactiveFaults = run.preflight->inactiveFaults;
    }
    return summary;
}

}  // namespace

Report buildReport(const ComparisonRecord& record, const std::string& folder)
{
    Report report;
    report.start = record.start;
    report.verdict = record.verdict ? *record.verdict : reachVerdict(record);
    report.findings = record.findings;
    orderFindings(report.findings);
    report.leftOut = record.leftOut;
    for (const RunRecord& run : record.runs)
        report.runs.push_back(summarise(run));
    report.matrix = record.matrix;
    if (const auto file = checkExperiment(record.start.document, {}))
        if (auto table = configTable(*file))
            report.configuration = std::move(*table);
    report.notices = record.notices;
    report.folder = folder;
    if (!folder.empty())
        report.command = "tandem run \"" + folder + "/experiment.json\""
                         + (record.start.ignorePreflight ? " --ignore-preflight" : "");
    return report;
}

}  // namespace tandem

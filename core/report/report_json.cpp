// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/fields.h"
#include "core/report/report.h"

namespace tandem {
namespace {

Json optionalNumber(const std::optional<double>& value)
{
    return value ? jsonNumber(*value) : Json();
}

std::string runName(const Report& report, std::int64_t run)
{
    return run >= 0 && static_cast<std::size_t>(run) < report.runs.size() ? report.runs[static_cast<std::size_t>(run)].name
                                                                          : std::string();
}

Json findingsJson(const Report& report)
{
    Json list = Json::array();
    for (const Finding& finding : report.findings) {
        Json json = fields::write(finding);
        Json names = Json::array();
        for (const std::int64_t run : finding.runs)
            names.push_back(runName(report, run));
        json["runs"] = std::move(names);
        list.push_back(std::move(json));
    }
    return list;
}

Json leftOutJson(const Report& report)
{
    Json notRun = Json::array(), muted = Json::array();
    for (const RuleNotRun& rule : report.leftOut.notRun) {
        Json names = Json::array();
        for (const std::int64_t run : rule.runs)
            names.push_back(runName(report, run));
        notRun.push_back({{"rule", rule.rule}, {"runs", std::move(names)}, {"reason", rule.reason}});
    }
    for (const RuleNotRun& rule : report.leftOut.muted)
        muted.push_back({{"rule", rule.rule}, {"reason", rule.reason}});
    return {{"not_run", std::move(notRun)}, {"muted", std::move(muted)}};
}

// What is known of a run before it has trained.
Json setupJson(const RunSummary& run)
{
    return {{"name", run.name},
            {"device", run.device},
            {"emulated", run.emulated},
            {"faults", run.faults},
            {"inactive_faults", run.inactiveFaults},
            {"initial_weights_hash", run.initialWeightsHash},
            {"batch_plan_hash", run.planHash},
            {"first_batch_hash", run.inputHash},
            {"seed", run.seed}};
}

Json resultsJson(const RunSummary& run)
{
    Json json = setupJson(run);
    json["outcome"] = run.outcome;
    json["error"] = run.error.empty() ? Json() : Json(run.error);
    json["steps"] = run.steps;
    json["total_steps"] = run.totalSteps;
    json["test_accuracy"] = optionalNumber(run.testAccuracy);
    json["test_loss"] = optionalNumber(run.testLoss);
    json["best_test_accuracy"] = optionalNumber(run.bestTestAccuracy);
    json["best_step"] = run.bestStep ? Json(*run.bestStep) : Json();
    json["images_per_second"] = jsonNumber(run.imagesPerSecond);
    json["seconds"] = jsonNumber(run.seconds);
    json["weights_hash"] = run.weightsHash.empty() ? Json() : Json(run.weightsHash);
    json["samples_thinned"] = run.thinned;
    return json;
}

Json differencesJson(const Report& report)
{
    Json list = Json::array();
    for (const ConfigRow& row : differingRows(report.configuration))
        list.push_back({{"path", row.path}, {"values", row.values}});
    return list;
}

// A stored log may come from anywhere, so its document may be anything.
std::string experimentName(const Json& document)
{
    const bool isNamed = document.is_object() && document.contains("name") && document["name"].is_string();
    return isNamed ? document["name"].get<std::string>() : "experiment";
}

Json headJson(const Report& report)
{
    return {{"tandem_result", 1}, {"name", experimentName(report.start.document)},
            {"verdict", fields::write(report.verdict)}, {"findings", findingsJson(report)},
            {"left_out", leftOutJson(report)}};
}

}  // namespace

Json toJson(const Report& report)
{
    Json json = headJson(report);
    Json runs = Json::array();
    for (const RunSummary& run : report.runs)
        runs.push_back(resultsJson(run));
    json["runs"] = std::move(runs);
    Json matrix = Json::array();
    for (const CrossEvaluation& cell : report.matrix)
        matrix.push_back({{"trained_on", runName(report, cell.trainedOn)},
                          {"evaluated_on", runName(report, cell.evaluatedOn)},
                          {"accuracy", cell.error.empty() ? jsonNumber(cell.accuracy) : Json()},
                          {"loss", cell.error.empty() ? jsonNumber(cell.loss) : Json()},
                          {"error", cell.error.empty() ? Json() : Json(cell.error)}});
    json["matrix"] = std::move(matrix);
    json["differences"] = differencesJson(report);
    json["environment"] = fields::write(report.start.environment);
    json["notices"] = report.notices;
    json["folder"] = report.folder;
    json["command"] = report.command;
    return json;
}

Json toCheckJson(const Report& report)
{
    Json json = headJson(report);
    Json runs = Json::array();
    for (const RunSummary& run : report.runs)
        runs.push_back(setupJson(run));
    json["runs"] = std::move(runs);
    json["differences"] = differencesJson(report);
    json["environment"] = fields::write(report.start.environment);
    return json;
}

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/scorecard/scorecard.h"

#include "core/base/number_text.h"
#include "core/rules/rule.h"
#include "core/rules/rule_support.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <system_error>

namespace tandem {
namespace {

bool isOneOf(const std::vector<std::string>& words, const std::string& word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

std::string severityWord(Severity severity)
{
    return wordList(severity)[static_cast<std::size_t>(severity)];
}

// What someone sees who has the two curves and nothing else: a run that failed, a loss that is no number, or accuracies
// farther apart than sampling noise.
bool curvesPart(const ComparisonRecord& record, double sigmas)
{
    const EvaluationFacts* reference = record.runs.empty() ? nullptr : record.runs[record.baseline()].lastWholeEvaluation();
    for (const RunRecord& run : record.runs) {
        if ((run.end && run.end->outcome == Outcome::Failed) || run.firstNonFiniteStep)
            return true;
        const EvaluationFacts* own = run.lastWholeEvaluation();
        if (reference && own && std::abs(own->accuracy - reference->accuracy) > agreementLimit(own->accuracy, reference->accuracy, own->samples, sigmas))
            return true;
    }
    return false;
}

std::string joined(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : ", ") + word;
    return text;
}

double shareOf(std::int64_t part, std::int64_t whole)
{
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0.0;
}

bool isSeeded(const ScorecardRow& row)
{
    return row.kind == "fault" || row.kind == "configuration";
}

void writeRow(std::ostringstream& out, const ScorecardRow& row)
{
    out << "| `" << row.id << "` | " << row.on << " | " << joined(row.expected) << " | ";
    if (!row.whyNot.empty())
        out << "not run: " << row.whyNot << " | | | |\n";
    else
        out << (row.detected ? "yes: " + row.rule : row.rule.empty() ? "**no**" : "as info: " + row.rule) << " | "
            << (row.step ? (*row.step == 0 ? "before step 0" : std::to_string(*row.step)) : "–") << " | "
            << (row.rank ? std::to_string(*row.rank) : "–") << " | " << joined(row.shown) << " |\n";
}

}  // namespace

ScorecardRow scoreRow(const ScorecardCase& which, const ComparisonRecord& record)
{
    ScorecardRow row{which.id, which.kind, which.on, which.expected, {}, false, {}, {}, {}, {}, {}, false, 0, 0};
    std::vector<Finding> findings = record.findings;
    orderFindings(findings);
    std::int64_t place = 0;
    for (const Finding& finding : findings) {
        const bool counts = finding.severity != Severity::Info, wanted = isOneOf(which.expected, finding.rule);
        if (!finding.foldedUnder && counts) {
            ++place;
            row.shown.push_back(finding.rule + " (" + severityWord(finding.severity) + ")");
            (finding.severity == Severity::Error ? row.errors : row.warnings) += 1;
        }
        if (!wanted || (row.detected && !counts))
            continue;
        if (counts && !row.detected) {
            row.detected = true;
            row.rule = finding.rule;
            row.severity = severityWord(finding.severity);
            row.step = finding.step.value_or(0);
        } else if (row.rule.empty()) {
            row.rule = finding.rule;
            row.severity = severityWord(finding.severity);
        }
        if (counts)
            row.step = std::min(row.step.value_or(INT64_MAX), finding.step.value_or(0));
        if (counts && !finding.foldedUnder && !row.rank)
            row.rank = place;
    }
    row.byCurvesAlone = curvesPart(record, Thresholds{}.agreeSigmas);
    return row;
}

ScorecardTotals totalsOf(const std::vector<ScorecardRow>& rows)
{
    ScorecardTotals totals;
    std::vector<double> steps;
    for (const ScorecardRow& row : rows) {
        if (!row.whyNot.empty()) {
            ++totals.notRun;
            continue;
        }
        if (!isSeeded(row)) {
            (row.kind == "clean" ? totals.cleanPairs : totals.controls) += 1;
            totals.falseErrors += row.errors > 0 ? 1 : 0;
            totals.falseWarnings += row.warnings > 0 ? 1 : 0;
            continue;
        }
        ++totals.faults;
        totals.byCurvesAlone += row.byCurvesAlone ? 1 : 0;
        totals.causeFirst += row.rank && *row.rank == 1 ? 1 : 0;
        totals.causeTop3 += row.rank && *row.rank <= 3 ? 1 : 0;
        if (!row.detected)
            continue;
        ++totals.detected;
        totals.beforeFirstStep += row.step == 0 ? 1 : 0;
        steps.push_back(static_cast<double>(row.step.value_or(0)));
    }
    if (!steps.empty()) {
        std::nth_element(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2), steps.end());
        totals.medianSteps = steps[steps.size() / 2];
    }
    return totals;
}

Json toJson(const std::vector<ScorecardRow>& rows)
{
    Json list = Json::array();
    for (const ScorecardRow& row : rows)
        list.push_back({{"id", row.id},
                        {"kind", row.kind},
                        {"on", row.on},
                        {"expected", row.expected},
                        {"not_run", row.whyNot.empty() ? Json() : Json(row.whyNot)},
                        {"detected", row.detected},
                        {"rule", row.rule.empty() ? Json() : Json(row.rule)},
                        {"severity", row.severity.empty() ? Json() : Json(row.severity)},
                        {"step", row.step ? Json(*row.step) : Json()},
                        {"rank", row.rank ? Json(*row.rank) : Json()},
                        {"shown", row.shown},
                        {"by_curves_alone", row.byCurvesAlone},
                        {"errors", row.errors},
                        {"warnings", row.warnings}});
    const ScorecardTotals totals = totalsOf(rows);
    return {{"rows", std::move(list)},
            {"totals",
             {{"faults", totals.faults},
              {"not_run", totals.notRun},
              {"detection_rate", shareOf(totals.detected, totals.faults)},
              {"cause_first_rate", shareOf(totals.causeFirst, totals.faults)},
              {"cause_top3_rate", shareOf(totals.causeTop3, totals.faults)},
              {"before_first_step", totals.beforeFirstStep},
              {"median_steps_to_detect", totals.medianSteps},
              {"false_errors", totals.falseErrors},
              {"false_warnings", totals.falseWarnings},
              {"clean_pairs", totals.cleanPairs},
              {"controls", totals.controls},
              {"curves_only_detection_rate", shareOf(totals.byCurvesAlone, totals.faults)}}}};
}

std::string toMarkdown(const std::vector<ScorecardRow>& rows, bool quick)
{
    const ScorecardTotals totals = totalsOf(rows);
    std::ostringstream out;
    out << "# Scorecard\n\nWritten by `tandem scorecard" << (quick ? " --quick" : "") << " --out SCORECARD.md`: every fault of the library and every user-side "
        << "configuration is\nrun on small data, the second run under test, and judged by the rules. Detected means that an expected rule fired as a\n"
        << "warning or an error; infos are not counted. All runs are on the CPU and on the emulated device; none was on a Mac.\n\n"
        << "| figure | value | goal |\n|---|---|---|\n"
        << "| seeded faults and configurations | " << totals.faults << " (" << totals.notRun << " not run) | |\n"
        << "| detected | " << percent(shareOf(totals.detected, totals.faults)) << " | ≥ 95 % |\n"
        << "| right cause first | " << percent(shareOf(totals.causeFirst, totals.faults)) << " | ≥ 80 % |\n"
        << "| right cause in the top three | " << percent(shareOf(totals.causeTop3, totals.faults)) << " | ≥ 95 % |\n"
        << "| found before the first step | " << totals.beforeFirstStep << " | |\n"
        << "| median steps to detect | " << numberText(totals.medianSteps) << " | ≤ 10 |\n"
        << "| clean pairs and controls with an error | " << totals.falseErrors << " of " << totals.cleanPairs + totals.controls << " | 0 |\n"
        << "| clean pairs and controls with a warning | " << totals.falseWarnings << " of " << totals.cleanPairs + totals.controls << " | < 2 % |\n"
        << "| detected by curves alone | " << percent(shareOf(totals.byCurvesAlone, totals.faults)) << " | for comparison |\n\n";
    for (const char* kind : {"fault", "configuration", "control"}) {
        out << "## " << (std::string(kind) == "fault" ? "Faults" : std::string(kind) == "control" ? "Controls" : "Configurations") << "\n\n"
            << "| case | on | expected | detected | step | rank | shown |\n|---|---|---|---|---|---|---|\n";
        for (const ScorecardRow& row : rows)
            if (row.kind == kind)
                writeRow(out, row);
        out << "\n";
    }
    out << "## Clean pairs with findings\n\n";
    bool any = false;
    for (const ScorecardRow& row : rows)
        if (row.kind == "clean" && !row.shown.empty()) {
            out << "- `" << row.id << "`: " << joined(row.shown) << "\n";
            any = true;
        }
    out << (any ? "" : "None.\n");
    return out.str();
}

Result<ScorecardRow> runCase(const ScorecardCase& which, ComparisonOptions options, const TrainerFactory& factory, Executor& gpu, const Log& log)
{
    if (!which.whyNot.empty()) {
        ScorecardRow row;
        row.id = which.id, row.kind = which.kind, row.on = which.on, row.expected = which.expected, row.whyNot = which.whyNot;
        return row;
    }
    Result<ExperimentFile> file = checkExperiment(which.document, "case " + which.id);
    if (!file)
        return fail(file.error());
    options.ignorePreflight = true;
    Comparison comparison(std::move(*file), options, factory, gpu, log);
    comparison.start();
    ComparisonRecord record;
    const auto apply = [&] {
        for (const Event& event : comparison.takeEvents())
            record.apply(event);
    };
    while (!comparison.waitUntilOver(std::chrono::milliseconds(20)))
        apply();
    apply();
    std::error_code ignored;  // what cannot be removed lies in a temporary folder
    std::filesystem::remove_all(comparison.folder(), ignored);
    if (const auto error = comparison.error())
        return fail(*error);
    return scoreRow(which, record);
}

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/number_text.h"
#include "core/facts/fields.h"
#include "core/report/fault_marks.h"
#include "core/report/report.h"

#include <algorithm>

namespace tandem {
namespace {

std::string padded(std::string text, std::size_t width)
{
    // Counts characters, not bytes: run names may be in any script.
    const auto characters = static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
    if (characters < width)
        text.append(width - characters, ' ');
    return text;
}

std::string runTitle(const RunSummary& run)
{
    return run.name + " (" + run.device + (run.faults.empty() ? "" : ", fault injected") + ")";
}

std::string findingText(const Finding& finding)
{
    std::string text = wordList(finding.severity)[static_cast<std::size_t>(finding.severity)] + " [" + finding.rule + "] "
                       + finding.title + "\n";
    if (finding.foldedUnder)
        return text + "    explained by " + *finding.foldedUnder + "\n";
    for (const std::string& line : finding.evidence)
        text += "    - " + line + "\n";
    text += "    why: " + finding.cause + "\n    do:  " + finding.advice + "\n";
    if (finding.fix)
        text += "    fix: " + finding.fix->label + (finding.fix->run ? ", run \"" + *finding.fix->run + "\": with " : ": ")
                + finding.fix->patch.dump() + "\n";
    return text;
}

std::string resultsText(const Report& report)
{
    std::size_t width = 0;
    for (const RunSummary& run : report.runs)
        width = std::max(width, runTitle(run).size() + 2);
    std::string text;
    for (const RunSummary& run : report.runs) {
        text += "  " + padded(runTitle(run), width);
        text += run.testAccuracy ? "test accuracy " + percent(*run.testAccuracy) + "   test loss " + numberText(*run.testLoss)
                                 : run.outcome;
        if (run.imagesPerSecond > 0)
            text += "   " + std::to_string(static_cast<long>(run.imagesPerSecond)) + " images/s";
        text += (run.outcome == "finished" || !run.testAccuracy ? "" : "   " + run.outcome) + "\n";
        if (!run.error.empty())
            text += "    raised: " + run.error + "\n";
    }
    return text;
}

// What was done on purpose, before anything is read into the numbers.
std::string faultsText(const Report& report)
{
    std::string text;
    for (const RunSummary& run : report.runs) {
        if (!run.faults.empty())
            text += "  fault injected on purpose into " + run.name + ": " + faultTexts(run.faults) + "\n";
        if (!run.inactiveFaults.empty())
            text += "  fault inactive on " + run.name + " (" + run.device + "): " + faultTexts(run.inactiveFaults) + "\n";
    }
    return text;
}

std::string leftOutText(const Report& report)
{
    std::string text;
    for (const std::string& line : leftOutLines(report))
        text += "  rule " + line + "\n";
    return text;
}

std::string matrixText(const Report& report)
{
    if (report.matrix.empty() || report.runs.size() < 2)
        return {};
    std::size_t head = 18, cell = 10;
    for (const RunSummary& run : report.runs) {
        head = std::max(head, markedName(run.name, run.faults).size() + 2);
        cell = std::max(cell, markedName(run.name, run.faults).size());
    }
    head += 2, cell += 2;
    std::string text = "  trained on × evaluated on\n  " + padded("", head);
    for (const RunSummary& run : report.runs)
        text += padded(markedName(run.name, run.faults), cell);
    text += "\n";
    for (std::size_t trained = 0; trained < report.runs.size(); ++trained) {
        text += "  " + padded("  " + markedName(report.runs[trained].name, report.runs[trained].faults), head);
        for (std::size_t evaluated = 0; evaluated < report.runs.size(); ++evaluated) {
            std::string value = "–";
            for (const CrossEvaluation& entry : report.matrix)
                if (entry.trainedOn == static_cast<std::int64_t>(trained) && entry.evaluatedOn == static_cast<std::int64_t>(evaluated)
                    && entry.error.empty())
                    value = percent(entry.accuracy);
            text += padded(value, cell);
        }
        text += "\n";
    }
    return text;
}

}  // namespace

std::vector<std::string> leftOutLines(const Report& report)
{
    std::vector<std::string> lines;
    for (const RuleNotRun& rule : report.leftOut.muted)
        lines.push_back(rule.rule + " is muted: " + rule.reason);
    for (const RuleNotRun& rule : report.leftOut.notRun) {
        std::string line = rule.rule + " could not run";
        for (std::size_t i = 0; i < rule.runs.size(); ++i) {
            const auto run = static_cast<std::size_t>(rule.runs[i]);
            line += (i == 0 ? " on " : ", ") + (run < report.runs.size() ? report.runs[run].name : std::string("?"));
        }
        lines.push_back(line + ", because " + rule.reason);
    }
    return lines;
}

std::string toText(const Report& report)
{
    std::string text = "Verdict: " + wordList(report.verdict.kind)[static_cast<std::size_t>(report.verdict.kind)] + ". "
                       + report.verdict.summary + "\n";
    text += faultsText(report) + resultsText(report) + matrixText(report);
    for (const Finding& finding : report.findings)
        text += findingText(finding);
    text += leftOutText(report);
    for (const std::string& notice : report.notices)
        text += "notice: " + notice + "\n";
    if (!report.folder.empty())
        text += "Comparison: " + report.folder + "\n";
    return text;
}

std::string toCheckText(const Report& report)
{
    std::string text = report.findings.empty() ? "No finding before the first step.\n" : "";
    for (const Finding& finding : report.findings)
        text += findingText(finding);
    text += leftOutText(report) + faultsText(report);
    for (const ConfigRow& row : differingRows(report.configuration)) {
        text += "  " + row.path + ":";
        for (std::size_t run = 0; run < row.values.size() && run < report.runs.size(); ++run)
            text += (run == 0 ? " " : " | ") + report.runs[run].name + " " + displayValue(row.values[run]);
        text += "\n";
    }
    return text;
}

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/commands.h"
#include "app/console.h"
#include "app/exit_codes.h"
#include "app/interrupt.h"
#include "app/progress.h"
#include "app/report_files.h"
#include "app/startup.h"
#include "core/base/text_file.h"
#include "core/report/report.h"
#include "core/rules/rule.h"
#include "core/run/comparison.h"

#include <iostream>

namespace tandem::app {
namespace {

Result<ExperimentFile> loadWithSettings(const RunArguments& arguments)
{
    const Result<std::string> text = readTextFile(arguments.experiment);
    if (!text)
        return fail(text.error());
    Result<Json> document = parseJson(*text, arguments.experiment.string());
    if (!document)
        return fail(document.error());
    for (const std::string& setting : arguments.settings)
        if (Status status = setAtPath(*document, setting); !status)
            return fail(status.error());
    return checkExperiment(std::move(*document), arguments.experiment.string());
}

ComparisonOptions optionsFor(const RunArguments& arguments, bool preflightOnly)
{
    ComparisonOptions options;
    options.root = arguments.out.empty() ? defaultComparisonRoot() : arguments.out;
    options.dataFolders = dataFolders();
    options.ignorePreflight = arguments.ignorePreflight;
    options.preflightOnly = preflightOnly;
    options.threadsPerRun = arguments.threads;
    options.maxSteps = arguments.maxSteps;
    return options;
}

// Runs the comparison to its end, showing progress and passing on interrupts.
// @return true if it was interrupted
bool follow(Comparison& comparison, Progress& progress)
{
    const InterruptGuard interrupts;
    bool told = false;
    comparison.start();
    while (!comparison.waitUntilOver(std::chrono::milliseconds(50))) {
        progress.show(comparison.takeEvents());
        if (interrupts.requested() && !told) {
            told = true;
            std::cerr << "tandem: stopping after this step; press Ctrl-C again to abort" << std::endl;
            comparison.stop();
        }
    }
    progress.show(comparison.takeEvents());
    progress.finish();
    return told;
}

bool failsOn(FailOn limit, const std::vector<Finding>& findings)
{
    if (limit == FailOn::Never)
        return false;
    const Severity least = limit == FailOn::Error ? Severity::Error : Severity::Warning;
    for (const Finding& finding : findings)
        if (finding.severity >= least)
            return true;
    return false;
}

int exitCodeOf(const Report& report, const RunArguments& arguments)
{
    if (failsOn(arguments.failOn, report.findings))
        return kFindings;
    for (const RunSummary& run : report.runs)
        if (run.outcome == "failed")
            return kRunFailed;
    return kFine;
}

}  // namespace

int runCommand(const RunArguments& arguments, const Services& services)
{
    for (const auto& path : arguments.reports)
        if (Status status = checkReportPath(path); !status)
            return reportError(status.error());
    Result<ExperimentFile> file = loadWithSettings(arguments);
    if (!file)
        return reportError(file.error());

    Comparison comparison(std::move(*file), optionsFor(arguments, false), services.factory, services.gpu, services.log);
    Progress progress(isTerminal());
    const bool interrupted = follow(comparison, progress);
    if (const auto error = comparison.error())
        return reportError(*error);

    const Report report = buildReport(progress.record(), comparison.folder().string());
    for (const auto& path : arguments.reports)
        if (Status status = writeReport(path, report, progress.record()); !status)
            return reportError(status.error());
    if (arguments.json)
        printJson(toJson(report));
    else
        std::cout << toText(report) << std::flush;
    return interrupted ? kInterrupted : exitCodeOf(report, arguments);
}

int checkCommand(const RunArguments& arguments, const Services& services)
{
    Result<ExperimentFile> file = loadWithSettings(arguments);
    if (!file)
        return reportError(file.error());
    Comparison comparison(std::move(*file), optionsFor(arguments, true), services.factory, services.gpu, services.log);
    Progress progress(false);
    const bool interrupted = follow(comparison, progress);
    if (const auto error = comparison.error())
        return reportError(*error);
    const Report report = buildReport(progress.record(), {});
    if (arguments.json)
        printJson(toCheckJson(report));
    else
        std::cout << toCheckText(report) << std::flush;
    return interrupted ? kInterrupted : exitCodeOf(report, arguments);
}

}  // namespace tandem::app

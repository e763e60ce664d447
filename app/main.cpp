// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Composition root: reads the command line, builds what the commands need, and hands over.

#include "app/commands.h"
#include "app/console.h"
#include "app/exit_codes.h"
#include "app/startup.h"
#include "core/run/comparison.h"
#include "core/train/torch_factory.h"
#include "ui/app_window.h"

#include <CLI/CLI.hpp>

#include <map>

namespace tandem::app {
namespace {

const char* const kFooter = "Exit codes: 0 fine, 1 findings at or above --fail-on, 2 usage or invalid experiment, 3 device absent,\n"
                            "4 file or disk, 5 a run failed, 130 stopped by Ctrl-C.";

void addExperimentOptions(CLI::App* command, RunArguments& arguments)
{
    command->add_option("experiment", arguments.experiment, "Experiment file (*.tandem.json)")->required();
    command->add_option("--set", arguments.settings, "Change a value: PATH=VALUE, such as epochs=3")->allow_extra_args(false);
    command->add_option("--threads", arguments.threads, "CPU threads a run (default: the cores shared out)")->check(CLI::Range(1, 1024));
    command->add_option("--fail-on", arguments.failOn, "Least severity that gives exit code 1: error, warning or never")
        ->transform(CLI::CheckedTransformer(
            std::map<std::string, FailOn>{{"error", FailOn::Error}, {"warning", FailOn::Warning}, {"never", FailOn::Never}}));
    command->add_flag("--json", arguments.json, "Print one JSON object instead of text");
}

struct WindowArguments {
    std::optional<std::filesystem::path> file;
    std::filesystem::path screenshot, out;
    bool start = false, ignorePreflight = false;
};

int openWindow(int& argc, char** argv, const WindowArguments& arguments, const Services& services)
{
    ComparisonOptions options;
    options.root = arguments.out.empty() ? defaultComparisonRoot() : arguments.out;
    options.dataFolders = dataFolders();
    options.ignorePreflight = arguments.ignorePreflight;
    return ui::runWindow(argc, argv,
                         {services.factory, services.gpu, services.log, options, arguments.file, arguments.start, arguments.screenshot});
}

int runTandem(int argc, char** argv)
{
    CLI::App cli{"Trains one model on two devices side by side and says where and why they part.", "tandem"};
    cli.set_version_flag("--version", TANDEM_VERSION);
    cli.footer(kFooter);
    cli.require_subcommand(0, 1);

    WindowArguments window;
    cli.add_option("file", window.file, "Experiment to open in the window");
    cli.add_flag("--start", window.start, "Start at once");
    cli.add_flag("--ignore-preflight", window.ignorePreflight, "Train in spite of errors found before the first step");
    cli.add_option("--out", window.out, "Folder for comparisons");
    cli.add_option("--screenshot", window.screenshot, "Save a picture of the window when the comparison is over, and quit");

    RunArguments arguments;
    bool json = false;
    std::string ruleId, faultId, schema = "experiment";
    CLI::App* run = cli.add_subcommand("run", "Train all runs of an experiment and judge them");
    addExperimentOptions(run, arguments);
    run->add_option("--out", arguments.out, "Folder for comparisons");
    run->add_option("--report", arguments.reports, "Write a report: FILE.html or FILE.json")->allow_extra_args(false);
    run->add_option("--max-steps", arguments.maxSteps, "End each run after so many steps")->check(CLI::Range(std::int64_t{1}, INT64_MAX));
    run->add_flag("--ignore-preflight", arguments.ignorePreflight, "Train in spite of errors found before the first step");
    CLI::App* check = cli.add_subcommand("check", "Look at an experiment before the first step, without training");
    addExperimentOptions(check, arguments);
    CLI::App* devices = cli.add_subcommand("devices", "List the devices and why one is absent");
    CLI::App* doctor = cli.add_subcommand("doctor", "Report versions, devices, BLAS, display and folders");
    CLI::App* rules = cli.add_subcommand("rules", "List the rules, or explain one");
    rules->add_option("id", ruleId, "Rule id");
    CLI::App* faults = cli.add_subcommand("faults", "List what can be injected on purpose, or explain one");
    faults->add_option("id", faultId, "Fault id");
    for (CLI::App* command : {devices, doctor, rules, faults})
        command->add_flag("--json", json, "Print JSON instead of text");
    CLI::App* schemaApp = cli.add_subcommand("schema", "Print the JSON Schema of experiment files or of results");
    schemaApp->add_option("which", schema, "experiment or result")->check(CLI::IsMember({"experiment", "result"}));

    ScorecardArguments scorecardArguments;
    CLI::App* scorecard = cli.add_subcommand("scorecard", "Measure the rules on the fault library, on mistakes of users and on clean pairs");
    scorecard->add_flag("--quick", scorecardArguments.quick, "Each case once and a few clean pairs: some minutes");
    scorecard->add_flag("--json", scorecardArguments.json, "Print one JSON object instead of the table");
    scorecard->add_option("--only", scorecardArguments.only, "Run only cases whose id contains this");
    scorecard->add_option("--out", scorecardArguments.out, "Write the table to this file");

    try {
        cli.parse(argc, argv);
    } catch (const CLI::ParseError& problem) {
        return cli.exit(problem) == 0 ? kFine : kUsage;
    }

    if (rules->parsed())
        return rulesCommand(ruleId, json);
    if (faults->parsed())
        return faultsCommand(faultId, json);
    if (schemaApp->parsed())
        return schemaCommand(schema);

    tuneAllocator();
    // `run` and `check` tell of errors and findings themselves, `--json` wants no other text.
    const bool tellsItself = run->parsed() || check->parsed() || scorecard->parsed() || json;
    const Log log(tellsItself ? Log::Console::Quiet : Log::Console::Warnings);
    Executor gpu("gpu");
    const TorchTrainerFactory factory;
    const Services services{factory, gpu, log};
    if (run->parsed())
        return runCommand(arguments, services);
    if (check->parsed())
        return checkCommand(arguments, services);
    if (scorecard->parsed())
        return scorecardCommand(scorecardArguments, services);
    if (devices->parsed())
        return devicesCommand(json, services);
    if (doctor->parsed())
        return doctorCommand(json, services);
    return openWindow(argc, argv, window, services);
}

}  // namespace
}  // namespace tandem::app

int main(int argc, char** argv)
{
    return tandem::app::runTandem(argc, argv);
}

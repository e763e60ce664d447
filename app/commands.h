// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/log.h"
#include "core/run/executor.h"
#include "core/run/trainer.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tandem::app {

/// What the composition root hands to a command.
struct Services {
    const TrainerFactory& factory;
    Executor& gpu;
    const Log& log;
};

enum class FailOn { Error, Warning, Never };

struct RunArguments {
    std::filesystem::path experiment;
    std::vector<std::string> settings;           ///< --set PATH=VALUE
    std::filesystem::path out;                   ///< empty: the default root
    std::vector<std::filesystem::path> reports;  ///< --report FILE
    std::optional<std::int64_t> maxSteps;
    int threads = 0;
    bool ignorePreflight = false;
    bool json = false;
    FailOn failOn = FailOn::Error;
};

/// Each returns the process's exit code, prints results to standard output and errors to standard error.
int runCommand(const RunArguments& arguments, const Services& services);
int checkCommand(const RunArguments& arguments, const Services& services);
int devicesCommand(bool json, const Services& services);
int doctorCommand(bool json, const Services& services);
int rulesCommand(const std::string& id, bool json);
int faultsCommand(const std::string& id, bool json);
int schemaCommand(const std::string& which);

struct ScorecardArguments {
    bool quick = false, json = false;
    std::string only;                ///< part of the ids of cases to run
    std::filesystem::path out;       ///< where the table is written as Markdown
};
int scorecardCommand(const ScorecardArguments& arguments, const Services& services);

}  // namespace tandem::app

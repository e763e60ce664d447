// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/experiment/experiment.h"

#include <filesystem>
#include <string>

namespace tandem {

/// Version of the experiment format, the value of the key "tandem".
inline constexpr int kExperimentVersion = 1;

/// Reads an experiment strictly: unknown keys, wrong types and impossible values are errors with their JSON path.
/// @param source  file name for error texts; may be empty
Result<Experiment> readExperiment(const Json& document, const std::string& source);

/// An experiment file: the document as written, for resolving and saving, and its meaning.
struct ExperimentFile {
    Json document;
    Experiment experiment;
};
Result<ExperimentFile> loadExperiment(const std::filesystem::path& path);

/// As loadExperiment, for a document that is at hand. Every run's patch is applied and checked too.
Result<ExperimentFile> checkExperiment(Json document, const std::string& source);

/// The full form with every default written out.
Json toJson(const Experiment& experiment);

/// The experiment as one run sees it: the document with the run's patch merged in (RFC 7386).
Result<Experiment> resolveRun(const Json& document, std::size_t run, const std::string& source);

/// Sets the value at a dotted path such as "optimizer.adam.lr" or "runs.1.device", for `--set PATH=VALUE`.
/// The value is read as JSON, or as a text where it is none.
Status setAtPath(Json& document, const std::string& assignment);

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/experiment/experiment_json.h"

#include <string>
#include <vector>

namespace tandem {

/// One leaf of the configuration: its dotted path and its value in each run, null where a run has no such leaf.
struct ConfigRow {
    std::string path;
    std::vector<Json> values;  ///< one a run
    bool differs = false;      ///< some run's value is not the baseline's
};

/// The resolved configuration of every run side by side, with every default written out, in the order of the file.
Result<std::vector<ConfigRow>> configTable(const ExperimentFile& file);

/// The rows that differ; what the window highlights, the report prints and the verdict `setup differs` quotes.
std::vector<ConfigRow> differingRows(const std::vector<ConfigRow>& table);

/// A value as people read it: texts without quotes, lists of words as "a, b", an empty list as "none".
std::string displayValue(const Json& value);

/// A value as people type it: texts without quotes, everything else as JSON. setAtPath() reads it back.
std::string editableValue(const Json& value);

}  // namespace tandem

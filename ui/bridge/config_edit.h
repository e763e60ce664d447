// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/experiment/experiment_json.h"

#include <cstddef>
#include <string>

namespace tandem::ui {

/// The experiment with one cell of the configuration table changed: `text` at the dotted `path` as run number `run`
/// sees it. A run's own value goes into its `with`; the baseline's goes into the experiment itself, which the other runs
/// inherit. A value that a run would inherit anyway is taken out of its `with`. Pure; the experiment passed in stays.
Result<ExperimentFile> withValue(const ExperimentFile& file, std::size_t run, const std::string& path,
                                 const std::string& text);

}  // namespace tandem::ui

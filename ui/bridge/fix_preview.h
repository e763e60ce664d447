// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/experiment/experiment_json.h"
#include "core/facts/finding.h"

#include <QStringList>

#include <string>

namespace tandem::ui {

/// What a fix would change in an experiment, one setting a line: "MPS · step.label_dtype: float32 → int64". Empty if
/// nothing: it was applied already, or it does not fit the experiment any more.
QStringList previewOf(const Fix& fix, const ExperimentFile& file);

/// The first setting that a fix touches, as the configuration table names it; empty if it touches none.
std::string settingOf(const Fix& fix);

}  // namespace tandem::ui

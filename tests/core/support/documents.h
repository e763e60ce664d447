// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/experiment/experiment_json.h"

#include <string>

namespace tandem::test {

/// The least that an experiment needs, with a JSON Merge Patch on it.
Json minimalDocument(const std::string& changes = "{}");

/// An experiment that sets everything that can be set, with the optimizer as given.
Json fullDocument(
    const std::string& optimizer = R"({"adam": {"lr": 0.01, "betas": [0.8, 0.99], "eps": 1e-6, "weight_decay": 0.1}})");

/// Names of the presets' files.
inline constexpr const char* kPresets[] = {"mnist-cpu-vs-mps.tandem.json", "origin-float-labels.tandem.json"};

}  // namespace tandem::test

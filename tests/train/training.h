// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/facts/record.h"
#include "core/run/comparison.h"

namespace tandem::test {

/// Runs a comparison with the real trainer to its end, in a folder of its own that is gone afterwards.
/// Throws if the comparison as a whole failed.
ComparisonRecord train(ExperimentFile file, ComparisonOptions options = {});

/// The experiment of a preset, with a merge patch on the document.
ExperimentFile preset(const std::string& name, const std::string& changes = "{}");

/// Values of a series, one a step.
std::vector<float> valuesOf(const Series& series);

/// The finding of a rule; null if it is silent.
const Finding* findingOf(const ComparisonRecord& record, const std::string& rule);

}  // namespace tandem::test

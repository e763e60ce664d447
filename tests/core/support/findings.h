// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/rules/rule.h"

#include <string>
#include <vector>

namespace tandem::test {

std::vector<Finding> findingsOf(const std::string& rule, const ComparisonRecord& record, const Thresholds& thresholds = {});

/// The one finding of a rule; an empty one and a failed test if there is not exactly one.
Finding onlyFinding(const std::string& rule, const ComparisonRecord& record, const Thresholds& thresholds = {});

/// Why a rule could not look, one entry a run.
std::vector<std::string> reasonsOf(const std::string& rule, const ComparisonRecord& record);

PreflightFacts& preflight(ComparisonRecord& record, std::size_t run);

}  // namespace tandem::test

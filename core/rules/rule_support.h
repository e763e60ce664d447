// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/number_text.h"
#include "core/rules/rule.h"

#include <string>
#include <vector>

namespace tandem {

/// "CPU", or "MPS (emulated)": a run's name with the warning that its device is not a real one.
std::string runLabel(const RunRecord& run);

std::vector<std::int64_t> oneRun(std::size_t run);

/// Standard error of an accuracy `p` measured on `n` samples (binomial).
double accuracySigma(double p, std::int64_t n);

/// Largest test-accuracy difference that two runs which agree may show: `sigmas` standard errors of the difference.
double agreementLimit(double a, double b, std::int64_t samples, double sigmas);

/// Rules, one function a rule; see their RuleInfo in registry.cpp.
void judgeLabelDtype(const ComparisonRecord&, const Thresholds&, std::vector<Finding>&);
void judgeLabelRange(const ComparisonRecord&, const Thresholds&, std::vector<Finding>&);
void judgeInputParity(const ComparisonRecord&, const Thresholds&, std::vector<Finding>&);
void judgeInitParity(const ComparisonRecord&, const Thresholds&, std::vector<Finding>&);
void judgeNonFinite(const ComparisonRecord&, const Thresholds&, std::vector<Finding>&);
void judgeErrorParity(const ComparisonRecord&, const Thresholds&, std::vector<Finding>&);
void judgeChanceLevel(const ComparisonRecord&, const Thresholds&, std::vector<Finding>&);
void judgeUnexplainedGap(const ComparisonRecord&, const Thresholds&, std::vector<Finding>&);

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/rules/rule_support.h"

#include <algorithm>
#include <cmath>

namespace tandem {

std::string runLabel(const RunRecord& run)
{
    const bool emulated = run.device == "mps-emulated";
    return emulated && run.name.find("emulated") == std::string::npos ? run.name + " (emulated)" : run.name;
}

std::vector<std::int64_t> oneRun(std::size_t run)
{
    return {static_cast<std::int64_t>(run)};
}

double accuracySigma(double p, std::int64_t n)
{
    return n > 0 ? std::sqrt(p * (1 - p) / static_cast<double>(n)) : 0.0;
}

double agreementLimit(double a, double b, std::int64_t samples, double sigmas)
{
    const double variance = std::pow(accuracySigma(a, samples), 2) + std::pow(accuracySigma(b, samples), 2);
    // One sample more or less must never be called a difference, even at 0 % or 100 %.
    return std::max(sigmas * std::sqrt(variance), samples > 0 ? 1.0 / static_cast<double>(samples) : 0.0);
}

}  // namespace tandem

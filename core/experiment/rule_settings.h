// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/experiment/thresholds.h"

#include <string>
#include <vector>

namespace tandem {

struct MutedRule {
    std::string rule, reason;
};

enum class Relation { Less, LessOrEqual, Equal, NotEqual, GreaterOrEqual, Greater };

/// A rule of the user's own: a condition on one fact of a run.
struct OwnRule {
    std::string id;
    std::string fact;          ///< such as "preflight.input.max" or "steps.gradient_before": any entry of a list will do
    Relation is = Relation::Greater;
    double value = 0;
    std::string severity = "warning";  ///< "info", "warning" or "error"
    std::string text;
};

/// What an experiment says of the rules: "rules": {"thresholds": {…}, "mute": {"rule-id": "reason"}, "own": […]}.
struct RuleSettings {
    Thresholds thresholds;
    std::vector<MutedRule> muted;
    std::vector<OwnRule> own;
};

}  // namespace tandem

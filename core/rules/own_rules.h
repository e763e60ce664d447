// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/experiment/rule_settings.h"
#include "core/rules/rule.h"

namespace tandem {

/// Judges the user's own rules. A fact is named by where it stands in the event log: "preflight", "steps", "evaluations",
/// "probes", "epochs" or "end", then its keys, such as "preflight.input.max" or "steps.tensors.gradient". In lists any entry
/// will do; the first that meets the condition is told. A fact that a run does not have is said to be missing.
void judgeOwnRules(const ComparisonRecord& record, const std::vector<OwnRule>& rules, Judgement& out);

}  // namespace tandem

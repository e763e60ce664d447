// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/json.h"
#include "core/experiment/rule_settings.h"

namespace tandem {

class JsonReader;

/// Reads "rules"; problems are passed up to `parent`. Whether a muted rule exists is checked where the rules are known.
RuleSettings readRuleSettings(JsonReader reader, JsonReader& parent);

/// Only what is not the default: the table of thresholds is long, and `tandem rules` shows it.
Json toJson(const RuleSettings& settings);

}  // namespace tandem

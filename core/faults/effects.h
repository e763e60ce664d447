// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/json.h"

#include <string>
#include <vector>

namespace tandem {

/// A setting of an effect; its default tells its type.
struct EffectSetting {
    std::string name;
    Json byDefault;
    std::vector<std::string> words = {};  ///< what a text may be; empty: anything
};

/// A kind of effect of the fault language.
struct EffectKind {
    std::string name;
    std::string text;                     ///< what it does, one sentence
    std::vector<EffectSetting> settings;
};

/// Names of dtypes, such as "float32".
const std::vector<std::string>& dtypeWords();

/// Every kind, in the order of the documentation.
const std::vector<EffectKind>& effectKinds();
const EffectKind* findEffect(const std::string& name);

}  // namespace tandem

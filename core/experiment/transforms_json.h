// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/json_reader.h"

#include <vector>

namespace tandem {

/// Reads a list such as [{"scale": 255}, {"normalize": {"mean": [0.13], "std": [0.31]}}].
std::vector<Transform> readTransforms(JsonReader& reader, const char* key, const std::vector<Transform>& byDefault);
Json toJson(const std::vector<Transform>& transforms);

}  // namespace tandem

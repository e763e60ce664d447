// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace tandem {

/// Keys keep the order in which they were written, so that files stay readable and byte-stable.
using Json = nlohmann::ordered_json;

/// Parses one JSON document. Comments are allowed; duplicate keys are not.
/// @param source  name of the file for the error's place
Result<Json> parseJson(std::string_view text, const std::string& source);

/// JSON has no NaN and no infinity: those become the strings "NaN", "Infinity", "-Infinity".
Json jsonNumber(double value);

/// The inverse of jsonNumber. Anything else than a number or one of the three strings gives NaN.
double numberFromJson(const Json& value);

/// The known word nearest to a mistyped one by edit distance; empty if none is near enough to be worth proposing.
std::string nearestWord(const std::string& word, const std::vector<std::string>& known);

}  // namespace tandem

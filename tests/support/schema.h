// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/json.h"

#include <string>

namespace tandem::test {

/// What a JSON Schema of the program's own says against a document; empty if nothing.
/// @param schemaFile  name for embeddedFile(), such as "result.schema.json"
std::string complaint(const char* schemaFile, const Json& document);

}  // namespace tandem::test

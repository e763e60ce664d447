// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/json.h"

#include <optional>
#include <string>

namespace tandem {

/// Applies a fix: a JSON Merge Patch on the `with` of the named run, or on the whole document where no run is named.
/// @return the changed document; the one passed in stays as it is
Json applyFix(const Json& document, const std::optional<std::string>& run, const Json& patch);

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string_view>

namespace tandem {

/// The text of a file that is compiled into the program, such as "experiment.schema.json"; empty if there is none.
std::string_view embeddedFile(std::string_view name);

}  // namespace tandem

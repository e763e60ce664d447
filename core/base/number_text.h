// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>

namespace tandem {

/// A number with up to six significant digits, decimal point whatever the locale of the window.
std::string numberText(double value);

/// A share as "98.41 %".
std::string percent(double share);

}  // namespace tandem

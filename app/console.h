// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/error.h"
#include "core/base/json.h"

namespace tandem::app {

void printJson(const Json& json);        ///< to standard output, indented
int reportError(const Error& error);     ///< one paragraph to standard error; returns the exit code
bool isTerminal();                       ///< standard error is one: progress bars make sense

}  // namespace tandem::app

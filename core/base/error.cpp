// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/error.h"

namespace tandem {

std::string describe(const Error& error)
{
    std::string text;
    if (!error.where.empty())
        text += error.where + ": ";
    text += error.what + ".";
    if (!error.remedy.empty())
        text += " " + error.remedy + ".";
    return text;
}

}  // namespace tandem

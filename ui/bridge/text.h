// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/error.h"

#include <QString>

#include <string>

namespace tandem::ui {

/// Core speaks UTF-8 in std::string, the window QString.
inline QString toQString(const std::string& text)
{
    return QString::fromStdString(text);
}

inline QString toQString(const Error& error)
{
    return QString::fromStdString(describe(error));
}

}  // namespace tandem::ui

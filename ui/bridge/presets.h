// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <vector>

namespace tandem::ui {

/// An experiment that comes with the program.
struct Preset {
    QString resource;     ///< name for embeddedFile()
    QString title;
    QString description;  ///< one sentence
};

/// The presets in the order of the menu; the first is what the window opens with.
const std::vector<Preset>& presets();

}  // namespace tandem::ui

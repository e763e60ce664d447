// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/bridge/tone.h"

#include <QColor>
#include <QPalette>

class QApplication;

namespace tandem::ui {

enum class ThemeChoice { System, Light, Dark };

/// Sets style and palette of the whole program. System keeps the platform's look on macOS and follows its lightness
/// elsewhere.
void applyTheme(QApplication& application, ThemeChoice choice);

bool isDark(const QPalette& palette);

/// For the window role of a check box's palette: Fusion draws the outline in that colour, darkened, which is hardly seen
/// in a light theme and not at all in a dark one.
QColor checkBoxOutline(const QPalette& palette);

/// The colours in which a tone is shown.
struct ToneColors {
    QColor text;        ///< on background, contrast of 4.5:1 or more
    QColor background;
    QColor strong;      ///< for bars, dots and borders
};
ToneColors toneColors(Tone tone, const QPalette& palette);

}  // namespace tandem::ui

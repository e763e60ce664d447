// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QIcon>

namespace tandem::ui {

enum class Icon {
    Start, Pause, Step, Stop, Open, Save, Undo, Redo, Error, Warning, Info, Check, Close, Fix, Whole, Fault
};

/// A line icon drawn in the palette's text colour at the moment of painting, so that it follows theme and scale.
QIcon lineIcon(Icon icon);
/// The same in a colour of its own.
QPixmap iconPixmap(Icon icon, const QColor& color, int size, qreal devicePixelRatio);

}  // namespace tandem::ui

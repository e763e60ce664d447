// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/record.h"
#include "ui/plots/plot_theme.h"

#include <QByteArray>

namespace tandem::ui {

enum class CurveKind { Loss, Accuracy, Difference };

/// The curves of a comparison as an SVG element of a few dozen KB, without an XML declaration, so that it can stand in a
/// page as well as in a file. As in the window, colour says the metric and dashes say the run; text stays text.
/// Empty if there is nothing to draw, or no QApplication to draw with (its platform may be "offscreen").
/// GUI thread.
QByteArray curvesSvg(const ComparisonRecord& record, CurveKind kind);

/// The colours of such a drawing. It is always written in the light ones; a page that knows what each stands for can put
/// the dark ones in their place.
PlotTheme exportTheme(bool dark);

}  // namespace tandem::ui

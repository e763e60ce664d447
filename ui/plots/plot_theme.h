// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QColor>
#include <QPalette>
#include <QPixmap>

#include <cstddef>

namespace tandem::ui {

/// What a curve shows. Colour says the metric; the line's dashes say the run.
enum class Metric { TrainLoss, TestLoss, TrainAccuracy, TestAccuracy, TrainDifference, TestDifference };

struct PlotTheme {
    bool dark = false;
    QColor background, text, secondary, grid, axis, marker, labelBackground;
};

/// Follows the palette, so that plots are dark where the window is.
PlotTheme plotTheme(const QPalette& palette);

QColor metricColor(Metric metric, bool dark);
/// The same colour blended with the background: raw samples under their smoothed line. Opaque, because translucent lines
/// are drawn hundreds of times slower.
QColor faintColor(const QColor& color, const QColor& background);

/// The dashes of a run's lines in pixels: 0 is the baseline and solid; others are dashed, dotted, long-dashed.
struct Dashes {
    double line = 0, gap = 0;
    bool solid() const { return gap == 0; }
};
Dashes dashesOf(std::size_t role);

/// A short piece of a curve for legends.
QPixmap lineSample(const QColor& color, std::size_t role, bool withMarker, qreal devicePixelRatio);

}  // namespace tandem::ui

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/metrics/series.h"

#include <QPointF>

#include <vector>

namespace tandem::ui {

/// The points that draw the steps [from, to] of a series in about so many pixel columns: every sample while there are
/// few, the least and the greatest value of each column when there are many, so that no spike is lost. One sample beyond
/// each end is kept, so that lines run to the border. Non-finite values become NaN points, which are gaps.
std::vector<QPointF> reducedPoints(const Series& series, double from, double to, int columns);

/// Cuts a polyline into dashes, gaps being NaN points. Both in pixels. Done by hand because the quick way of drawing
/// polylines starts the pen's dash pattern anew at each of their segments.
std::vector<QPointF> dashedLine(const std::vector<QPointF>& line, double dash, double gap);

/// The newest value at or before a step; nothing before the first.
struct Sample {
    double step = 0, value = 0;
    bool any = false;
};
Sample sampleAt(const Series& series, double step);

}  // namespace tandem::ui

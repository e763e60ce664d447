// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/metrics/series.h"
#include "ui/plots/plot_theme.h"

#include <QString>

#include <cstddef>
#include <vector>

namespace tandem::ui {

/// One curve of a plot. The series are not owned.
struct Curve {
    QString name;                   ///< "CPU train"
    Metric metric = Metric::TrainLoss;
    std::size_t role = 0;           ///< 0 for the baseline: solid; others dashed
    const Series* raw = nullptr;    ///< hairline under the line; may be missing
    const Series* line = nullptr;
    bool markers = false;           ///< a dot at each point: few, measured apart
    bool percent = false;           ///< values are shares
};

/// A vertical line, with a word or without, where something happened.
struct StepMarker {
    double step = 0;
    QString text;
};

}  // namespace tandem::ui

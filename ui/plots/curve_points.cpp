// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/curve_points.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tandem::ui {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

QPointF pointOf(const Series& series, std::size_t i)
{
    const double value = series.value(i);
    return {static_cast<double>(series.step(i)), std::isfinite(value) ? value : kNan};
}

std::int64_t wholeStep(double step)
{
    constexpr double kMost = 9e15;
    return static_cast<std::int64_t>(std::clamp(step, -kMost, kMost));
}

}  // namespace

std::vector<QPointF> reducedPoints(const Series& series, double from, double to, int columns)
{
    std::vector<QPointF> points;
    if (series.size() == 0 || columns < 1 || !(from < to))
        return points;
    Series::Range range = series.range(wholeStep(std::ceil(from)), wholeStep(std::floor(to)));
    range.first -= range.first > 0 ? 1 : 0;
    range.last += range.last < series.size() ? 1 : 0;

    if (range.last - range.first <= static_cast<std::size_t>(columns) * 2) {
        for (std::size_t i = range.first; i < range.last; ++i)
            points.push_back(pointOf(series, i));
        return points;
    }
    const double width = (to - from) / columns;
    std::size_t first = range.first;
    for (int column = 0; column < columns && first < range.last; ++column) {
        const double end = from + width * (column + 1);
        std::size_t last = column + 1 == columns ? range.last : series.range(series.step(first), wholeStep(end)).last;
        last = std::min(last, range.last);
        if (last <= first)
            continue;
        const Series::Extremes extremes = series.extremes(first, last);
        const double middle = from + width * (column + 0.5);
        if (extremes.nonFinite)
            points.emplace_back(middle, kNan);
        if (extremes.any) {
            // The end that is nearer to where the column starts comes first, so that trends are not drawn as zigzags.
            const bool rising = series.value(first) <= series.value(last - 1);
            points.emplace_back(middle, rising ? extremes.min : extremes.max);
            if (extremes.min < extremes.max)
                points.emplace_back(middle, rising ? extremes.max : extremes.min);
        }
        first = last;
    }
    return points;
}

std::vector<QPointF> dashedLine(const std::vector<QPointF>& line, double dash, double gap)
{
    std::vector<QPointF> pieces;
    double left = dash;
    bool drawing = true;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (std::isnan(line[i].y())) {
            pieces.push_back(line[i]);
            continue;
        }
        if (i == 0 || std::isnan(line[i - 1].y())) {
            if (drawing)
                pieces.push_back(line[i]);
            continue;
        }
        const QPointF begin = line[i - 1], delta = line[i] - begin;
        const double length = std::hypot(delta.x(), delta.y());
        double done = 0;
        while (length - done > left) {
            done += left;
            const QPointF cut = begin + delta * (done / length);
            pieces.push_back(cut);
            if (drawing)
                pieces.emplace_back(cut.x(), kNan);
            drawing = !drawing;
            left = drawing ? dash : gap;
        }
        left -= length - done;
        if (drawing)
            pieces.push_back(line[i]);
    }
    return pieces;
}

Sample sampleAt(const Series& series, double step)
{
    if (series.size() == 0)
        return {};
    const std::size_t end = series.range(std::numeric_limits<std::int64_t>::min(), wholeStep(std::floor(step))).last;
    if (end == 0)
        return {};
    return {static_cast<double>(series.step(end - 1)), series.value(end - 1), true};
}

}  // namespace tandem::ui

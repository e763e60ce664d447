// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/metrics/series.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tandem {

Series::Extremes Series::merge(const Extremes& a, const Extremes& b)
{
    Extremes both = a.any ? a : b;
    if (a.any && b.any) {
        both.min = std::min(a.min, b.min);
        both.max = std::max(a.max, b.max);
    }
    both.nonFinite = a.nonFinite || b.nonFinite;
    return both;
}

Series::Extremes Series::entry(std::size_t level, std::size_t i) const
{
    if (level > 0)
        return m_levels[level - 1][i];
    const double value = m_values[i];
    if (!std::isfinite(value))
        return {0, 0, false, true};
    return {value, value, true, false};
}

// Adds the next entry to a level each time kFanout entries below it are complete.
void Series::growLevel(std::size_t level)
{
    const std::size_t below = level == 0 ? m_values.size() : m_levels[level - 1].size();
    if (below % kFanout != 0)
        return;
    if (m_levels.size() == level)
        m_levels.emplace_back();
    Extremes block;
    for (std::size_t i = below - kFanout; i < below; ++i)
        block = merge(block, entry(level, i));
    m_levels[level].push_back(block);
    growLevel(level + 1);
}

void Series::append(std::int64_t step, double value)
{
    m_steps.push_back(step);
    m_values.push_back(value);
    growLevel(0);
}

Series::Range Series::range(std::int64_t from, std::int64_t to) const
{
    const auto first = std::lower_bound(m_steps.begin(), m_steps.end(), from);
    const auto last = std::upper_bound(first, m_steps.end(), to);
    return {static_cast<std::size_t>(first - m_steps.begin()), static_cast<std::size_t>(last - m_steps.begin())};
}

Series::Extremes Series::ofLevel(std::size_t level, std::size_t first, std::size_t last) const
{
    Extremes result;
    while (first < last && first % kFanout != 0)
        result = merge(result, entry(level, first++));
    const std::size_t available = level < m_levels.size() ? m_levels[level].size() * kFanout : 0;
    const std::size_t alignedEnd = std::min(last - last % kFanout, available);
    if (first < alignedEnd) {
        result = merge(result, ofLevel(level + 1, first / kFanout, alignedEnd / kFanout));
        first = alignedEnd;
    }
    while (first < last)
        result = merge(result, entry(level, first++));
    return result;
}

Series::Extremes Series::extremes(std::size_t first, std::size_t last) const
{
    return ofLevel(0, first, std::min(last, m_values.size()));
}

std::vector<double> smoothed(const std::vector<double>& values, double weight)
{
    std::vector<double> result;
    result.reserve(values.size());
    double last = 0, remaining = 1;
    for (const double value : values) {
        if (!std::isfinite(value)) {
            result.push_back(value);
            continue;
        }
        last = weight * last + (1 - weight) * value;
        remaining *= weight;
        result.push_back(last / (1 - remaining));
    }
    return result;
}

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tandem {

/// A metric by step: append-only columns, with a pyramid of extremes so that a view of any range is drawn from a few
/// thousand points whatever the length. Non-finite values are kept and returned. Used by one thread.
class Series {
public:
    void append(std::int64_t step, double value);  ///< steps must not decrease

    std::size_t size() const { return m_steps.size(); }
    std::int64_t step(std::size_t i) const { return m_steps[i]; }
    double value(std::size_t i) const { return m_values[i]; }
    std::int64_t lastStep() const { return m_steps.back(); }
    double lastValue() const { return m_values.back(); }

    const std::vector<std::int64_t>& steps() const { return m_steps; }
    const std::vector<double>& values() const { return m_values; }

    /// Indices [first, last) whose steps lie in [from, to].
    struct Range {
        std::size_t first = 0, last = 0;
    };
    Range range(std::int64_t from, std::int64_t to) const;

    struct Extremes {
        double min = 0, max = 0;
        bool any = false;         ///< false: no finite value in the range
        bool nonFinite = false;   ///< the range holds a NaN or an infinity
    };
    /// Extremes over the indices [first, last), O(log n) from the pyramid.
    Extremes extremes(std::size_t first, std::size_t last) const;

private:
    static constexpr std::size_t kFanout = 16;
    static Extremes merge(const Extremes& a, const Extremes& b);
    Extremes ofLevel(std::size_t level, std::size_t first, std::size_t last) const;
    Extremes entry(std::size_t level, std::size_t i) const;
    void growLevel(std::size_t level);

    std::vector<std::int64_t> m_steps;
    std::vector<double> m_values;
    std::vector<std::vector<Extremes>> m_levels;  ///< m_levels[k][i] covers kFanout^(k+1) values
};

/// Exponential moving average as TensorBoard draws it: debiased, so that it starts at the first value; non-finite values
/// pass through and are not counted.
/// @param weight  0 (no smoothing) to 0.999
std::vector<double> smoothed(const std::vector<double>& values, double weight);

}  // namespace tandem

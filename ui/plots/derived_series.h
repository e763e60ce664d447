// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/facts/training.h"
#include "core/metrics/series.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tandem::ui {

/// The exponential moving average of a series, extended as that one grows. Smoothed first and reduced for drawing later,
/// so that what is seen does not depend on the zoom. The same figures as tandem::smoothed().
class SmoothedSeries {
public:
    /// @param weight  0 to 0.999
    void setWeight(double weight);
    void update(const Series& source);
    const Series& series() const { return m_series; }

private:
    Series m_series;
    double m_weight = 0, m_last = 0, m_remaining = 1;
};

/// Another run's value minus the baseline's, at the steps that both have.
class DifferenceSeries {
public:
    void update(const Series& baseline, const Series& other);
    const Series& difference() const { return m_difference; }
    /// Absolute values; exact agreement is NaN, which has no place on a logarithmic axis.
    const Series& magnitude() const { return m_magnitude; }
    /// The first step where the two differ by more than assert_close allows for float32 (rtol 1.3e-6, atol 1e-5).
    std::optional<std::int64_t> firstParting() const { return m_firstParting; }
    /// No step compared so far differs, not even by rounding.
    bool identical() const { return m_identical; }

private:
    Series m_difference, m_magnitude;
    std::size_t m_baselineNext = 0, m_otherNext = 0;
    std::optional<std::int64_t> m_firstParting;
    bool m_identical = true;
};

/// One figure of a run's evaluations, by step.
class EvaluationSeries {
public:
    void update(const std::vector<EvaluationFacts>& evaluations, double EvaluationFacts::*figure);
    const Series& series() const { return m_series; }

private:
    Series m_series;
    std::size_t m_next = 0;
};

}  // namespace tandem::ui

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/derived_series.h"

#include <cmath>
#include <limits>

namespace tandem::ui {

void SmoothedSeries::setWeight(double weight)
{
    if (weight == m_weight)
        return;
    m_series = {};
    m_weight = weight;
    m_last = 0;
    m_remaining = 1;
}

void SmoothedSeries::update(const Series& source)
{
    for (std::size_t i = m_series.size(); i < source.size(); ++i) {
        const double value = source.value(i);
        if (!std::isfinite(value)) {
            m_series.append(source.step(i), value);
            continue;
        }
        m_last = m_weight * m_last + (1 - m_weight) * value;
        m_remaining *= m_weight;
        m_series.append(source.step(i), m_last / (1 - m_remaining));
    }
}

void DifferenceSeries::update(const Series& baseline, const Series& other)
{
    while (m_baselineNext < baseline.size() && m_otherNext < other.size()) {
        const std::int64_t a = baseline.step(m_baselineNext), b = other.step(m_otherNext);
        if (a != b) {
            (a < b ? m_baselineNext : m_otherNext) += 1;
            continue;
        }
        const double reference = baseline.value(m_baselineNext++);
        const double difference = other.value(m_otherNext++) - reference;
        const double magnitude = std::abs(difference);
        m_difference.append(a, difference);
        m_magnitude.append(a, magnitude > 0 ? magnitude : std::numeric_limits<double>::quiet_NaN());
        m_identical = m_identical && magnitude == 0;
        if (!m_firstParting && !(magnitude <= 1e-5 + 1.3e-6 * std::abs(reference)))
            m_firstParting = a;
    }
}

void EvaluationSeries::update(const std::vector<EvaluationFacts>& evaluations, double EvaluationFacts::*figure)
{
    for (; m_next < evaluations.size(); ++m_next)
        m_series.append(evaluations[m_next].step, evaluations[m_next].*figure);
}

}  // namespace tandem::ui

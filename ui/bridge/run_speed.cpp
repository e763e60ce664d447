// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/bridge/run_speed.h"

#include <cmath>

namespace tandem::ui {
namespace {

constexpr double kMemorySeconds = 3;
constexpr std::int64_t kStepsForAForecast = 5;

}  // namespace

void RunSpeed::take(const RunRecord& run)
{
    if (run.lastTime < m_time || run.stepsDone() < m_steps)
        *this = {};
    const double seconds = run.lastTime - m_time;
    const std::int64_t steps = run.stepsDone() - m_steps;
    const bool started = m_steps > 0;
    const bool moving = started && m_state != RunState::Paused && run.state != RunState::Paused;
    if (moving)
        m_seconds += seconds;
    if (moving && steps > 0 && m_state == RunState::Running && run.state == RunState::Running) {
        const double kept = std::exp(-seconds / kMemorySeconds);
        m_recentSeconds = kept * m_recentSeconds + seconds;
        m_recentSteps = kept * m_recentSteps + static_cast<double>(steps);
    }
    m_time = run.lastTime;
    m_steps = run.stepsDone();
    m_state = run.state;
}

std::optional<double> RunSpeed::imagesPerSecond(const RunRecord& run) const
{
    if (run.end)
        return run.end->imagesPerSecond > 0 ? std::optional(run.end->imagesPerSecond) : std::nullopt;
    if (!run.preflight || m_recentSeconds <= 0)
        return std::nullopt;
    return m_recentSteps / m_recentSeconds * static_cast<double>(run.preflight->batchSize);
}

std::optional<double> RunSpeed::secondsLeft(const RunRecord& run) const
{
    if (run.end || m_steps < kStepsForAForecast || m_seconds <= 0)
        return std::nullopt;
    return m_seconds / static_cast<double>(m_steps) * static_cast<double>(run.totalSteps() - m_steps);
}

}  // namespace tandem::ui

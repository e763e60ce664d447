// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/facts/record.h"

#include <optional>

namespace tandem::ui {

/// How fast one run goes and how long it still takes, by what its record says over time. Pauses do not count.
class RunSpeed {
public:
    /// Call whenever the record has grown; a record that starts anew is noticed.
    void take(const RunRecord& run);

    /// Of training alone, over the last seconds, or over the whole run once it has ended.
    std::optional<double> imagesPerSecond(const RunRecord& run) const;
    /// Of the whole run, evaluations in between included.
    std::optional<double> secondsLeft(const RunRecord& run) const;

private:
    double m_time = 0;
    std::int64_t m_steps = 0;
    RunState m_state = RunState::Idle;
    double m_recentSeconds = 0, m_recentSteps = 0;  ///< of training; what lies further back counts less
    double m_seconds = 0;  ///< since the first step, pauses left out
};

}  // namespace tandem::ui

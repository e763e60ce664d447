// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/facts/record.h"

#include <map>
#include <string>
#include <vector>

namespace tandem::app {

/// Shows the runs' progress on standard error: one bar a run on a terminal, a line at each evaluation elsewhere. Reads
/// events, keeps a record of its own. Used by one thread.
class Progress {
public:
    explicit Progress(bool bars) : m_bars(bars) {}

    void show(const std::vector<Event>& events);
    void finish();                                ///< leaves the bars as they stand
    const ComparisonRecord& record() const { return m_record; }

private:
    void draw();
    std::string line(const RunRecord& run) const;
    void tell(const Event& event) const;

    const bool m_bars;
    ComparisonRecord m_record;
    std::size_t m_linesDrawn = 0;
    double m_lastDrawn = -1;
    std::map<std::string, double> m_firstStepTime;  ///< by run name, seconds
};

}  // namespace tandem::app

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/facts/record.h"

#include <QObject>
#include <QTimer>

#include <deque>

namespace tandem {
class Comparison;
}

namespace tandem::ui {

/// Brings a live comparison's events into its record on the GUI thread: pulls at 30 Hz, works for at most 10 ms at a
/// time, and says once per pull what kind of thing changed. Idle while nothing runs.
class Pump : public QObject {
    Q_OBJECT
public:
    explicit Pump(QObject* parent = nullptr);

    /// @param comparison, record  must stay until drained() or detach()
    void attach(Comparison& comparison, ComparisonRecord& record);
    void detach();

    static constexpr int kIntervalMs = 33;
    static constexpr int kBudgetMs = 10;

Q_SIGNALS:
    void recordStarted();    ///< the runs and their devices are known
    void samplesAppended();  ///< new points: training steps, evaluations
    void statesChanged();    ///< some run's state, pre-flight facts, epoch or end
    void findingsChanged();  ///< findings or the verdict
    void matrixChanged();    ///< the table "trained on × evaluated on"
    void noticesAdded();
    void drained();          ///< the comparison is over and every event of it is in the record

private:
    void pull();

    QTimer m_timer;
    Comparison* m_comparison = nullptr;
    ComparisonRecord* m_record = nullptr;
    std::deque<Event> m_waiting;
};

}  // namespace tandem::ui

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/stop_token.h"

#include <condition_variable>
#include <functional>
#include <mutex>

namespace tandem {

/// The gate that a worker passes between two steps. Open, it lets every step through; closed, only as many as were
/// allowed one by one. One worker passes; any thread commands.
class PauseGate {
public:
    explicit PauseGate(StopToken stop) : m_stop(std::move(stop)) {}

    void open();
    void close();
    void allowOneStep();  ///< lets exactly one more step through a closed gate
    void requestStop();   ///< sets the token and wakes a parked worker

    bool isClosed() const;
    const StopToken& stopToken() const { return m_stop; }

    /// Worker thread. Waits while the gate is closed.
    /// @param onPark  called once, without the lock, before the first wait: flush samples, wait for the device
    void pass(const std::function<void()>& onPark);

    /// As `pass`, between two batches of an evaluation. It takes no allowed step, and an evaluation that follows an
    /// allowed step runs through, so that one command takes one step.
    void passDuringEvaluation(const std::function<void()>& onPark);

private:
    bool takeTurn();                ///< lock held
    bool mayEvaluate() const;       ///< lock held
    void waitFor(const std::function<bool()>& free, const std::function<void()>& onPark);

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    StopToken m_stop;
    bool m_closed = false;
    unsigned m_allowedSteps = 0;
    bool m_lastStepWasAllowed = false;  ///< the step in progress was allowed one by one
};

}  // namespace tandem

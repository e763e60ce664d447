// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/pause_gate.h"

namespace tandem {

void PauseGate::open()
{
    const std::lock_guard lock(m_mutex);
    m_closed = false;
    m_allowedSteps = 0;
    m_changed.notify_all();
}

void PauseGate::close()
{
    const std::lock_guard lock(m_mutex);
    m_closed = true;
    m_allowedSteps = 0;
}

void PauseGate::allowOneStep()
{
    const std::lock_guard lock(m_mutex);
    if (!m_closed)
        return;
    ++m_allowedSteps;
    m_changed.notify_all();
}

void PauseGate::requestStop()
{
    const std::lock_guard lock(m_mutex);
    m_stop.request();
    m_changed.notify_all();
}

bool PauseGate::isClosed() const
{
    const std::lock_guard lock(m_mutex);
    return m_closed;
}

bool PauseGate::takeTurn()
{
    m_lastStepWasAllowed = false;
    if (!m_closed || m_stop.requested())
        return true;
    if (m_allowedSteps == 0)
        return false;
    --m_allowedSteps;
    m_lastStepWasAllowed = true;
    return true;
}

bool PauseGate::mayEvaluate() const
{
    return !m_closed || m_stop.requested() || m_lastStepWasAllowed || m_allowedSteps > 0;
}

void PauseGate::waitFor(const std::function<bool()>& free, const std::function<void()>& onPark)
{
    {
        const std::lock_guard lock(m_mutex);
        if (free())
            return;
    }
    onPark();
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, free);
}

void PauseGate::pass(const std::function<void()>& onPark)
{
    waitFor([this] { return takeTurn(); }, onPark);
}

void PauseGate::passDuringEvaluation(const std::function<void()>& onPark)
{
    waitFor([this] { return mayEvaluate(); }, onPark);
}

}  // namespace tandem

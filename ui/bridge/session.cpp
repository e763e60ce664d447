// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/bridge/session.h"

namespace tandem::ui {

Session::Session(const TrainerFactory& factory, Executor& gpu, const Log& log, ComparisonOptions options, QObject* parent)
    : QObject(parent), m_factory(factory), m_gpu(gpu), m_log(log), m_options(std::move(options))
{
    connect(&m_pump, &Pump::recordStarted, this, &Session::recordStarted);
    connect(&m_pump, &Pump::samplesAppended, this, &Session::samplesAppended);
    connect(&m_pump, &Pump::statesChanged, this, &Session::statesChanged);
    connect(&m_pump, &Pump::findingsChanged, this, &Session::findingsChanged);
    connect(&m_pump, &Pump::matrixChanged, this, &Session::matrixChanged);
    connect(&m_pump, &Pump::noticesAdded, this, &Session::noticesAdded);
    connect(&m_pump, &Pump::drained, this, &Session::end);
}

Session::~Session()
{
    m_pump.detach();
}

bool Session::isBlocked() const
{
    return m_record.end && m_record.end->state == "blocked";
}

bool Session::isOutdated() const
{
    return m_phase != Phase::Idle && m_comparedDocument != m_document.file().document;
}

std::filesystem::path Session::folder() const
{
    return m_comparison ? m_comparison->folder() : std::filesystem::path();
}

void Session::pause()
{
    if (m_phase != Phase::Running)
        return;
    m_comparison->pause();
    setPhase(Phase::Paused);
}

void Session::resume()
{
    if (m_phase != Phase::Paused)
        return;
    m_comparison->resume();
    setPhase(Phase::Running);
}

void Session::stepOnce()
{
    if (m_phase == Phase::Paused)
        m_comparison->stepOnce();
}

void Session::stop()
{
    if (m_phase != Phase::Running && m_phase != Phase::Paused)
        return;
    m_comparison->stop();
    setPhase(Phase::Stopping);
}

void Session::forget()
{
    if (m_phase != Phase::Over)
        return;
    clearRecord();
    setPhase(Phase::Idle);
}

void Session::clearRecord()
{
    // The comparison before is over: destroying it waits for nothing.
    m_pump.detach();
    m_comparison.reset();
    m_record = {};
    m_error.reset();
    Q_EMIT recordCleared();
}

void Session::begin(bool ignorePreflight, bool paused)
{
    if (isLive())
        return;
    clearRecord();
    ComparisonOptions options = m_options;
    options.ignorePreflight = options.ignorePreflight || ignorePreflight;
    options.startPaused = paused;
    m_comparedDocument = m_document.file().document;
    m_comparison = std::make_unique<Comparison>(m_document.file(), options, m_factory, m_gpu, m_log);
    m_pump.attach(*m_comparison, m_record);
    setPhase(paused ? Phase::Paused : Phase::Running);
    m_comparison->start();
}

void Session::setPhase(Phase phase)
{
    m_phase = phase;
    Q_EMIT phaseChanged();
}

void Session::end()
{
    m_error = m_comparison->error();
    setPhase(Phase::Over);
    Q_EMIT comparisonEnded();
}

}  // namespace tandem::ui

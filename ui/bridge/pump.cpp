// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/bridge/pump.h"

#include "core/run/comparison.h"

#include <QElapsedTimer>

#include <iterator>

namespace tandem::ui {
namespace {

/// What a pull changed.
struct Changes {
    bool started = false, samples = false, states = false, findings = false, matrix = false, notices = false;

    void operator()(const ComparisonStart&) { started = true; }
    void operator()(const RunStateChange&) { states = true; }
    void operator()(const PreflightFacts&) { states = true; }
    void operator()(const StepBatch&) { samples = true; }
    void operator()(const EvaluationFacts&) { samples = true; }
    void operator()(const EpochFacts&) { states = true; }
    void operator()(const StepFacts&) {}        // what rules make of them comes as findings
    void operator()(const EpochProbeFacts&) {}
    void operator()(const RunEnd&) { states = true; }
    void operator()(const CrossEvaluation&) { matrix = true; }
    void operator()(const Finding&) { findings = true; }
    void operator()(const FindingWithdrawn&) { findings = true; }
    void operator()(const RulesLeftOut&) { findings = true; }
    void operator()(const Verdict&) { findings = true; }
    void operator()(const Notice&) { notices = true; }
    void operator()(const ComparisonEnd&) { states = true; }
};

}  // namespace

Pump::Pump(QObject* parent) : QObject(parent)
{
    m_timer.setInterval(kIntervalMs);
    connect(&m_timer, &QTimer::timeout, this, &Pump::pull);
}

void Pump::attach(Comparison& comparison, ComparisonRecord& record)
{
    m_comparison = &comparison;
    m_record = &record;
    m_waiting.clear();
    m_timer.start();
}

void Pump::detach()
{
    m_timer.stop();
    m_comparison = nullptr;
    m_record = nullptr;
    m_waiting.clear();
}

void Pump::pull()
{
    // Asked before the events are taken: events that come in between are taken by the next pull.
    const bool over = m_comparison->isOver();
    std::vector<Event> events = m_comparison->takeEvents();
    std::move(events.begin(), events.end(), std::back_inserter(m_waiting));

    Changes changes;
    QElapsedTimer clock;
    clock.start();
    while (!m_waiting.empty() && clock.elapsed() < kBudgetMs) {
        m_record->apply(m_waiting.front());
        std::visit(changes, m_waiting.front().body);
        m_waiting.pop_front();
    }
    const bool ended = over && m_waiting.empty();
    if (ended)
        m_timer.stop();

    if (changes.started)
        Q_EMIT recordStarted();
    if (changes.samples)
        Q_EMIT samplesAppended();
    if (changes.states)
        Q_EMIT statesChanged();
    if (changes.findings)
        Q_EMIT findingsChanged();
    if (changes.matrix)
        Q_EMIT matrixChanged();
    if (changes.notices)
        Q_EMIT noticesAdded();
    if (ended)
        Q_EMIT drained();
}

}  // namespace tandem::ui

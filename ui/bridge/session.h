// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/facts/record.h"
#include "core/run/comparison.h"
#include "ui/bridge/document.h"
#include "ui/bridge/pump.h"

#include <QObject>

#include <memory>
#include <optional>

namespace tandem::ui {

/// Where the window stands. Which commands are allowed derives from it alone.
enum class Phase { Idle, Running, Paused, Stopping, Over };

/// The one object between the widgets and core: the open experiment, the comparison that runs or ran last, and its record.
/// Commands return at once. GUI thread only.
class Session : public QObject {
    Q_OBJECT
public:
    /// @param factory, gpu, log  must outlive the session
    Session(const TrainerFactory& factory, Executor& gpu, const Log& log, ComparisonOptions options,
            QObject* parent = nullptr);
    /// Stops a live comparison and waits for it; the window sees to it that none is live by then.
    ~Session() override;

    Document& document() { return m_document; }
    const ComparisonRecord& record() const { return m_record; }
    Phase phase() const { return m_phase; }
    bool isLive() const { return m_phase != Phase::Idle && m_phase != Phase::Over; }
    /// Training did not start because of errors found before the first step.
    bool isBlocked() const;
    /// The experiment was changed since the shown comparison started.
    bool isOutdated() const;
    /// Why the comparison as a whole failed.
    const std::optional<Error>& error() const { return m_error; }
    /// Where the comparison was written; empty if it was not.
    std::filesystem::path folder() const;

    void start() { begin(false, false); }
    /// Trains in spite of errors found before the first step.
    void startAnyway() { begin(true, false); }
    /// Starts, and waits before the first step.
    void startPaused() { begin(false, true); }
    void pause();
    void resume();
    void stepOnce();
    void stop();
    /// Takes the last comparison out of sight, as for another experiment; it stays on disk. Not while live.
    void forget();

Q_SIGNALS:
    void phaseChanged();
    void recordCleared();    ///< the record is empty again: a comparison begins, or the last one was forgotten
    void recordStarted();
    void samplesAppended();
    void statesChanged();
    void findingsChanged();
    void matrixChanged();
    void noticesAdded();
    void comparisonEnded();  ///< the record is complete; error() is set if the whole failed

private:
    void clearRecord();
    void begin(bool ignorePreflight, bool paused);
    void setPhase(Phase phase);
    void end();

    const TrainerFactory& m_factory;
    Executor& m_gpu;
    const Log& m_log;
    const ComparisonOptions m_options;
    Document m_document;
    ComparisonRecord m_record;
    Json m_comparedDocument;
    std::unique_ptr<Comparison> m_comparison;
    std::optional<Error> m_error;
    Phase m_phase = Phase::Idle;
    Pump m_pump;
};

}  // namespace tandem::ui

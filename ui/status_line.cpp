// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/status_line.h"

#include "ui/bridge/text.h"
#include "ui/panels/runs_panel.h"

#include <QLocale>

#include <algorithm>

namespace tandem::ui {

StatusLine::StatusLine(Session& session, const RunsPanel& runs, QWidget* parent)
    : QLabel(parent), m_session(session), m_runs(runs)
{
    setTextFormat(Qt::PlainText);
    setContentsMargins(8, 2, 8, 2);
    connect(&session, &Session::phaseChanged, this, &StatusLine::take);
    connect(&session, &Session::statesChanged, this, &StatusLine::take);
    connect(&session, &Session::samplesAppended, this, &StatusLine::take);
    connect(&session.document(), &Document::contentChanged, this, &StatusLine::take);
    take();
}

void StatusLine::take()
{
    const bool begun = !m_session.record().runs.empty();
    setText(begun                ? progressText()
            : m_session.isLive() ? tr("Preparing: loading the data and drawing the initial weights")
                                 : idleText());
    setAccessibleName(tr("Status: %1").arg(text()));
}

QString StatusLine::idleText() const
{
    const Experiment& experiment = m_session.document().file().experiment;
    QStringList parts{toQString(experiment.name),
                      experiment.epochs == 1 ? tr("1 epoch") : tr("%1 epochs").arg(experiment.epochs),
                      tr("batch size %1").arg(experiment.batchSize), tr("seed %1").arg(experiment.seed)};
    return parts.join(QStringLiteral(" · "));
}

QString StatusLine::progressText() const
{
    const QLocale locale;
    const ComparisonRecord& record = m_session.record();
    std::int64_t steps = -1;
    const PreflightFacts* plan = nullptr;
    double left = 0;
    QStringList speeds;
    for (std::size_t run = 0; run < record.runs.size(); ++run) {
        const RunRecord& each = record.runs[run];
        const std::int64_t done = each.stepsDone();
        // The slowest run says how far the comparison is.
        if (each.preflight && (steps < 0 || done < steps)) {
            steps = done;
            plan = &*each.preflight;
        }
        const RunSpeed& speed = m_runs.speed(run);
        left = std::max(left, speed.secondsLeft(each).value_or(0));
        if (const auto rate = speed.imagesPerSecond(each))
            speeds << tr("%1 %2 img/s").arg(toQString(each.name), locale.toString(*rate, 'f', 0));
    }
    QStringList parts;
    if (plan && plan->stepsPerEpoch > 0) {
        const std::int64_t epoch = std::min(steps / plan->stepsPerEpoch + 1, plan->epochs);
        parts << tr("epoch %1/%2").arg(epoch).arg(plan->epochs)
              << tr("step %1/%2")
                     .arg(locale.toString(static_cast<qlonglong>(steps)),
                          locale.toString(static_cast<qlonglong>(plan->stepsPerEpoch * plan->epochs)));
    }
    parts << speeds;
    if (left > 0 && m_session.isLive())
        parts << tr("ETA %1").arg(clockText(left));
    const std::int64_t threads = record.start.environment.threadsPerRun;
    if (threads > 0)
        parts << (threads == 1 ? tr("%1 × 1 thread").arg(record.runs.size())
                               : tr("%1 × %2 threads").arg(record.runs.size()).arg(threads));
    if (m_session.phase() == Phase::Over && !m_session.folder().empty())
        parts << tr("kept in %1").arg(QString::fromStdString(m_session.folder().string()));
    return parts.join(QStringLiteral(" · "));
}

}  // namespace tandem::ui

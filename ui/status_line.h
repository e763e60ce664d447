// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/bridge/session.h"

#include <QLabel>

namespace tandem::ui {

class RunsPanel;

/// One line under the window: epoch, step, speeds, time left, threads.
class StatusLine : public QLabel {
    Q_OBJECT
public:
    /// @param session, runs  must outlive the line
    StatusLine(Session& session, const RunsPanel& runs, QWidget* parent = nullptr);

    QSize minimumSizeHint() const override { return {80, QLabel::minimumSizeHint().height()}; }

private:
    void take();
    QString idleText() const;
    QString progressText() const;

    Session& m_session;
    const RunsPanel& m_runs;
};

}  // namespace tandem::ui

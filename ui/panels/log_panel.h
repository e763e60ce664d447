// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QTimer>
#include <QWidget>

class QTableView;

namespace tandem {
class Log;
}

namespace tandem::ui {

class LogModel;

/// The program's last log lines. Reads them while it is in sight only.
class LogPanel : public QWidget {
    Q_OBJECT
public:
    /// @param log  must outlive the panel
    explicit LogPanel(const Log& log, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void refresh();

    LogModel* m_model;
    QTableView* m_table;
    QTimer m_timer;
};

}  // namespace tandem::ui

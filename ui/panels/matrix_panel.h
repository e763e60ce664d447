// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/bridge/session.h"

#include <QWidget>

class QLabel;
class QTableView;

namespace tandem::ui {

class MatrixModel;

/// The table "trained on × evaluated on" and how to read it.
class MatrixPanel : public QWidget {
    Q_OBJECT
public:
    /// @param session  must outlive the panel
    explicit MatrixPanel(Session& session, QWidget* parent = nullptr);
    QTableView* table() const { return m_table; }

private:
    void takeMatrix();

    Session& m_session;
    MatrixModel* m_model;
    QTableView* m_table;
    QLabel* m_text;
};

}  // namespace tandem::ui

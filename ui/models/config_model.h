// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/bridge/document.h"

#include <QAbstractTableModel>

namespace tandem::ui {

/// The configuration of every run side by side: Setting | run 1 | run 2 | … Values can be edited in place; a refused
/// edit leaves everything as it was.
class ConfigModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Role { DiffersRole = Qt::UserRole, PathRole, RunRole };

    explicit ConfigModel(Document& document, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

Q_SIGNALS:
    void editRefused(const QString& reason);
    void editTaken();

private:
    void takeDocument();

    Document& m_document;
    std::vector<ConfigRow> m_rows;
    std::vector<QString> m_runs;
};

}  // namespace tandem::ui

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QSortFilterProxyModel>

namespace tandem::ui {

/// Rows of the configuration table by a search text, and on demand those that differ only.
class ConfigFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    void setDifferencesOnly(bool only);
    void setSearch(const QString& text);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    bool m_differencesOnly = false;
    QString m_search;
};

}  // namespace tandem::ui

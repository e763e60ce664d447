// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QSortFilterProxyModel>
#include <QStringList>

namespace tandem::ui {

/// Faults by a search text, of which every word must be found, and on demand those that the run lists only. A heading is
/// there as long as anything under it is.
class FaultFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit FaultFilter(QObject* parent = nullptr);
    void setSearch(const QString& text);
    void setChosenOnly(bool only);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QStringList m_words;
    bool m_chosenOnly = false;
};

}  // namespace tandem::ui

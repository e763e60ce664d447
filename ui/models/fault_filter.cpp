// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/fault_filter.h"

#include "ui/models/fault_model.h"

#include <algorithm>

namespace tandem::ui {

FaultFilter::FaultFilter(QObject* parent) : QSortFilterProxyModel(parent)
{
    setRecursiveFilteringEnabled(true);
}

void FaultFilter::setSearch(const QString& text)
{
    m_words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
}

void FaultFilter::setChosenOnly(bool only)
{
    m_chosenOnly = only;
    invalidateFilter();
}

bool FaultFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    // A heading by itself is never wanted.
    if (!parent.isValid())
        return false;
    const QModelIndex fault = sourceModel()->index(row, 0, parent);
    if (m_chosenOnly && !fault.data(FaultModel::ChosenRole).toBool())
        return false;
    const QString text = fault.data(FaultModel::SearchRole).toString();
    return std::all_of(m_words.begin(), m_words.end(),
                       [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

}  // namespace tandem::ui

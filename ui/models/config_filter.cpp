// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/config_filter.h"

#include "ui/models/config_model.h"

namespace tandem::ui {

void ConfigFilter::setDifferencesOnly(bool only)
{
    m_differencesOnly = only;
    invalidateFilter();
}

void ConfigFilter::setSearch(const QString& text)
{
    m_search = text;
    invalidateFilter();
}

bool ConfigFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const QModelIndex first = sourceModel()->index(row, 0, parent);
    if (m_differencesOnly && !first.data(ConfigModel::DiffersRole).toBool())
        return false;
    return m_search.isEmpty() || first.data(ConfigModel::PathRole).toString().contains(m_search, Qt::CaseInsensitive);
}

}  // namespace tandem::ui

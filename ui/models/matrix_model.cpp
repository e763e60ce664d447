// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/matrix_model.h"

#include "ui/bridge/fault_words.h"
#include "ui/bridge/text.h"

#include <QLocale>

#include <algorithm>

namespace tandem::ui {

void MatrixModel::take(const ComparisonRecord& record)
{
    beginResetModel();
    m_cells = record.matrix;
    m_runs.clear();
    if (!m_cells.empty())
        for (std::size_t run = 0; run < record.runs.size(); ++run)
            m_runs.push_back(markedRun(record, run));
    endResetModel();
}

const CrossEvaluation* MatrixModel::cell(const QModelIndex& index) const
{
    const auto found = std::find_if(m_cells.begin(), m_cells.end(), [&](const CrossEvaluation& c) {
        return c.trainedOn == index.row() && c.evaluatedOn == index.column();
    });
    return found == m_cells.end() ? nullptr : &*found;
}

int MatrixModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_runs.size());
}

int MatrixModel::columnCount(const QModelIndex& parent) const
{
    return rowCount(parent);
}

QVariant MatrixModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignCenter);
    const CrossEvaluation* found = cell(index);
    if (!found)
        return role == Qt::DisplayRole ? QVariant(QStringLiteral("—")) : QVariant();
    if (role == Qt::ToolTipRole)
        return found->error.empty() ? tr("The weights trained on %1, measured on %2, over the whole test split.")
                                          .arg(m_runs[static_cast<std::size_t>(index.row())],
                                               m_runs[static_cast<std::size_t>(index.column())])
                                    : toQString(found->error);
    if (role != Qt::DisplayRole)
        return {};
    if (!found->error.empty())
        return tr("not measured");
    const QLocale locale;
    return tr("%1 %   loss %2").arg(locale.toString(100 * found->accuracy, 'f', 2), locale.toString(found->loss, 'f', 4));
}

QVariant MatrixModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole || section < 0 || static_cast<std::size_t>(section) >= m_runs.size())
        return {};
    const QString& run = m_runs[static_cast<std::size_t>(section)];
    return orientation == Qt::Horizontal ? tr("evaluated on %1").arg(run) : tr("trained on %1").arg(run);
}

}  // namespace tandem::ui

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/config_model.h"

#include "ui/bridge/text.h"
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QFont>
#include <QPalette>

namespace tandem::ui {

ConfigModel::ConfigModel(Document& document, QObject* parent) : QAbstractTableModel(parent), m_document(document)
{
    takeDocument();
    connect(&document, &Document::contentChanged, this, &ConfigModel::takeDocument);
}

void ConfigModel::takeDocument()
{
    const std::vector<ConfigRow>& table = m_document.table();
    const auto& runs = m_document.file().experiment.runs;
    const bool sameShape = table.size() == m_rows.size() && runs.size() == m_runs.size();
    if (!sameShape)
        beginResetModel();
    m_rows = table;
    m_runs.clear();
    for (const RunConfig& run : runs)
        m_runs.push_back(toQString(run.name));
    // A value that changes must not cost the view its scroll position and selection.
    if (!sameShape) {
        endResetModel();
    } else if (!m_rows.empty()) {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    }
}

int ConfigModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ConfigModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_runs.size()) + 1;
}

QVariant ConfigModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const ConfigRow& row = m_rows[static_cast<std::size_t>(index.row())];
    const bool setting = index.column() == 0;
    const auto run = static_cast<std::size_t>(index.column() - 1);
    const bool odd = !setting && row.values[run] != row.values[m_document.baseline()];
    switch (role) {
    case Qt::DisplayRole:
        if (setting)
            return row.differs ? QStringLiteral("≠ ") + toQString(row.path) : toQString(row.path);
        return toQString(displayValue(row.values[run]));
    case Qt::EditRole:
        return setting ? toQString(row.path) : toQString(editableValue(row.values[run]));
    case Qt::ToolTipRole:
        return setting ? toQString(row.path) : toQString(row.path + ": " + displayValue(row.values[run]));
    case Qt::BackgroundRole:
        return row.differs ? toneColors(Tone::Warning, QApplication::palette()).background : QVariant();
    case Qt::ForegroundRole:
        return row.differs ? toneColors(Tone::Warning, QApplication::palette()).text : QVariant();
    case Qt::FontRole: {
        QFont font;
        font.setBold(odd);
        return odd ? font : QVariant();
    }
    case DiffersRole:
        return row.differs;
    case PathRole:
        return toQString(row.path);
    case RunRole:
        return setting ? QVariant() : QVariant(index.column() - 1);
    default:
        return {};
    }
}

QVariant ConfigModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section > static_cast<int>(m_runs.size()))
        return {};
    if (section == 0)
        return role == Qt::DisplayRole ? tr("Setting") : QVariant();
    const auto run = static_cast<std::size_t>(section - 1);
    const bool baseline = run == m_document.baseline();
    switch (role) {
    case Qt::DisplayRole:
        return m_runs[run];
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return baseline ? tr("%1: the baseline that the others are compared with").arg(m_runs[run]) : m_runs[run];
    default:
        return {};
    }
}

Qt::ItemFlags ConfigModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.isValid() && index.column() > 0 ? flags | Qt::ItemIsEditable : flags;
}

bool ConfigModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !index.isValid() || index.column() == 0)
        return false;
    if (value.toString() == data(index, Qt::EditRole).toString())
        return true;
    const std::string path = m_rows[static_cast<std::size_t>(index.row())].path;
    const Status changed = m_document.setValue(static_cast<std::size_t>(index.column() - 1), path, value.toString());
    if (!changed) {
        Q_EMIT editRefused(toQString(changed.error()));
        return false;
    }
    Q_EMIT editTaken();
    return true;
}

}  // namespace tandem::ui

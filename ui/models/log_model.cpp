// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/log_model.h"

#include "core/base/log.h"
#include "ui/bridge/text.h"
#include "ui/widgets/theme.h"

#include <QApplication>

#include <algorithm>

namespace tandem::ui {

LogModel::LogModel(const Log& log, QObject* parent) : QAbstractTableModel(parent), m_log(log)
{
    refresh();
}

LogModel::Line LogModel::parsed(const std::string& formatted)
{
    // "HH:MM:SS level message", ended by a line break
    const QString line = toQString(formatted).trimmed();
    return {line.section(QLatin1Char(' '), 0, 0), line.section(QLatin1Char(' '), 1, 1), line.section(QLatin1Char(' '), 2)};
}

void LogModel::refresh()
{
    std::vector<std::string> now = m_log.lastLines(Log::kRemembered);
    if (now == m_seen)
        return;
    const bool grew = now.size() >= m_seen.size() && std::equal(m_seen.begin(), m_seen.end(), now.begin());
    if (grew) {
        beginInsertRows({}, rowCount(), static_cast<int>(now.size()) - 1);
    } else {
        beginResetModel();
        m_lines.clear();
    }
    for (std::size_t i = m_lines.size(); i < now.size(); ++i)
        m_lines.push_back(parsed(now[i]));
    m_seen = std::move(now);
    if (grew)
        endInsertRows();
    else
        endResetModel();
}

QString LogModel::text() const
{
    QString all;
    for (const std::string& line : m_seen)
        all += toQString(line);
    return all;
}

int LogModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

int LogModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : 3;
}

QVariant LogModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Line& line = m_lines[static_cast<std::size_t>(index.row())];
    if (role == Qt::DisplayRole)
        return index.column() == 0 ? line.time : index.column() == 1 ? line.level : line.message;
    if (role == Qt::ToolTipRole)
        return line.message;
    if (role == Qt::ForegroundRole && line.level.startsWith(QLatin1String("warn")))
        return toneColors(Tone::Warning, QApplication::palette()).text;
    if (role == Qt::ForegroundRole && (line.level == QLatin1String("error") || line.level == QLatin1String("critical")))
        return toneColors(Tone::Bad, QApplication::palette()).text;
    return {};
}

QVariant LogModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == 0 ? tr("Time") : section == 1 ? tr("Level") : tr("Message");
}

}  // namespace tandem::ui

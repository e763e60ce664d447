// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QAbstractTableModel>

#include <vector>

namespace tandem {
class Log;
}

namespace tandem::ui {

/// The last lines of the program's log: Time | Level | Message. Reads the log when asked to.
class LogModel : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit LogModel(const Log& log, QObject* parent = nullptr);

    /// Takes over lines that are new.
    void refresh();
    QString text() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Line {
        QString time, level, message;
    };
    static Line parsed(const std::string& formatted);

    const Log& m_log;
    std::vector<std::string> m_seen;
    std::vector<Line> m_lines;
};

}  // namespace tandem::ui

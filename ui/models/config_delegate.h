// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/bridge/device_catalog.h"

#include <QStyledItemDelegate>

namespace tandem::ui {

/// Editors of the configuration table: a list for words and switches, a line for everything else.
class ConfigDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    explicit ConfigDelegate(const DeviceCatalog& devices, QObject* parent = nullptr);

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;

    /// What a setting can be; empty if that is open.
    QStringList choices(const QString& path, const QString& value) const;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    const DeviceCatalog& m_devices;
};

}  // namespace tandem::ui

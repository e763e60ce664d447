// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/config_delegate.h"

#include "core/experiment/words.h"
#include "ui/bridge/text.h"
#include "ui/models/config_model.h"

#include <QComboBox>
#include <QLineEdit>

namespace tandem::ui {
namespace {

QStringList listOf(const std::vector<std::string>& words)
{
    QStringList list;
    for (const std::string& word : words)
        list << toQString(word);
    return list;
}

}  // namespace

ConfigDelegate::ConfigDelegate(const DeviceCatalog& devices, QObject* parent)
    : QStyledItemDelegate(parent), m_devices(devices)
{
}

void ConfigDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    // Paths are told apart by their ends.
    if (index.column() == 0)
        option->textElideMode = Qt::ElideLeft;
}

QStringList ConfigDelegate::choices(const QString& path, const QString& value) const
{
    if (value == QLatin1String("true") || value == QLatin1String("false"))
        return {QStringLiteral("true"), QStringLiteral("false")};
    if (path == QLatin1String("loss"))
        return listOf(wordsOf<Loss>());
    if (path == QLatin1String("step.label_dtype"))
        return listOf(wordsOf<LabelDtype>());
    if (path == QLatin1String("step.target"))
        return listOf(wordsOf<TargetFormat>());
    if (path == QLatin1String("step.memory_format"))
        return listOf(wordsOf<MemoryFormat>());
    if (path == QLatin1String("step.optimizer_built"))
        return listOf(wordsOf<OptimizerBuilt>());
    if (path == QLatin1String("evaluate.device"))
        return {QStringLiteral("own"), QStringLiteral("cpu")};
    QStringList devices;
    if (path == QLatin1String("device"))
        for (const DeviceFacts& device : m_devices.devices())
            devices << toQString(device.name);
    if (!devices.isEmpty() && !devices.contains(value))
        devices.prepend(value);
    return devices;
}

QWidget* ConfigDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const
{
    const QString path = index.data(ConfigModel::PathRole).toString();
    const QStringList words = choices(path, index.data(Qt::EditRole).toString());
    if (words.isEmpty()) {
        auto* line = new QLineEdit(parent);
        line->setFrame(false);
        line->setAccessibleName(path);
        return line;
    }
    auto* combo = new QComboBox(parent);
    combo->addItems(words);
    combo->setAccessibleName(path);
    auto* self = const_cast<ConfigDelegate*>(this);  // Qt's editors are made in a const function and speak by signals
    connect(combo, &QComboBox::activated, self, [self, combo] {
        Q_EMIT self->commitData(combo);
        Q_EMIT self->closeEditor(combo);
    });
    return combo;
}

void ConfigDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    const QString value = index.data(Qt::EditRole).toString();
    if (auto* combo = qobject_cast<QComboBox*>(editor))
        combo->setCurrentText(value);
    else if (auto* line = qobject_cast<QLineEdit*>(editor))
        line->setText(value);
}

void ConfigDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const
{
    if (auto* combo = qobject_cast<QComboBox*>(editor))
        model->setData(index, combo->currentText(), Qt::EditRole);
    else if (auto* line = qobject_cast<QLineEdit*>(editor))
        model->setData(index, line->text(), Qt::EditRole);
}

}  // namespace tandem::ui

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/panels/config_panel.h"

#include "ui/bridge/text.h"
#include "ui/models/config_delegate.h"
#include "ui/models/config_filter.h"
#include "ui/models/config_model.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/message_strip.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace tandem::ui {

ConfigPanel::ConfigPanel(Document& document, const DeviceCatalog& devices, QWidget* parent)
    : QWidget(parent), m_document(document), m_model(new ConfigModel(document, this)), m_filter(new ConfigFilter(this)),
      m_summary(secondaryLabel(this)), m_search(new QLineEdit(this)), m_differences(new QToolButton(this)),
      m_table(new QTableView(this)), m_nothing(secondaryLabel(this)), m_refusal(new MessageStrip(this))
{
    m_search->setPlaceholderText(tr("Search settings"));
    m_search->setAccessibleName(tr("Search settings"));
    m_search->setClearButtonEnabled(true);
    m_differences->setText(tr("≠ Differences only"));
    m_differences->setAccessibleName(tr("Differences only"));
    m_differences->setToolTip(tr("Show only settings that differ between the runs"));
    m_differences->setCheckable(true);
    m_differences->setFocusPolicy(Qt::StrongFocus);

    m_filter->setSourceModel(m_model);
    m_table->setModel(m_filter);
    m_table->setItemDelegate(new ConfigDelegate(devices, this));
    m_table->setAccessibleName(tr("Settings of each run"));
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->setTextElideMode(Qt::ElideRight);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed
                             | QAbstractItemView::AnyKeyPressed | QAbstractItemView::SelectedClicked);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setTextElideMode(Qt::ElideRight);
    m_table->horizontalHeader()->setMinimumSectionSize(48);
    m_nothing->setAlignment(Qt::AlignCenter);

    auto* search = new QHBoxLayout;
    search->setSpacing(6);
    search->addWidget(m_search, 1);
    search->addWidget(m_differences);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(6);
    layout->addWidget(m_summary);
    layout->addLayout(search);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_nothing, 1);
    layout->addWidget(m_refusal);

    connect(m_table->horizontalHeader(), &QHeaderView::sectionResized, this,
            [this](int column) { m_userWidths = m_userWidths || (column == 0 && !m_fitting && m_columns > 0); });
    connect(m_search, &QLineEdit::textChanged, this, &ConfigPanel::takeFilter);
    connect(m_differences, &QToolButton::toggled, this, &ConfigPanel::takeFilter);
    connect(m_model, &ConfigModel::editRefused, this,
            [this](const QString& reason) { m_refusal->display(Tone::Bad, tr("Not changed. %1").arg(reason)); });
    connect(m_model, &ConfigModel::editTaken, m_refusal, &MessageStrip::clear);
    connect(&document, &Document::fileChanged, m_refusal, &MessageStrip::clear);
    connect(&document, &Document::contentChanged, this, &ConfigPanel::takeDocument);
    takeDocument();
}

void ConfigPanel::takeDocument()
{
    const Experiment& experiment = m_document.file().experiment;
    const auto differing = std::count_if(m_document.table().begin(), m_document.table().end(),
                                         [](const ConfigRow& row) { return row.differs && row.path != "device"; });
    const std::size_t count = experiment.runs.size();
    const QString runs = count == 1 ? tr("1 run") : tr("%1 runs").arg(count);
    m_summary->setText(differing == 0   ? tr("%1 · the same settings on every device").arg(runs)
                       : differing == 1 ? tr("%1 · beside the device, 1 setting differs").arg(runs)
                                        : tr("%1 · beside the device, %2 settings differ").arg(runs).arg(differing));
    fitColumns();
    takeFilter();
}

void ConfigPanel::fitColumns()
{
    QHeaderView* header = m_table->horizontalHeader();
    if (m_columns != m_model->columnCount()) {
        m_columns = m_model->columnCount();
        header->setSectionResizeMode(0, QHeaderView::Interactive);
        for (int column = 1; column < m_columns; ++column)
            header->setSectionResizeMode(column, QHeaderView::Stretch);
    }
    // A width that the user has set stays.
    if (m_userWidths)
        return;
    const int longest = fontMetrics().horizontalAdvance(QStringLiteral("optimizer.adam.weight_decay")) + 16;
    m_fitting = true;
    header->resizeSection(0, std::min(longest, m_table->viewport()->width() * 46 / 100));
    m_fitting = false;
}

void ConfigPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitColumns();
}

void ConfigPanel::takeFilter()
{
    m_filter->setSearch(m_search->text());
    m_filter->setDifferencesOnly(m_differences->isChecked());
    const bool none = m_filter->rowCount() == 0;
    m_table->setVisible(!none);
    m_nothing->setVisible(none);
    m_nothing->setText(m_search->text().isEmpty() ? tr("No setting differs between the runs.")
                                                  : tr("No setting is named like “%1”.").arg(m_search->text()));
}

void ConfigPanel::reveal(const std::string& path)
{
    m_search->clear();
    m_differences->setChecked(false);
    for (int row = 0; row < m_filter->rowCount(); ++row) {
        const QModelIndex first = m_filter->index(row, 0);
        const QString name = first.data(ConfigModel::PathRole).toString();
        if (name != toQString(path) && !name.startsWith(toQString(path) + QLatin1Char('.')))
            continue;
        m_table->setCurrentIndex(m_filter->index(row, std::min(1, m_filter->columnCount() - 1)));
        m_table->scrollTo(first, QAbstractItemView::PositionAtCenter);
        m_table->setFocus(Qt::OtherFocusReason);
        return;
    }
}

}  // namespace tandem::ui

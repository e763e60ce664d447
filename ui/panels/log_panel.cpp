// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/panels/log_panel.h"

#include "ui/models/log_model.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QScrollBar>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace tandem::ui {
namespace {

constexpr int kRefreshMs = 250;

}  // namespace

LogPanel::LogPanel(const Log& log, QWidget* parent)
    : QWidget(parent), m_model(new LogModel(log, this)), m_table(new QTableView(this))
{
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Log"));
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 4);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->setColumnWidth(0, fontMetrics().horizontalAdvance(QStringLiteral("00:00:00")) + 20);
    m_table->setColumnWidth(1, fontMetrics().horizontalAdvance(QStringLiteral("warning")) + 20);

    auto* copy = new QToolButton(this);
    copy->setText(tr("Copy all"));
    copy->setAccessibleName(copy->text());
    copy->setToolTip(tr("Copy the log as text"));
    copy->setFocusPolicy(Qt::StrongFocus);
    connect(copy, &QToolButton::clicked, this, [this] { QApplication::clipboard()->setText(m_model->text()); });

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 6, 8, 6);
    layout->addWidget(m_table, 1);
    layout->addWidget(copy, 0, Qt::AlignTop);
    m_timer.setInterval(kRefreshMs);
    connect(&m_timer, &QTimer::timeout, this, &LogPanel::refresh);
}

void LogPanel::refresh()
{
    const QScrollBar* bar = m_table->verticalScrollBar();
    const bool atEnd = bar->value() == bar->maximum();
    m_model->refresh();
    if (atEnd)
        m_table->scrollToBottom();
}

void LogPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
    m_timer.start();
}

void LogPanel::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_timer.stop();
}

}  // namespace tandem::ui

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/panels/matrix_panel.h"

#include "ui/models/matrix_model.h"
#include "ui/widgets/labels.h"

#include <QHeaderView>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace tandem::ui {
namespace {

constexpr int kCellMargins = 20;

}  // namespace

MatrixPanel::MatrixPanel(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_model(new MatrixModel(this)), m_table(new QTableView(this)),
      m_text(secondaryLabel(this))
{
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Trained on × evaluated on"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 10);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 6, 8, 6);
    layout->addWidget(m_text);
    layout->addWidget(m_table, 1);
    connect(&session, &Session::matrixChanged, this, &MatrixPanel::takeMatrix);
    connect(&session, &Session::recordCleared, this, &MatrixPanel::takeMatrix);
    takeMatrix();
}

void MatrixPanel::takeMatrix()
{
    m_model->take(m_session.record());
    const bool any = m_model->rowCount() > 0;
    m_table->setVisible(any);
    QHeaderView* header = m_table->horizontalHeader();
    int widest = 0;
    for (int column = 0; column < m_model->columnCount(); ++column)
        for (int row = 0; row < m_model->rowCount(); ++row)
            widest = std::max(
                {widest, header->sectionSizeHint(column),
                 fontMetrics().horizontalAdvance(m_model->index(row, column).data().toString()) + kCellMargins});
    header->setMinimumSectionSize(widest > 0 ? widest : -1);
    m_text->setText(
        any ? tr("Rows that differ: the weights differ, look at training. Columns that differ: the same weights "
                 "measure differently, look at the evaluation or at that device.")
            : tr("When all runs have finished, each run's weights are measured on every run's device, over the whole "
                 "test split. That tells a fault of training from a fault of evaluation."));
}

}  // namespace tandem::ui

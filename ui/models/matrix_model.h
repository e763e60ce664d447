// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/facts/record.h"

#include <QAbstractTableModel>

namespace tandem::ui {

/// The table "trained on × evaluated on": a row for each run's final weights, a column for each device that measured
/// them. Whether a result moves with the weights or with the device says where the fault lies.
class MatrixModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    void take(const ComparisonRecord& record);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    const CrossEvaluation* cell(const QModelIndex& index) const;

    std::vector<QString> m_runs;
    std::vector<CrossEvaluation> m_cells;
};

}  // namespace tandem::ui

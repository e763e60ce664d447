// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/models/fault_model.h"

#include <QWidget>

#include <vector>

class QCheckBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;
class QVBoxLayout;

namespace tandem::ui {

class MessageStrip;
class Tag;

/// Everything about one fault: what it does, whether the run has it and with which values, what should notice it.
class FaultDetails : public QWidget {
    Q_OBJECT
public:
    /// @param model  must outlive the widget
    explicit FaultDetails(FaultModel& model, QWidget* parent = nullptr);

    /// Shows the fault of a row of the model; nothing for an invalid index.
    void display(const QModelIndex& index);

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Field {
        std::string key;
        QLineEdit* line = nullptr;
    };
    void takeColors();
    void makeLayout();
    void takeFault(const FaultModel::Row& row);
    void takeState(const FaultModel::Row& row);
    void makeFields(const FaultInfo& info);
    QWidget* makeFromStep();
    void takeValues(const FaultModel::Row& row);
    void choose(bool chosen);
    void setValue(const std::string& key, const QString& text);
    const FaultInfo* info() const;

    FaultModel& m_model;
    std::string m_shown;
    QLabel *m_guide, *m_title, *m_id, *m_why, *m_text, *m_written, *m_expected, *m_modelledOn;
    Tag *m_side, *m_control, *m_own;
    QCheckBox* m_inject;
    QWidget *m_body, *m_values = nullptr;
    QVBoxLayout* m_valuesPlace;
    std::vector<Field> m_fields;
    QSpinBox* m_fromStep = nullptr;
};

}  // namespace tandem::ui

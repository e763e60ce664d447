// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/bridge/device_catalog.h"
#include "ui/bridge/document.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QTableView;
class QToolButton;

namespace tandem::ui {

class ConfigFilter;
class ConfigModel;
class MessageStrip;

/// The experiment's settings, a column per run, edited in place. What differs between the runs stands out; a refused
/// edit is explained under the table and changes nothing.
class ConfigPanel : public QWidget {
    Q_OBJECT
public:
    /// @param document, devices  must outlive the panel
    ConfigPanel(Document& document, const DeviceCatalog& devices, QWidget* parent = nullptr);

    /// Brings a setting into view and selects it.
    void reveal(const std::string& path);
    QTableView* table() const { return m_table; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void takeDocument();
    void fitColumns();
    void takeFilter();

    Document& m_document;
    ConfigModel* m_model;
    ConfigFilter* m_filter;
    QLabel* m_summary;
    QLineEdit* m_search;
    QToolButton* m_differences;
    QTableView* m_table;
    QLabel* m_nothing;
    MessageStrip* m_refusal;
    int m_columns = 0;
    bool m_userWidths = false, m_fitting = false;
};

}  // namespace tandem::ui

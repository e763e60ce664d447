// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/bridge/device_catalog.h"
#include "ui/bridge/session.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QToolButton;
class QTreeView;

namespace tandem::ui {

class FaultDetails;
class FaultFilter;
class FaultModel;
class MessageStrip;
class WindowActions;

/// Chooses what is injected on purpose into each run. Not modal: the window goes on beside it. Every change is one of the
/// document and can be undone; a comparison that runs already goes on as it was started.
class FaultDialog : public QDialog {
    Q_OBJECT
public:
    /// @param session, devices, actions  must outlive the dialog
    FaultDialog(Session& session, const DeviceCatalog& devices, const WindowActions& actions, QWidget* parent);

    /// Shows a run of the document.
    void showRun(std::size_t run);
    /// The run that a fault acts on most likely: the first on the emulated device, or else the first.
    void showLikelyRun();

    FaultModel& model() { return *m_model; }
    QTreeView& list() { return *m_list; }

private:
    QWidget* makeHead();
    QWidget* makeMiddle();
    QWidget* makeFoot(const WindowActions& actions);
    void makeList();
    void takeRuns();
    void takeContent();
    void takeFilter();
    void takeSelection();
    void takePhase();
    void select(const std::string& id);
    /// The first fault of the run, or of the list.
    void selectFirst();

    Session& m_session;
    const DeviceCatalog& m_devices;
    FaultModel* m_model;
    FaultFilter* m_filter;
    QComboBox* m_run;
    QLineEdit* m_search;
    QToolButton* m_chosenOnly;
    QTreeView* m_list;
    QLabel *m_nothing, *m_summary, *m_live;
    FaultDetails* m_details;
    MessageStrip* m_refusal;
    QPushButton* m_removeAll;
    std::string m_selected;
};

}  // namespace tandem::ui

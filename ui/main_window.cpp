// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/main_window.h"

#include "ui/bridge/headline.h"
#include "ui/bridge/text.h"
#include "ui/dialogs/fault_dialog.h"
#include "ui/panels/config_panel.h"
#include "ui/panels/findings_panel.h"
#include "ui/panels/plots_panel.h"
#include "ui/panels/runs_panel.h"
#include "ui/widgets/message_strip.h"
#include "ui/widgets/verdict_chip.h"
#include "ui/window_actions.h"

#include <QAction>
#include <QDockWidget>

namespace tandem::ui {

MainWindow::MainWindow(Session& session, DeviceCatalog& devices, const Log& log, QWidget* parent)
    : QMainWindow(parent), m_session(session), m_devices(devices), m_actions(new WindowActions(session, *this)),
      m_messages(new MessageStrip), m_plots(new PlotsPanel(session))
{
    setObjectName(QStringLiteral("window"));
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    setAnimated(false);
    // The Tab key goes through the parts in the order in which they come to the window.
    makeToolBar();
    makeParts(devices, log);
    makeMenus();
    connectSession();
    takeTitle();
    takeHeadline();
}

MainWindow::~MainWindow() = default;

void MainWindow::connectSession()
{
    Document& document = m_session.document();
    connect(&document, &Document::fileChanged, this, &MainWindow::takeTitle);
    connect(&document.undoStack(), &QUndoStack::cleanChanged, this, &MainWindow::takeTitle);
    connect(&document, &Document::contentChanged, this, &MainWindow::tellOutdated);
    for (const auto signal :
         {&Session::phaseChanged, &Session::findingsChanged, &Session::comparisonEnded, &Session::recordCleared})
        connect(&m_session, signal, this, &MainWindow::takeHeadline);
    connect(&m_session, &Session::recordCleared, this, [this] {
        m_noticesTold = 0;
        tell(Subject::None, Tone::Info, {});
    });
    connect(&m_session, &Session::noticesAdded, this, &MainWindow::tellNotices);
    connect(&m_session, &Session::comparisonEnded, this, [this] {
        if (m_closeWhenOver)
            close();
        else
            tellOutcome();
    });

    connect(m_findings, &FindingsPanel::fixWanted, this, &MainWindow::applyFix);
    connect(m_findings, &FindingsPanel::stepWanted, m_plots, &PlotsPanel::showStep);
    connect(m_findings, &FindingsPanel::settingWanted, this, [this](const std::string& path) {
        raiseDock(m_configDock);
        m_config->reveal(path);
    });
    connect(m_findings, &FindingsPanel::matrixWanted, this, [this] { raiseDock(m_matrixDock); });
    connect(m_runs, &RunsPanel::faultsWanted, this, [this](std::size_t run) { showFaults(run); });
    connect(m_actions->faults, &QAction::triggered, this, [this] { showFaults(); });
    connect(m_verdict, &VerdictChip::clicked, this, [this] {
        raiseDock(m_findingsDock);
        m_findings->showFirst();
    });
    connect(m_actions->nextFinding, &QAction::triggered, this, [this] {
        raiseDock(m_findingsDock);
        m_findings->walk(1);
    });
    connect(m_actions->previousFinding, &QAction::triggered, this, [this] {
        raiseDock(m_findingsDock);
        m_findings->walk(-1);
    });
}

void MainWindow::takeTitle()
{
    setWindowTitle(tr("%1[*] — Tandem").arg(m_session.document().title()));
    setWindowModified(m_session.document().isModified());
}

void MainWindow::takeHeadline()
{
    m_verdict->display(headlineOf(m_session));
}

void MainWindow::applyFix(const Fix& fix)
{
    if (const Status applied = m_session.document().applyFix(fix); !applied)
        tellError(toQString(applied.error()));
}

void MainWindow::showFaults(std::optional<std::size_t> run)
{
    const bool fresh = !m_faults;
    if (fresh)
        m_faults = new FaultDialog(m_session, m_devices, *m_actions, this);
    if (run)
        m_faults->showRun(*run);
    else if (fresh || !m_faults->isVisible())
        m_faults->showLikelyRun();
    m_faults->show();
    m_faults->raise();
    m_faults->activateWindow();
}

}  // namespace tandem::ui

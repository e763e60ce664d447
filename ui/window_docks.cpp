// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/main_window.h"
#include "ui/panels/config_panel.h"
#include "ui/panels/findings_panel.h"
#include "ui/panels/log_panel.h"
#include "ui/panels/matrix_panel.h"
#include "ui/panels/plots_panel.h"
#include "ui/panels/runs_panel.h"
#include "ui/status_line.h"
#include "ui/widgets/message_strip.h"

#include <QDockWidget>
#include <QScreen>
#include <QSettings>
#include <QShowEvent>
#include <QStatusBar>
#include <QVBoxLayout>

namespace tandem::ui {
namespace {

constexpr int kLayoutVersion = 1;  // raise when docks are added or renamed
const QString kGeometry = QStringLiteral("window/geometry");
const QString kState = QStringLiteral("window/state");
const QString kPlots = QStringLiteral("window/plots");

}  // namespace

QDockWidget* MainWindow::addDock(const QString& name, const QString& title, QWidget* content, Qt::DockWidgetArea area)
{
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setWidget(content);
    addDockWidget(area, dock);
    return dock;
}

void MainWindow::makeParts(DeviceCatalog& devices, const Log& log)
{
    m_config = new ConfigPanel(m_session.document(), devices);
    m_runs = new RunsPanel(m_session, devices);
    m_findings = new FindingsPanel(m_session);
    auto* centre = new QWidget;
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_messages);
    layout->addWidget(m_plots, 1);

    m_configDock = addDock(QStringLiteral("experiment"), tr("Experiment"), m_config, Qt::LeftDockWidgetArea);
    m_runsDock = addDock(QStringLiteral("runs"), tr("Runs"), m_runs, Qt::LeftDockWidgetArea);
    setCentralWidget(centre);
    m_findingsDock = addDock(QStringLiteral("findings"), tr("Findings"), m_findings, Qt::RightDockWidgetArea);
    m_logDock = addDock(QStringLiteral("log"), tr("Log"), new LogPanel(log), Qt::BottomDockWidgetArea);
    m_matrixDock = addDock(QStringLiteral("matrix"), tr("Trained × evaluated"), new MatrixPanel(m_session),
                           Qt::BottomDockWidgetArea);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    setTabPosition(Qt::BottomDockWidgetArea, QTabWidget::North);
    statusBar()->addWidget(new StatusLine(m_session, *m_runs), 1);
    defaultLayout();
}

void MainWindow::defaultLayout()
{
    for (QDockWidget* dock : {m_configDock, m_runsDock, m_findingsDock, m_logDock, m_matrixDock}) {
        dock->setFloating(false);
        removeDockWidget(dock);
    }
    addDockWidget(Qt::LeftDockWidgetArea, m_configDock);
    splitDockWidget(m_configDock, m_runsDock, Qt::Vertical);
    addDockWidget(Qt::RightDockWidgetArea, m_findingsDock);
    addDockWidget(Qt::BottomDockWidgetArea, m_matrixDock);
    tabifyDockWidget(m_matrixDock, m_logDock);
    for (QDockWidget* dock : {m_configDock, m_runsDock, m_findingsDock})
        dock->show();
    m_logDock->hide();
    m_matrixDock->hide();
    const int side = qBound(300, width() / 4, 400);
    resizeDocks({m_configDock, m_findingsDock}, {side, side}, Qt::Horizontal);
    resizeDocks({m_configDock, m_runsDock}, {height() * 11 / 20, height() * 9 / 20}, Qt::Vertical);
    resizeDocks({m_matrixDock, m_logDock}, {170, 170}, Qt::Vertical);
    m_plots->resetSplitter();
}

void MainWindow::saveLayout() const
{
    QSettings settings;
    settings.setValue(kGeometry, saveGeometry());
    settings.setValue(kState, saveState(kLayoutVersion));
    settings.setValue(kPlots, m_plots->splitterState());
}

void MainWindow::restorePlace()
{
    if (restoreGeometry(QSettings().value(kGeometry).toByteArray()))
        return;
    constexpr QSize kComfortable(1440, 900);
    const QSize room = screen()->availableSize();
    resize(kComfortable.boundedTo(room));
}

void MainWindow::restoreLayout()
{
    const QSettings settings;
    if (!restoreState(settings.value(kState).toByteArray(), kLayoutVersion))
        defaultLayout();
    else
        m_plots->restoreSplitter(settings.value(kPlots).toByteArray());
}

void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    if (m_layoutRestored || event->spontaneous())
        return;
    m_layoutRestored = true;
    // Qt 6 loses dock sizes when the state is restored before the window is shown.
    restoreLayout();
}

void MainWindow::raiseDock(QDockWidget* dock)
{
    dock->show();
    dock->raise();
}

}  // namespace tandem::ui

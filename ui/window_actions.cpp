// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/window_actions.h"

#include "ui/widgets/icons.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QActionGroup>
#include <QWidget>

namespace tandem::ui {

WindowActions::WindowActions(Session& session, QWidget& window) : QObject(&window), m_session(session), m_window(window)
{
    makeFileActions();
    makeRunActions();
    makeViewActions();
    connect(&session, &Session::phaseChanged, this, &WindowActions::followPhase);
    connect(&session, &Session::comparisonEnded, this, &WindowActions::followPhase);
    followPhase();
}

QAction* WindowActions::make(const QString& text, const QString& tip, const QList<QKeySequence>& keys)
{
    auto* action = new QAction(text, this);
    action->setShortcuts(keys);
    action->setMenuRole(QAction::NoRole);
    action->setToolTip(keys.isEmpty() ? tip : tr("%1 (%2)").arg(tip, keys.front().toString(QKeySequence::NativeText)));
    m_window.addAction(action);
    return action;
}

void WindowActions::makeFileActions()
{
    open = make(tr("&Open …"), tr("Open an experiment file; presets and recent files are in the menu"),
                {QKeySequence::Open});
    open->setIconText(tr("Open"));
    open->setIcon(lineIcon(Icon::Open));
    save = make(tr("&Save"), tr("Save the experiment"), {QKeySequence::Save});
    save->setIcon(lineIcon(Icon::Save));
    saveAs = make(tr("Save &As …"), tr("Save the experiment under another name"),
                  {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)});
    exportHtml = make(tr("Export Report as &HTML …"), tr("Write the comparison as one page that needs nothing else"),
                      {QKeySequence(Qt::CTRL | Qt::Key_E)});
    exportJson = make(tr("Export Report as &JSON …"), tr("Write the comparison as data"));
    openFolder = make(tr("Show the Comparison's &Folder"), tr("Open the folder with the event log of this comparison"));
    quit = make(tr("&Quit"), tr("Close the window"), {QKeySequence::Quit});
    quit->setMenuRole(QAction::QuitRole);

    QUndoStack& stack = m_session.document().undoStack();
    undo = stack.createUndoAction(this, tr("&Undo"));
    undo->setIcon(lineIcon(Icon::Undo));
    undo->setShortcuts(QKeySequence::Undo);
    redo = stack.createRedoAction(this, tr("&Redo"));
    redo->setIcon(lineIcon(Icon::Redo));
    redo->setShortcuts(QKeySequence::Redo);
    for (QAction* action : {undo, redo}) {
        action->setMenuRole(QAction::NoRole);
        m_window.addAction(action);
    }
}

void WindowActions::makeRunActions()
{
    start = make(tr("Start"), tr("Train all runs and compare them"),
                 {QKeySequence(Qt::CTRL | Qt::Key_R), QKeySequence(Qt::Key_F5)});
    start->setIcon(lineIcon(Icon::Start));
    startPaused = make(tr("Start &Paused"), tr("Prepare all runs and wait before the first step"),
                       {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R)});
    startAnyway = make(tr("Start in Spite of &Errors"), tr("Train even if errors are found before the first step"));
    pause = make(tr("Pause"), tr("Pause after the step in progress"), {QKeySequence(Qt::Key_F6)});
    step = make(tr("Step"), tr("Every run takes exactly one step"), {QKeySequence(Qt::Key_F10)});
    step->setIcon(lineIcon(Icon::Step));
    stop = make(tr("Stop"), tr("Stop after the step in progress; what was measured is kept"),
                {QKeySequence(Qt::CTRL | Qt::Key_Period), QKeySequence(Qt::SHIFT | Qt::Key_F5)});
    stop->setIcon(lineIcon(Icon::Stop));

    faults = make(tr("Inject &Faults …"), tr("Choose what is injected on purpose into a run"),
                  {QKeySequence(Qt::CTRL | Qt::Key_I)});
    faults->setIcon(lineIcon(Icon::Fault));

    connect(start, &QAction::triggered, &m_session, &Session::start);
    connect(startPaused, &QAction::triggered, &m_session, &Session::startPaused);
    connect(startAnyway, &QAction::triggered, &m_session, &Session::startAnyway);
    connect(pause, &QAction::triggered, this, [this] {
        if (m_session.phase() == Phase::Paused)
            m_session.resume();
        else
            m_session.pause();
    });
    connect(step, &QAction::triggered, &m_session, &Session::stepOnce);
    connect(stop, &QAction::triggered, &m_session, &Session::stop);
}

void WindowActions::makeViewActions()
{
    nextFinding = make(tr("&Next Finding"), tr("Go to the next finding"), {QKeySequence(Qt::Key_F8)});
    previousFinding
        = make(tr("Pre&vious Finding"), tr("Go to the previous finding"), {QKeySequence(Qt::SHIFT | Qt::Key_F8)});
    resetLayout = make(tr("&Reset Layout"), tr("Put all parts of the window back in their places"));
    shortcuts = make(tr("&Keyboard Shortcuts"), tr("List all shortcuts"),
                     {QKeySequence(Qt::CTRL | Qt::Key_Slash), QKeySequence(Qt::Key_F1)});
    about = make(tr("&About Tandem"), tr("Version and licence"));
    about->setMenuRole(QAction::AboutRole);

    themes = new QActionGroup(this);
    const auto theme = [this](const QString& text, ThemeChoice choice) {
        QAction* action = make(text, text);
        action->setCheckable(true);
        action->setData(static_cast<int>(choice));
        themes->addAction(action);
    };
    theme(tr("As the &System"), ThemeChoice::System);
    theme(tr("&Light"), ThemeChoice::Light);
    theme(tr("&Dark"), ThemeChoice::Dark);
}

void WindowActions::followPhase()
{
    const Phase phase = m_session.phase();
    const bool live = m_session.isLive(), paused = phase == Phase::Paused, over = phase == Phase::Over;
    for (QAction* action : {start, startPaused, startAnyway, open})
        action->setEnabled(!live);
    pause->setEnabled(phase == Phase::Running || paused);
    pause->setText(paused ? tr("Resume") : tr("Pause"));
    pause->setIcon(lineIcon(paused ? Icon::Start : Icon::Pause));
    pause->setToolTip(paused ? tr("Go on training (F6)") : tr("Pause after the step in progress (F6)"));
    step->setEnabled(paused);
    stop->setEnabled(phase == Phase::Running || paused);
    for (QAction* action : {exportHtml, exportJson, openFolder})
        action->setEnabled(over);
}

}  // namespace tandem::ui

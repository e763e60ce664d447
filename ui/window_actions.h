// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/bridge/session.h"

#include <QObject>

class QAction;
class QActionGroup;
class QWidget;

namespace tandem::ui {

/// Every command of the window, made once: menus, toolbar and shortcuts share them. Which are allowed derives from the
/// session's phase alone.
class WindowActions : public QObject {
    Q_OBJECT
public:
    /// @param session  must outlive the actions
    /// @param window  owns them and hears their shortcuts
    WindowActions(Session& session, QWidget& window);

    QAction *open, *save, *saveAs, *exportHtml, *exportJson, *openFolder, *quit;
    QAction *undo, *redo;
    QAction *start, *startPaused, *startAnyway, *pause, *step, *stop, *faults;
    QAction *nextFinding, *previousFinding;
    QAction *resetLayout, *shortcuts, *about;
    QActionGroup* themes;  ///< their data is the ThemeChoice

private:
    void followPhase();
    QAction* make(const QString& text, const QString& tip, const QList<QKeySequence>& keys = {});
    void makeFileActions();
    void makeRunActions();
    void makeViewActions();

    Session& m_session;
    QWidget& m_window;
};

}  // namespace tandem::ui

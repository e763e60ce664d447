// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/main_window.h"

#include "ui/bridge/presets.h"
#include "ui/panels/plots_panel.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/primary_button.h"
#include "ui/widgets/verdict_chip.h"
#include "ui/window_actions.h"

#include <QActionGroup>
#include <QApplication>
#include <QDockWidget>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QSettings>
#include <QToolBar>
#include <QToolButton>

namespace tandem::ui {
namespace {

const QString kTheme = QStringLiteral("window/theme");
const QString kRecent = QStringLiteral("files/recent");

QToolButton* toolFor(QAction* action, QWidget* parent, Qt::ToolButtonStyle style)
{
    auto* button = new QToolButton(parent);
    button->setDefaultAction(action);
    button->setToolButtonStyle(style);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setAccessibleName(action->text().remove(QLatin1Char('&')));
    return button;
}

QMessageBox* notice(QWidget* parent, const QString& title, const QString& html)
{
    auto* box = new QMessageBox(QMessageBox::NoIcon, title, html, QMessageBox::Close, parent);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::RichText);
    box->open();
    return box;
}

}  // namespace

void MainWindow::makeMenus()
{
    QMenu* file = menuBar()->addMenu(tr("&File"));
    file->addAction(m_actions->open);
    QMenu* more = file->addMenu(tr("Presets and &Recent Files"));
    more->setToolTipsVisible(true);
    connect(more, &QMenu::aboutToShow, this, [this, more] {
        more->clear();
        fillOpenMenu();
        more->addActions(m_openMenu->actions());
    });
    file->addSeparator();
    file->addActions({m_actions->save, m_actions->saveAs});
    file->addSeparator();
    file->addActions({m_actions->exportHtml, m_actions->exportJson, m_actions->openFolder});
    file->addSeparator();
    file->addAction(m_actions->quit);
    menuBar()->addMenu(tr("&Edit"))->addActions({m_actions->undo, m_actions->redo});

    QMenu* run = menuBar()->addMenu(tr("&Run"));
    run->addActions({m_actions->start, m_actions->startPaused, m_actions->startAnyway});
    run->addSeparator();
    run->addActions({m_actions->pause, m_actions->step, m_actions->stop});
    run->addSeparator();
    run->addAction(m_actions->faults);

    QMenu* view = menuBar()->addMenu(tr("&View"));
    view->addActions({m_actions->nextFinding, m_actions->previousFinding});
    view->addSeparator();
    view->addActions(m_plots->commands());
    view->addSeparator();
    for (QDockWidget* dock : {m_configDock, m_runsDock, m_findingsDock, m_logDock, m_matrixDock})
        view->addAction(dock->toggleViewAction());
    view->addAction(m_actions->resetLayout);
    view->addSeparator();
    view->addMenu(tr("&Theme"))->addActions(m_actions->themes->actions());
    menuBar()->addMenu(tr("&Help"))->addActions({m_actions->shortcuts, m_actions->about});

    connect(m_actions->open, &QAction::triggered, this, &MainWindow::askForFile);
    connect(m_actions->save, &QAction::triggered, this, [this] { save(); });
    connect(m_actions->saveAs, &QAction::triggered, this, [this] { saveAs(); });
    connect(m_actions->exportHtml, &QAction::triggered, this, [this] { askForReport(QStringLiteral("html")); });
    connect(m_actions->exportJson, &QAction::triggered, this, [this] { askForReport(QStringLiteral("json")); });
    connect(m_actions->openFolder, &QAction::triggered, this, &MainWindow::showFolder);
    connect(m_actions->quit, &QAction::triggered, this, &MainWindow::close);
    connect(m_actions->resetLayout, &QAction::triggered, this, &MainWindow::defaultLayout);
    connect(m_actions->shortcuts, &QAction::triggered, this, &MainWindow::showShortcuts);
    connect(m_actions->about, &QAction::triggered, this, &MainWindow::showAbout);

    connect(m_actions->themes, &QActionGroup::triggered, this,
            [this](QAction* action) { setTheme(static_cast<ThemeChoice>(action->data().toInt())); });
}

void MainWindow::makeToolBar()
{
    QToolBar* bar = addToolBar(tr("Commands"));
    bar->setObjectName(QStringLiteral("commands"));
    bar->setMovable(false);
    bar->setIconSize({16, 16});
    bar->setContextMenuPolicy(Qt::PreventContextMenu);

    m_openMenu = new QMenu(this);
    m_openMenu->setToolTipsVisible(true);
    connect(m_openMenu, &QMenu::aboutToShow, this, &MainWindow::fillOpenMenu);
    fillOpenMenu();

    QToolButton* open = toolFor(m_actions->open, bar, Qt::ToolButtonTextBesideIcon);
    open->setMenu(m_openMenu);
    open->setPopupMode(QToolButton::MenuButtonPopup);
    bar->addWidget(open);
    bar->addWidget(toolFor(m_actions->save, bar, Qt::ToolButtonIconOnly));
    bar->addSeparator();
    bar->addWidget(toolFor(m_actions->undo, bar, Qt::ToolButtonIconOnly));
    bar->addWidget(toolFor(m_actions->redo, bar, Qt::ToolButtonIconOnly));
    bar->addSeparator();
    auto* start = new PrimaryButton(bar);
    start->setDefaultAction(m_actions->start);
    start->setAccessibleName(tr("Start"));
    bar->addWidget(start);
    for (QAction* action : {m_actions->pause, m_actions->step, m_actions->stop})
        bar->addWidget(toolFor(action, bar, Qt::ToolButtonTextBesideIcon));
    bar->addSeparator();

    // In a row of its own with a stretch: the chip is as wide as its text while there is room, and elided after that.
    auto* row = new QWidget(bar);
    row->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_verdict = new VerdictChip(row);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(6, 3, 6, 3);
    layout->addWidget(m_verdict);
    layout->addStretch();
    bar->addWidget(row);
}

void MainWindow::fillOpenMenu()
{
    m_openMenu->clear();
    m_openMenu->addSection(tr("Presets"));
    for (std::size_t i = 0; i < presets().size(); ++i) {
        QAction* action = m_openMenu->addAction(presets()[i].title, this, [this, i] { openPreset(i); });
        action->setToolTip(presets()[i].description);
        action->setEnabled(m_actions->open->isEnabled());
    }
    const QStringList recent = QSettings().value(kRecent).toStringList();
    if (recent.isEmpty())
        return;
    m_openMenu->addSection(tr("Recent"));
    for (const QString& path : recent) {
        QAction* action = m_openMenu->addAction(QFileInfo(path).fileName(), this, [this, path] {
            afterSaving(tr("Open another experiment?"), tr("Open without Saving"),
                        [this, path] { (void)openFile(path.toStdString()); });
        });
        action->setToolTip(path);
        action->setEnabled(m_actions->open->isEnabled() && QFileInfo::exists(path));
    }
}

void MainWindow::applySavedLook()
{
    const int theme = QSettings().value(kTheme, static_cast<int>(ThemeChoice::System)).toInt();
    for (QAction* action : m_actions->themes->actions())
        action->setChecked(action->data().toInt() == theme);
    applyTheme(*static_cast<QApplication*>(QApplication::instance()), static_cast<ThemeChoice>(theme));
    restorePlace();
}

void MainWindow::setTheme(ThemeChoice choice)
{
    QSettings().setValue(kTheme, static_cast<int>(choice));
    applyTheme(*static_cast<QApplication*>(QApplication::instance()), choice);
}

void MainWindow::showShortcuts()
{
    QString rows;
    const auto row = [&rows](const QString& what, const QString& keys) {
        rows += QStringLiteral("<tr><td>%1&nbsp;&nbsp;&nbsp;</td><td><b>%2</b></td></tr>")
                    .arg(what.toHtmlEscaped(), keys.toHtmlEscaped());
    };
    for (QAction* action : QWidget::actions())
        if (!action->shortcuts().isEmpty())
            row(action->text().remove(QLatin1Char('&')),
                QKeySequence::listToString(action->shortcuts(), QKeySequence::NativeText)
                    .replace(QLatin1String("; "), tr(" or ")));
    row(tr("In a plot: move the cursor, faster"), tr("← →, with Shift"));
    row(tr("In a plot: zoom"), tr("+ −, wheel"));
    row(tr("In a plot: show everything"), tr("0, Home, double click"));
    row(tr("In a plot: leave the cursor"), tr("Esc"));
    row(tr("In the settings: edit"), tr("F2, double click"));
    notice(this, tr("Keyboard Shortcuts"), QStringLiteral("<table cellspacing='3'>%1</table>").arg(rows));
}

void MainWindow::showAbout()
{
    notice(this, tr("About Tandem"),
           tr("<h3>Tandem %1</h3><p>Trains one model on two devices side by side and says where and why they part.</p>"
              "<p>Qt %2</p><p>Free software under the GNU General Public License, version 3 or later.</p>")
               .arg(QStringLiteral(TANDEM_VERSION), QString::fromLatin1(qVersion())));
}

void MainWindow::remember(const QString& path)
{
    constexpr qsizetype kKept = 8;
    QSettings settings;
    QStringList recent = settings.value(kRecent).toStringList();
    recent.removeAll(path);
    recent.prepend(path);
    settings.setValue(kRecent, recent.mid(0, kKept));
}

}  // namespace tandem::ui

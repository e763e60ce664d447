// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/window_fixture.h"

#include "ui/models/config_model.h"
#include "ui/panels/config_panel.h"
#include "ui/panels/findings_panel.h"
#include "ui/panels/plot_box.h"
#include "ui/panels/plots_panel.h"
#include "ui/panels/runs_panel.h"
#include "ui/widgets/message_strip.h"
#include "ui/widgets/primary_button.h"
#include "ui/widgets/verdict_chip.h"
#include "ui/window_actions.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QHeaderView>
#include <QMenu>
#include <QMenuBar>
#include <QScrollArea>
#include <QTableView>

#include <algorithm>
#include <set>
#include <vector>

namespace tandem::ui {
namespace {

class Window : public WindowTest {
protected:
    /// The index of a setting in the table as it is shown.
    QModelIndex setting(const QString& path, int column)
    {
        const QAbstractItemModel* model = window->config().table()->model();
        for (int row = 0; row < model->rowCount(); ++row)
            if (model->index(row, 0).data(ConfigModel::PathRole).toString() == path)
                return model->index(row, column);
        return {};
    }

    bool edit(const QString& path, int column, const QString& value)
    {
        return window->config().table()->model()->setData(setting(path, column), value, Qt::EditRole);
    }

    MessageStrip* refusal() { return window->config().findChild<MessageStrip*>(); }
};

TEST_F(Window, OpensWithThePresetAndNothingRunning)
{
    openWindow();
    EXPECT_EQ(session->phase(), Phase::Idle);
    EXPECT_TRUE(window->windowTitle().startsWith(QStringLiteral("mnist-cpu-vs-mps")));
    EXPECT_EQ(window->runs().cards().size(), 2u);
    EXPECT_TRUE(window->actions().start->isEnabled());
    for (const QAction* action :
         {window->actions().pause, window->actions().step, window->actions().stop, window->actions().exportHtml})
        EXPECT_FALSE(action->isEnabled()) << action->text().toStdString();
    EXPECT_TRUE(window->messages().isHidden());
}

TEST_F(Window, RunsToTheEndAndKeepsWhatItMeasured)
{
    openWindow();
    openExperiment();
    ASSERT_TRUE(runThrough());
    ASSERT_TRUE(session->record().verdict);
    EXPECT_EQ(session->record().verdict->kind, VerdictKind::Agree);
    EXPECT_EQ(run(0).stepsDone(), 64);
    EXPECT_EQ(run(1).stepsDone(), 64);
    EXPECT_TRUE(std::filesystem::exists(session->folder() / "events.jsonl"));
    EXPECT_TRUE(window->actions().start->isEnabled());
    EXPECT_TRUE(window->actions().exportHtml->isEnabled());
    EXPECT_TRUE(window->findChild<VerdictChip*>()->text().contains(QStringLiteral("agree")));
}

TEST_F(Window, CommandsFollowThePhase)
{
    test::FakeBehaviour slow;
    slow.stepTime = std::chrono::milliseconds(2);
    openWindow(slow);
    openExperiment();
    WindowActions& actions = window->actions();

    actions.startPaused->trigger();
    EXPECT_EQ(session->phase(), Phase::Paused);
    EXPECT_FALSE(actions.start->isEnabled());
    EXPECT_FALSE(actions.open->isEnabled());
    EXPECT_EQ(actions.pause->text(), QStringLiteral("Resume"));
    ASSERT_TRUE(waitFor([this] {
        return session->record().runs.size() == 2 && run(0).state == RunState::Paused
               && run(1).state == RunState::Paused;
    }));
    EXPECT_EQ(run(0).stepsDone(), 0);

    actions.step->trigger();
    ASSERT_TRUE(waitFor([this] { return run(0).stepsDone() == 1 && run(1).stepsDone() == 1; }));
    EXPECT_FALSE(waitFor([this] { return run(0).stepsDone() > 1; }, 100)) << "one step means one step";

    actions.pause->trigger();
    EXPECT_EQ(session->phase(), Phase::Running);
    EXPECT_EQ(actions.pause->text(), QStringLiteral("Pause"));
    EXPECT_FALSE(actions.step->isEnabled());
    ASSERT_TRUE(waitFor([this] { return run(0).stepsDone() > 5; }));

    actions.stop->trigger();
    EXPECT_EQ(session->phase(), Phase::Stopping);
    EXPECT_FALSE(actions.stop->isEnabled());
    ASSERT_TRUE(waitUntilOver());
    ASSERT_TRUE(run(0).end);
    EXPECT_EQ(run(0).end->outcome, Outcome::Cancelled);
    EXPECT_GT(run(0).loss.size(), 0u);
}

TEST_F(Window, SecondStartBeginsAnew)
{
    openWindow();
    openExperiment();
    ASSERT_TRUE(runThrough());
    const std::string first = session->record().start.id;
    window->actions().start->trigger();
    EXPECT_TRUE(session->record().runs.empty());
    ASSERT_TRUE(waitUntilOver());
    EXPECT_NE(session->record().start.id, first);
    EXPECT_EQ(run(0).stepsDone(), 64);
}

TEST_F(Window, RefusedEditIsExplainedAndChangesNothing)
{
    openWindow();
    openExperiment();
    const Json before = session->document().file().document;
    EXPECT_FALSE(edit(QStringLiteral("batch_size"), 1, QStringLiteral("-3")));
    EXPECT_EQ(session->document().file().document, before);
    EXPECT_FALSE(refusal()->isHidden());
    EXPECT_TRUE(refusal()->text().contains(QStringLiteral("batch_size"))) << refusal()->text().toStdString();

    EXPECT_TRUE(edit(QStringLiteral("batch_size"), 1, QStringLiteral("16")));
    EXPECT_TRUE(refusal()->isHidden());
    EXPECT_EQ(session->document().file().experiment.batchSize, 16);
}

TEST_F(Window, EditOfOneRunBecomesItsDifference)
{
    openWindow();
    openExperiment();
    EXPECT_TRUE(edit(QStringLiteral("optimizer.adam.lr"), 2, QStringLiteral("0.1")));
    EXPECT_TRUE(setting(QStringLiteral("optimizer.adam.lr"), 2).data(ConfigModel::DiffersRole).toBool());
    EXPECT_TRUE(window->isWindowModified());
    window->actions().undo->trigger();
    EXPECT_FALSE(setting(QStringLiteral("optimizer.adam.lr"), 2).data(ConfigModel::DiffersRole).toBool());
    EXPECT_FALSE(window->isWindowModified());
}

TEST_F(Window, SaysWhenTheExperimentIsNoLongerTheOneCompared)
{
    openWindow();
    openExperiment();
    ASSERT_TRUE(runThrough());
    EXPECT_TRUE(window->messages().isHidden());
    EXPECT_TRUE(edit(QStringLiteral("epochs"), 1, QStringLiteral("1")));
    EXPECT_FALSE(window->messages().isHidden());
    ASSERT_NE(messageButton(QStringLiteral("Start Again")), nullptr);
    window->actions().undo->trigger();
    EXPECT_TRUE(window->messages().isHidden());
}

TEST_F(Window, FailedRunIsToldOnItsCardWithoutADialog)
{
    test::FakeBehaviour failing;
    failing.throwAtStep = 20;
    openWindow(failing);
    openExperiment();
    ASSERT_TRUE(runThrough());
    EXPECT_EQ(run(1).state, RunState::Failed);
    EXPECT_EQ(run(0).state, RunState::Finished);
    EXPECT_TRUE(
        window->runs().cards()[1]->accessibleDescription().contains(QStringLiteral("expected scalar type Long")));
    EXPECT_EQ(QApplication::activeModalWidget(), nullptr);
}

TEST_F(Window, AbsentDeviceIsToldBeforeAndAfterStart)
{
    test::FakeBehaviour absent;
    absent.secondDeviceAbsent = true;
    openWindow(absent);
    openExperiment();
    EXPECT_TRUE(
        window->runs().cards()[1]->accessibleDescription().contains(QStringLiteral("switched off for this test")));
    ASSERT_TRUE(runThrough());
    EXPECT_TRUE(window->messages().text().contains(QStringLiteral("switched off for this test")));
    EXPECT_EQ(QApplication::activeModalWidget(), nullptr);
}

TEST_F(Window, MissingDataIsToldOverThePlots)
{
    openWindow();
    openExperiment();
    std::filesystem::remove(folder.path() / "train-images-idx3-ubyte");
    ASSERT_TRUE(runThrough());
    ASSERT_TRUE(session->error());
    EXPECT_FALSE(window->messages().isHidden());
    EXPECT_TRUE(window->findChild<VerdictChip*>()->text().startsWith(QStringLiteral("Failed")));
}

TEST_F(Window, EverythingThatTakesTheFocusHasAName)
{
    openWindow();
    openExperiment(kFloatLabels);
    ASSERT_TRUE(runThrough());
    for (QDockWidget* dock : window->findChildren<QDockWidget*>())
        dock->show();
    for (const QWidget* widget : window->findChildren<QWidget*>()) {
        const bool ownsName = !widget->accessibleName().isEmpty();
        const bool inner = widget->objectName().startsWith(QLatin1String("qt_")) || widget->inherits("QMenu")
                           || widget->inherits("QTabBar");
        const bool takesFocus = widget->isVisible() && (widget->focusPolicy() & Qt::TabFocus) && !inner;
        EXPECT_TRUE(ownsName || !takesFocus)
            << widget->metaObject()->className() << " in " << widget->parentWidget()->metaObject()->className();
    }
}

TEST_F(Window, TabGoesThroughTheWindowAsItIsRead)
{
    openWindow();
    QWidget* const start = window->findChild<PrimaryButton*>();
    std::vector<const QWidget*> order;
    for (QWidget* widget = start->nextInFocusChain(); widget != start; widget = widget->nextInFocusChain())
        order.push_back(widget);
    const auto place
        = [&](const QWidget* widget) { return std::find(order.begin(), order.end(), widget) - order.begin(); };
    EXPECT_LT(place(window->findChild<VerdictChip*>()), place(window->config().table()));
    EXPECT_LT(place(window->config().table()), place(&window->plots().loss().plot()));
    EXPECT_LT(place(&window->plots().loss().plot()), place(window->findings().findChild<QScrollArea*>()));
}

TEST_F(Window, NoTwoCommandsShareAShortcut)
{
    openWindow();
    std::set<QString> seen;
    for (const QAction* action : window->QWidget::actions())
        for (const QKeySequence& keys : action->shortcuts())
            EXPECT_TRUE(seen.insert(keys.toString()).second) << keys.toString().toStdString();
}

TEST_F(Window, EveryCommandIsInAMenu)
{
    openWindow();
    std::set<const QAction*> listed;
    const std::function<void(const QMenu*)> collect = [&](const QMenu* menu) {
        for (const QAction* action : menu->actions()) {
            listed.insert(action);
            if (action->menu())
                collect(action->menu());
        }
    };
    for (const QAction* action : window->menuBar()->actions())
        collect(action->menu());
    for (const QAction* action : window->QWidget::actions())
        EXPECT_TRUE(listed.count(action)) << action->text().toStdString();
}

TEST_F(Window, DocksCanBeFoundAgainAndPutBack)
{
    openWindow();
    for (QDockWidget* dock : window->findChildren<QDockWidget*>()) {
        EXPECT_FALSE(dock->objectName().isEmpty()) << dock->windowTitle().toStdString();
        dock->hide();
    }
    window->actions().resetLayout->trigger();
    for (const char* name : {"experiment", "runs", "findings"})
        EXPECT_FALSE(window->findChild<QDockWidget*>(QString::fromLatin1(name))->isHidden()) << name;
    EXPECT_TRUE(window->findChild<QDockWidget*>(QStringLiteral("log"))->isHidden());
}

TEST_F(Window, LayoutIsKeptFromOneWindowToTheNext)
{
    openWindow();
    QDockWidget* dock = window->findChild<QDockWidget*>(QStringLiteral("log"));
    dock->show();
    EXPECT_TRUE(window->close());
    window = std::make_unique<MainWindow>(*session, *devices, log);
    window->applySavedLook();
    window->show();
    EXPECT_FALSE(window->findChild<QDockWidget*>(QStringLiteral("log"))->isHidden());
}

}  // namespace
}  // namespace tandem::ui

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/window_fixture.h"

#include "ui/panels/matrix_panel.h"
#include "ui/panels/plot_box.h"
#include "ui/panels/plot_view.h"
#include "ui/panels/plots_panel.h"
#include "ui/widgets/legend_entry.h"
#include "ui/widgets/theme.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QSlider>
#include <QTableView>
#include <QTest>

namespace tandem::ui {
namespace {

class Plots : public WindowTest {
protected:
    PlotBox& loss() { return window->plots().loss(); }
};

TEST_F(Plots, CurvesGrowWhileRunsTrain)
{
    test::FakeBehaviour slow;
    slow.stepTime = std::chrono::milliseconds(2);
    openWindow(slow);
    openExperiment();
    EXPECT_TRUE(loss().plot().curves().empty());
    session->start();
    ASSERT_TRUE(waitFor([this] { return loss().plot().curves().size() == 4 && loss().plot().drawnPoints() > 10; }));
    EXPECT_TRUE(session->isLive());
    EXPECT_EQ(loss().plot().curves()[0].role, 0u) << "the baseline is solid";
    EXPECT_NE(loss().plot().curves()[2].role, 0u) << "others are dashed";
    const std::size_t few = loss().plot().drawnPoints();
    ASSERT_TRUE(waitUntilOver());
    ASSERT_TRUE(waitFor([&] { return loss().plot().drawnPoints() > few; }));
}

TEST_F(Plots, LegendShowsTheNewestValueOrTheOneAtTheCursor)
{
    openWindow();
    openExperiment();
    ASSERT_TRUE(runThrough());
    ASSERT_EQ(loss().legend().size(), 4u);
    const QString newest = loss().legend()[0]->value();
    Q_EMIT loss().plot().cursorWanted(0);
    const QString first = loss().legend()[0]->value();
    EXPECT_NE(first, newest);
    Q_EMIT loss().plot().cursorLeft();
    EXPECT_EQ(loss().legend()[0]->value(), newest);
}

TEST_F(Plots, HiddenCurveStaysHiddenInTheNextComparison)
{
    openWindow();
    openExperiment();
    ASSERT_TRUE(runThrough());
    loss().legend()[1]->click();
    ASSERT_TRUE(runThrough());
    EXPECT_FALSE(loss().legend()[1]->isChecked());
    EXPECT_TRUE(loss().legend()[0]->isChecked());
}

TEST_F(Plots, SmoothingAndScalesKeepTheCurves)
{
    openWindow();
    openExperiment();
    ASSERT_TRUE(runThrough());
    window->plots().findChild<QSlider*>()->setValue(0);
    for (QAction* command : window->plots().commands())
        command->trigger();
    EXPECT_TRUE(waitFor([this] { return loss().plot().drawnPoints() > 10; }));
    EXPECT_EQ(loss().plot().curves().size(), 4u);
    const auto values = loss().plot().values();
    ASSERT_TRUE(values[0]);
    EXPECT_DOUBLE_EQ(*values[0], run(0).loss.lastValue()) << "without smoothing the line is the raw curve";
}

TEST_F(Plots, ThemeCanChangeWhileCurvesAreDrawn)
{
    openWindow();
    openExperiment();
    ASSERT_TRUE(runThrough());
    auto& application = *static_cast<QApplication*>(QApplication::instance());
    applyTheme(application, ThemeChoice::Dark);
    QTest::qWait(30);
    EXPECT_EQ(loss().plot().curves().size(), 4u);
    applyTheme(application, ThemeChoice::Light);
    EXPECT_TRUE(waitFor([this] { return loss().plot().drawnPoints() > 10; }));
}

TEST_F(Plots, KeysMoveTheCursor)
{
    openWindow();
    openExperiment();
    ASSERT_TRUE(runThrough());
    QTest::keyClick(&loss().plot(), Qt::Key_Home);
    const QString newest = loss().legend()[0]->value();
    QTest::keyClick(&loss().plot(), Qt::Key_Left);
    EXPECT_NE(loss().legend()[0]->value(), newest);
    QTest::keyClick(&loss().plot(), Qt::Key_Escape);
    EXPECT_EQ(loss().legend()[0]->value(), newest);
}

TEST_F(Plots, MatrixHasACellForEveryPair)
{
    openWindow();
    openExperiment();
    auto* matrix = window->findChild<MatrixPanel*>();
    const QAbstractItemModelTester tester(matrix->table()->model(),
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    ASSERT_TRUE(runThrough());
    const QAbstractItemModel* model = matrix->table()->model();
    ASSERT_EQ(model->rowCount(), 2);
    for (int row = 0; row < 2; ++row)
        for (int column = 0; column < 2; ++column)
            EXPECT_TRUE(model->index(row, column).data().toString().contains(QStringLiteral("loss")));
}

TEST(PlotView, WholeGrowsInStridesWhileLiveAndFitsAtTheEnd)
{
    PlotView view;
    view.take(0, 0, true);
    EXPECT_NEAR(view.to(), 100, 2);
    view.take(50, 938, true);
    EXPECT_NEAR(view.to(), 100, 2) << "nothing moves as long as there is room";
    view.take(150, 938, true);
    EXPECT_NEAR(view.to(), 200, 4);
    view.take(900, 938, true);
    EXPECT_NEAR(view.to(), 938, 12) << "never beyond what will be";
    view.take(400, 938, false);
    EXPECT_NEAR(view.to(), 400, 6) << "stopped early";
    EXPECT_LE(view.from(), 0);
}

TEST(PlotView, LooksWhereTheUserWants)
{
    PlotView view;
    view.take(500, 938, true);
    view.look(100, 200);
    EXPECT_EQ(view.mode(), PlotView::Mode::Fixed);
    view.take(600, 938, true);
    EXPECT_DOUBLE_EQ(view.from(), 100);
    EXPECT_DOUBLE_EQ(view.to(), 200);
    view.setMode(PlotView::Mode::Whole);
    EXPECT_GE(view.to(), 600);
}

TEST(PlotView, FollowsTheNewestStep)
{
    PlotView view;
    view.take(5000, 9380, true);
    view.look(4000, 4200);
    view.setMode(PlotView::Mode::Follow);
    EXPECT_NEAR(view.to(), 5000, 10);
    EXPECT_NEAR(view.to() - view.from(), 200, 1e-6);
    view.take(6000, 9380, true);
    EXPECT_NEAR(view.to(), 6000, 10);
    view.look(1000, 1200);
    EXPECT_EQ(view.mode(), PlotView::Mode::Fixed) << "the user has left the newest step";
}

TEST(PlotView, NeverTurnsInsideOut)
{
    PlotView view;
    view.take(100, 100, false);
    view.look(50, 50);
    EXPECT_LT(view.from(), view.to());
    view.look(-1e9, 1e9);
    EXPECT_LT(view.to() - view.from(), 1e4);
    view.look(1e6, 1e6 + 10);
    EXPECT_LT(view.from(), 1e3);
}

}  // namespace
}  // namespace tandem::ui

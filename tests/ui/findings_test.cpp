// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/window_fixture.h"

#include "ui/models/config_model.h"
#include "ui/panels/config_panel.h"
#include "ui/panels/finding_card.h"
#include "ui/panels/findings_panel.h"
#include "ui/panels/verdict_card.h"
#include "ui/widgets/fold.h"
#include "ui/widgets/message_strip.h"
#include "ui/window_actions.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QPushButton>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace tandem::ui {
namespace {

class Findings : public WindowTest {
protected:
    FindingCard* card(const std::string& rule)
    {
        for (FindingCard* each : window->findings().cards())
            if (each->finding().rule == rule)
                return each;
        return nullptr;
    }

    static QToolButton* button(const QWidget* parent, const QString& text)
    {
        for (QToolButton* each : parent->findChildren<QToolButton*>())
            if (each->text() == text)
                return each;
        return nullptr;
    }
};

TEST_F(Findings, ErrorBeforeTheFirstStepBlocksAndIsExplained)
{
    openWindow();
    openExperiment(kFloatLabels);
    ASSERT_TRUE(runThrough());
    EXPECT_TRUE(session->isBlocked());
    EXPECT_EQ(run(0).stepsDone(), 0);
    EXPECT_FALSE(window->messages().isHidden());

    FindingCard* labels = card("label-dtype");
    ASSERT_NE(labels, nullptr);
    EXPECT_TRUE(labels->text().contains(QStringLiteral("before the first step"))) << labels->text().toStdString();
    EXPECT_TRUE(labels->text().contains(QStringLiteral("float32")));
    EXPECT_TRUE(labels->fixButton()->isEnabled());
    EXPECT_TRUE(labels->fixButton()->toolTip().contains(QStringLiteral("step.label_dtype: float32 → int64")))
        << labels->fixButton()->toolTip().toStdString();
}

TEST_F(Findings, FixRemovesTheCauseAndCanBeUndone)
{
    openWindow();
    openExperiment(kFloatLabels);
    const Json before = session->document().file().document;
    ASSERT_TRUE(runThrough());
    ASSERT_NE(card("label-dtype"), nullptr);

    card("label-dtype")->fixButton()->click();
    EXPECT_NE(session->document().file().document, before);
    EXPECT_FALSE(card("label-dtype")->fixButton()->isEnabled());
    window->actions().undo->trigger();
    EXPECT_EQ(session->document().file().document, before);
    EXPECT_TRUE(card("label-dtype")->fixButton()->isEnabled());

    window->actions().redo->trigger();
    ASSERT_NE(messageButton(QStringLiteral("Start Again")), nullptr);
    messageButton(QStringLiteral("Start Again"))->click();
    ASSERT_TRUE(waitUntilOver());
    EXPECT_FALSE(session->isBlocked());
    EXPECT_TRUE(window->findings().cards().empty());
    EXPECT_EQ(session->record().verdict->kind, VerdictKind::Agree);
}

TEST_F(Findings, TrainsAnywayAndFoldsTheSymptomUnderItsCause)
{
    openWindow();
    openExperiment(kFloatLabels);
    ASSERT_TRUE(runThrough());
    ASSERT_NE(messageButton(QStringLiteral("Train Anyway")), nullptr);
    messageButton(QStringLiteral("Train Anyway"))->click();
    EXPECT_TRUE(session->isLive());
    ASSERT_TRUE(waitUntilOver());
    EXPECT_EQ(run(1).stepsDone(), 64);

    ASSERT_NE(card("chance-level"), nullptr);
    EXPECT_EQ(window->findings().cards().front(), card("label-dtype"));
    EXPECT_FALSE(card("chance-level")->isVisible()) << "explained by the labels, so folded";
    const auto folds = window->findings().findChildren<Fold*>();
    const auto fold
        = std::find_if(folds.begin(), folds.end(), [&](Fold* f) { return f->isAncestorOf(card("chance-level")); });
    ASSERT_NE(fold, folds.end());
    (*fold)->setOpen(true);
    EXPECT_TRUE(card("chance-level")->isVisible());
}

TEST_F(Findings, ShowLeadsToTheSetting)
{
    openWindow();
    openExperiment(kFloatLabels);
    ASSERT_TRUE(runThrough());
    button(card("label-dtype"), QStringLiteral("Show"))->click();
    EXPECT_EQ(window->config().table()->currentIndex().data(ConfigModel::PathRole).toString(),
              QStringLiteral("step.label_dtype"));
}

TEST_F(Findings, CanBeCopiedAndExplained)
{
    openWindow();
    openExperiment(kFloatLabels);
    ASSERT_TRUE(runThrough());
    button(card("label-dtype"), QStringLiteral("Copy"))->click();
    EXPECT_EQ(QApplication::clipboard()->text(), card("label-dtype")->text());
    EXPECT_TRUE(QApplication::clipboard()->text().contains(QStringLiteral("What to do:")));
    EXPECT_NE(button(card("label-dtype"), QStringLiteral("About")), nullptr);
}

TEST_F(Findings, KeysWalkThroughTheCards)
{
    test::FakeBehaviour sick;
    sick.nanFromStep = 30;
    openWindow(sick);
    openExperiment();
    ASSERT_TRUE(runThrough());
    ASSERT_GE(window->findings().cards().size(), 2u);
    window->activateWindow();
    window->actions().nextFinding->trigger();
    EXPECT_EQ(window->focusWidget(), window->findings().cards()[0]);
    window->actions().nextFinding->trigger();
    EXPECT_EQ(window->focusWidget(), window->findings().cards()[1]);
    window->actions().previousFinding->trigger();
    EXPECT_EQ(window->focusWidget(), window->findings().cards()[0]);
}

TEST_F(Findings, VerdictIsTheWordOfTheRecord)
{
    openWindow();
    openExperiment();
    VerdictCard* verdict = window->findings().findChild<VerdictCard*>();
    EXPECT_TRUE(verdict->isHidden());
    ASSERT_TRUE(runThrough());
    EXPECT_FALSE(verdict->isHidden());
    EXPECT_EQ(verdict->accessibleName(), QStringLiteral("Verdict: agree"));
}

TEST_F(Findings, AnotherExperimentTakesTheOldFindingsAway)
{
    openWindow();
    openExperiment(kFloatLabels);
    ASSERT_TRUE(runThrough());
    EXPECT_FALSE(window->findings().cards().empty());
    openExperiment();
    EXPECT_TRUE(window->findings().cards().empty());
    EXPECT_EQ(session->phase(), Phase::Idle);
    EXPECT_TRUE(window->messages().isHidden());
}

}  // namespace
}  // namespace tandem::ui

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/window_fixture.h"

#include "core/faults/fault.h"
#include "ui/dialogs/fault_dialog.h"
#include "ui/models/fault_filter.h"
#include "ui/models/fault_model.h"
#include "ui/models/matrix_model.h"
#include "ui/panels/finding_card.h"
#include "ui/panels/findings_panel.h"
#include "ui/panels/plot_box.h"
#include "ui/panels/plots_panel.h"
#include "ui/panels/runs_panel.h"
#include "ui/panels/verdict_card.h"
#include "ui/widgets/legend_entry.h"
#include "ui/widgets/message_strip.h"
#include "ui/widgets/tag.h"
#include "ui/widgets/verdict_chip.h"
#include "ui/window_actions.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

namespace tandem::ui {
namespace {

class Faults : public WindowTest {
protected:
    void openDialog(const std::string& changes = "{}")
    {
        openWindow();
        openExperiment(changes);
        window->actions().faults->trigger();
        dialog = window->findChild<FaultDialog*>();
        ASSERT_NE(dialog, nullptr);
    }

    template<class Widget>
    Widget* part(const char* name)
    {
        return dialog->findChild<Widget*>(QString::fromLatin1(name));
    }

    QModelIndex row(const std::string& id)
    {
        auto* filter = qobject_cast<FaultFilter*>(dialog->list().model());
        return filter->mapFromSource(dialog->model().find(id));
    }

    void check(const std::string& id, bool checked = true)
    {
        dialog->list().setCurrentIndex(row(id));
        EXPECT_TRUE(dialog->list().model()->setData(row(id), checked ? Qt::Checked : Qt::Unchecked, Qt::CheckStateRole));
    }

    int shownFaults()
    {
        const QAbstractItemModel* model = dialog->list().model();
        int count = 0;
        for (int group = 0; group < model->rowCount(); ++group)
            count += model->rowCount(model->index(group, 0));
        return count;
    }

    void type(const char* name, const QString& text)
    {
        auto* line = part<QLineEdit>(name);
        ASSERT_NE(line, nullptr) << name;
        line->selectAll();
        QTest::keyClicks(line, text);
        QTest::keyClick(line, Qt::Key_Return);
    }

    Json faults(std::size_t run)
    {
        const Json& own = session->document().file().document["runs"][run];
        return own.contains("with") ? own["with"].value("faults", Json()) : Json();
    }

    QStringList tags(std::size_t run)
    {
        QStringList texts;
        for (const Tag* tag : window->runs().cards()[run]->findChildren<Tag*>())
            if (!tag->isHidden())
                texts << tag->text();
        return texts;
    }

    FaultDialog* dialog = nullptr;
};

const QString kInjected = QStringLiteral("fault injected"), kInactive = QStringLiteral("fault inactive");

TEST_F(Faults, DialogListsTheWholeLibraryBesideTheWindow)
{
    openDialog();
    EXPECT_TRUE(dialog->isVisible());
    EXPECT_FALSE(dialog->isModal());
    EXPECT_EQ(shownFaults(), static_cast<int>(faultLibrary().size()));
    for (const FaultInfo& fault : faultLibrary())
        EXPECT_EQ(row(fault.id).data().toString().toStdString(), fault.title);
    EXPECT_EQ(part<QComboBox>("run")->currentIndex(), 1) << "the run on the emulated device";
    for (const QWidget* widget : dialog->findChildren<QWidget*>()) {
        const bool inner = widget->objectName().startsWith(QLatin1String("qt_"))
                           || widget->parentWidget()->inherits("QAbstractSpinBox");
        EXPECT_TRUE(!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus) || inner
                    || !widget->accessibleName().isEmpty()
                    || (widget->inherits("QAbstractButton") && !widget->property("text").toString().isEmpty()))
            << widget->metaObject()->className();
    }
}

TEST_F(Faults, ModelIsOne)
{
    openWindow();
    openExperiment();
    FaultModel model(session->document(), *devices);
    FaultFilter filter;
    filter.setSourceModel(&model);
    const QAbstractItemModelTester testers[] = {QAbstractItemModelTester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal),
                                                QAbstractItemModelTester(&filter, QAbstractItemModelTester::FailureReportingMode::Fatal)};
    model.setRun(1);
    EXPECT_TRUE(model.choose(*findFault("wrap-16bit"), true));
    filter.setChosenOnly(true);
    EXPECT_EQ(filter.rowCount(), 1);
    EXPECT_TRUE(session->document().setText(session->document().text().replace(
        QStringLiteral("\"wrap-16bit\""), QStringLiteral(R"({"id": "mine", "op": "aten::add", "do": {"scale": {"by": 2}}})"))));
    EXPECT_EQ(filter.rowCount(), 1) << "the group of own faults";
    session->document().undoStack().undo();
    session->document().undoStack().undo();
    EXPECT_EQ(filter.rowCount(), 0);
}

TEST_F(Faults, SearchLooksAtIdTitleTextAndCases)
{
    openDialog();
    auto* search = part<QLineEdit>("search");
    search->setText(QStringLiteral("wrap-16"));
    EXPECT_EQ(shownFaults(), 1);
    search->setText(QStringLiteral("BATCH index"));
    EXPECT_TRUE(row("wrap-16bit").isValid()) << "the title";
    search->setText(QStringLiteral("one-hot"));
    EXPECT_TRUE(row("lab-float-accept-badgrad").isValid()) << "the text";
    search->setText(QStringLiteral("O20"));
    EXPECT_TRUE(row("emb-padding-grad").isValid()) << "modelled on";
    search->setText(QStringLiteral("no such thing"));
    EXPECT_EQ(shownFaults(), 0);
    search->clear();
    EXPECT_EQ(shownFaults(), static_cast<int>(faultLibrary().size()));
}

TEST_F(Faults, CheckingAddsToTheDocumentAndCanBeUndone)
{
    openDialog();
    const Json before = session->document().file().document;
    check("wrap-16bit");
    EXPECT_EQ(faults(1), Json::array({"wrap-16bit"}));
    EXPECT_TRUE(faults(0).is_null());
    EXPECT_TRUE(window->isWindowModified());
    check("leak");
    EXPECT_EQ(faults(1), Json::array({"wrap-16bit", "leak"}));
    window->actions().undo->trigger();
    EXPECT_EQ(faults(1), Json::array({"wrap-16bit"}));
    EXPECT_EQ(row("leak").data(Qt::CheckStateRole).toInt(), Qt::Unchecked);
    check("wrap-16bit", false);
    EXPECT_EQ(session->document().file().document, before);
}

TEST_F(Faults, KnobWritesTheObjectForm)
{
    openDialog();
    dialog->list().setCurrentIndex(row("wrap-16bit"));
    EXPECT_FALSE(part<QLineEdit>("knob-limit")->isEnabled()) << "not injected yet";
    part<QCheckBox>("inject")->click();
    type("knob-limit", QStringLiteral("64"));
    EXPECT_EQ(faults(1), Json::parse(R"([{"id": "wrap-16bit", "limit": 64}])"));
    type("knob-ops", QStringLiteral("aten::addmm"));
    part<QSpinBox>("from-step")->setValue(10);
    EXPECT_EQ(faults(1), Json::parse(R"([{"id": "wrap-16bit", "limit": 64, "ops": ["aten::addmm"], "from_step": 10}])"));

    type("knob-limit", QStringLiteral("many"));
    EXPECT_EQ(faults(1)[0]["limit"], 64) << "refused";
    EXPECT_FALSE(dialog->findChild<MessageStrip*>()->isHidden());
    EXPECT_EQ(part<QLineEdit>("knob-limit")->text(), QStringLiteral("64"));

    window->actions().undo->trigger();
    EXPECT_EQ(part<QSpinBox>("from-step")->value(), 0) << "the fields follow the document";
    window->actions().undo->trigger();
    window->actions().undo->trigger();
    EXPECT_EQ(faults(1), Json::array({"wrap-16bit"}));
    EXPECT_EQ(part<QLineEdit>("knob-limit")->text(), QStringLiteral("65536"));
}

TEST_F(Faults, WhatCannotActIsDisabledWithTheReason)
{
    openDialog();
    EXPECT_FALSE(dialog->list().model()->setData(row("cpu-wrong-grad"), Qt::Checked, Qt::CheckStateRole));
    EXPECT_FALSE(row("cpu-wrong-grad").flags() & Qt::ItemIsUserCheckable);
    EXPECT_TRUE(row("cpu-wrong-grad").data(Qt::ToolTipRole).toString().contains(QStringLiteral("Acts on the CPU")));
    dialog->list().setCurrentIndex(row("cpu-wrong-grad"));
    EXPECT_FALSE(part<QCheckBox>("inject")->isEnabled());

    dialog->showRun(0);
    EXPECT_TRUE(row("cpu-wrong-grad").flags() & Qt::ItemIsUserCheckable);
    EXPECT_FALSE(row("wrap-16bit").flags() & Qt::ItemIsUserCheckable);
    check("cpu-wrong-grad");
    EXPECT_EQ(faults(0), Json::array({"cpu-wrong-grad"}));
    EXPECT_TRUE(faults(1).is_null());
}

TEST_F(Faults, OwnFaultsAreListedAndKept)
{
    const std::string own = R"({"id": "mine", "op": "aten::add", "do": {"scale": {"by": 2}}})";
    openDialog(R"({"runs": [{"name": "CPU", "device": "cpu"},
                   {"name": "MPS", "device": "mps-emulated", "with": {"faults": [)" + own + R"(, "leak"]}}]})");
    ASSERT_TRUE(row("mine").isValid());
    EXPECT_TRUE(row("mine").parent().data().toString().startsWith(QStringLiteral("Own fault")));
    EXPECT_FALSE(row("mine").flags() & Qt::ItemIsUserCheckable);
    EXPECT_EQ(tags(1).count(kInjected), 1);
    check("wrap-16bit");
    check("leak", false);
    EXPECT_EQ(faults(1), Json::array({Json::parse(own), "wrap-16bit"}));
    dialog->model().removeAll();
    EXPECT_EQ(faults(1), Json::array({Json::parse(own)}));
}

TEST_F(Faults, CardTellsBeforeTheStartAndOpensTheDialog)
{
    openWindow();
    openExperiment();
    EXPECT_FALSE(tags(1).contains(kInjected));
    auto* button = window->runs().cards()[0]->findChild<QToolButton*>();
    button->click();
    dialog = window->findChild<FaultDialog*>();
    ASSERT_NE(dialog, nullptr);
    EXPECT_EQ(dialog->model().run(), 0u);
    dialog->showRun(1);
    check("wrap-16bit");
    EXPECT_TRUE(tags(1).contains(kInjected));
    EXPECT_FALSE(tags(0).contains(kInjected));
    for (const Tag* tag : window->runs().cards()[1]->findChildren<Tag*>()) {
        if (tag->text() == kInjected) {
            EXPECT_TRUE(tag->toolTip().contains(QStringLiteral("The batch index wraps"))) << tag->toolTip().toStdString();
        }
    }

    EXPECT_TRUE(session->document().setValue(1, "device", QStringLiteral("cpu")));
    EXPECT_FALSE(tags(1).contains(kInjected));
    EXPECT_TRUE(tags(1).contains(kInactive));
    EXPECT_TRUE(row("wrap-16bit").data().toString().contains(QStringLiteral("inactive")));
    check("wrap-16bit", false);
    EXPECT_FALSE(tags(1).contains(kInactive));
}

TEST_F(Faults, ResultIsMarkedEverywhere)
{
    openDialog();
    check("wrap-16bit");
    ASSERT_TRUE(runThrough());
    EXPECT_TRUE(tags(1).contains(kInjected));
    EXPECT_FALSE(tags(0).contains(kInjected));
    const QString marked = QStringLiteral("MPS (fault injected)");
    for (PlotBox* box : {&window->plots().loss(), &window->plots().accuracy(), &window->plots().difference()}) {
        const auto& legend = box->legend();
        EXPECT_TRUE(std::any_of(legend.begin(), legend.end(), [&](const LegendEntry* e) { return e->text().startsWith(marked); }));
        EXPECT_TRUE(std::none_of(legend.begin(), legend.end(),
                                 [](const LegendEntry* e) { return e->text().contains(QStringLiteral("CPU (fault")); }));
    }
    ASSERT_TRUE(waitFor([this] { return !session->record().matrix.empty(); }));
    const auto* matrix = window->findChild<MatrixModel*>();
    EXPECT_TRUE(matrix->headerData(1, Qt::Horizontal, Qt::DisplayRole).toString().contains(marked));
    EXPECT_TRUE(matrix->headerData(1, Qt::Vertical, Qt::DisplayRole).toString().contains(marked));
    EXPECT_FALSE(matrix->headerData(0, Qt::Vertical, Qt::DisplayRole).toString().contains(kInjected));
    EXPECT_TRUE(window->findChild<VerdictChip*>()->text().startsWith(QStringLiteral("Fault injected")));
    EXPECT_TRUE(window->findChild<VerdictCard*>()->accessibleDescription().contains(QStringLiteral("The batch index wraps")));
}

TEST_F(Faults, InactiveFaultIsToldAsSuchInTheResult)
{
    openDialog(R"({"runs": [{"name": "CPU", "device": "cpu", "with": {"faults": ["wrap-16bit"]}},
                   {"name": "MPS", "device": "mps-emulated"}]})");
    ASSERT_TRUE(runThrough());
    EXPECT_TRUE(tags(0).contains(kInactive));
    EXPECT_FALSE(tags(0).contains(kInjected));
    EXPECT_FALSE(window->findChild<VerdictChip*>()->text().contains(QStringLiteral("injected")));
    EXPECT_TRUE(window->findChild<VerdictCard*>()->accessibleDescription().contains(QStringLiteral("inactive")));
}

TEST_F(Faults, ChangesWhileLiveActOnTheNextStart)
{
    test::FakeBehaviour slow;
    slow.stepTime = std::chrono::milliseconds(5);
    openWindow(slow);
    openExperiment();
    session->start();
    ASSERT_TRUE(waitFor([this] { return session->record().runs.size() == 2 && run(0).stepsDone() > 0; }));
    window->actions().faults->trigger();
    dialog = window->findChild<FaultDialog*>();
    check("wrap-16bit");
    EXPECT_FALSE(tags(1).contains(kInjected)) << "the cards are those of the comparison";
    EXPECT_TRUE(session->isOutdated());
    ASSERT_TRUE(waitUntilOver());
    EXPECT_TRUE(run(1).preflight->faults.empty());
    ASSERT_TRUE(runThrough());
    EXPECT_EQ(run(1).preflight->faults, std::vector<std::string>{"wrap-16bit"});
}

}  // namespace
}  // namespace tandem::ui

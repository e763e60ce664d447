// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/window_fixture.h"

#include "core/base/text_file.h"
#include "core/store/comparison_folder.h"
#include "ui/widgets/message_strip.h"
#include "ui/window_actions.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QDropEvent>
#include <QMimeData>
#include <QUrl>

namespace tandem::ui {
namespace {

class Files : public WindowTest {
protected:
    void change() { ASSERT_TRUE(session->document().setValue(0, "epochs", QStringLiteral("1"))); }
};

TEST_F(Files, BrokenFileIsRefusedAndThePresentOneStays)
{
    openWindow();
    openExperiment();
    const std::filesystem::path broken = folder.path() / "broken.tandem.json";
    ASSERT_TRUE(replaceFile(
        broken,
        R"({"tandem": 1, "name": "x", "bath_size": 3, "model": {"preset": "mlp"}, "runs": [{"name": "A", "device": "cpu"}]})"));
    EXPECT_FALSE(window->openFile(broken));
    EXPECT_EQ(session->document().file().experiment.name, "small");
    EXPECT_TRUE(window->messages().text().contains(QStringLiteral("bath_size")))
        << window->messages().text().toStdString();
    EXPECT_EQ(QApplication::activeModalWidget(), nullptr);
}

TEST_F(Files, SaveWritesWhatIsOpen)
{
    openWindow();
    openExperiment();
    change();
    EXPECT_TRUE(window->isWindowModified());
    window->actions().save->trigger();
    EXPECT_FALSE(window->isWindowModified());
    const auto again = loadExperiment(folder.path() / "small.tandem.json");
    ASSERT_TRUE(again);
    EXPECT_EQ(again->experiment.epochs, 1);
}

TEST_F(Files, DroppedExperimentIsOpened)
{
    openWindow();
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(QString::fromStdString(writeExperiment(R"({"name": "dropped"})").string()))});
    QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window.get(), &enter);
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent drop(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window.get(), &drop);
    EXPECT_EQ(session->document().file().experiment.name, "dropped");
}

TEST_F(Files, OtherThingsCannotBeDropped)
{
    openWindow();
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(QStringLiteral("/tmp/picture.png"))});
    QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window.get(), &enter);
    EXPECT_FALSE(enter.isAccepted());
}

TEST_F(Files, ReportsAreExported)
{
    openWindow();
    openExperiment();
    ASSERT_TRUE(runThrough());
    const std::filesystem::path page = folder.path() / "report.html", data = folder.path() / "report.json";
    ASSERT_TRUE(window->exportReport(page));
    ASSERT_TRUE(window->exportReport(data));
    EXPECT_NE(readTextFile(page)->find("<svg"), std::string::npos);
    EXPECT_TRUE(Json::parse(*readTextFile(data)).contains("verdict"));
    EXPECT_FALSE(window->exportReport(folder.path() / "missing" / "report.html"));
}

TEST_F(Files, ClosingWhileLiveStopsFirstAndLosesNothing)
{
    test::FakeBehaviour slow;
    slow.stepTime = std::chrono::milliseconds(20);
    openWindow(slow);
    openExperiment();
    session->start();
    ASSERT_TRUE(waitFor([this] { return session->record().runs.size() == 2 && run(0).stepsDone() > 2; }));
    EXPECT_FALSE(window->close()) << "not before the runs have stopped";
    EXPECT_TRUE(window->isVisible());
    EXPECT_EQ(session->phase(), Phase::Stopping);
    ASSERT_TRUE(waitFor([this] { return !window->isVisible(); }));

    const auto stored = readComparison(session->folder());
    ASSERT_TRUE(stored);
    EXPECT_EQ(stored->damagedLines, 0u);
    EXPECT_FALSE(stored->tornTail);
    ASSERT_TRUE(stored->record.end);
    EXPECT_EQ(stored->record.runs[0].loss.size(), run(0).loss.size());
}

TEST_F(Files, ClosingWhileLiveCanBeTakenBack)
{
    test::FakeBehaviour slow;
    slow.stepTime = std::chrono::milliseconds(20);
    openWindow(slow);
    openExperiment();
    session->start();
    ASSERT_TRUE(waitFor([this] { return session->record().runs.size() == 2 && run(0).stepsDone() > 0; }));
    EXPECT_FALSE(window->close());
    ASSERT_NE(messageButton(QStringLiteral("Keep Open")), nullptr);
    messageButton(QStringLiteral("Keep Open"))->click();
    ASSERT_TRUE(waitUntilOver());
    EXPECT_TRUE(window->isVisible());
}

TEST_F(Files, UnsavedChangesAreNotLostByClosing)
{
    openWindow();
    openExperiment();
    change();
    EXPECT_FALSE(window->close());
    ASSERT_NE(messageButton(QStringLiteral("Save")), nullptr);
    messageButton(QStringLiteral("Save"))->click();
    EXPECT_FALSE(window->isVisible());
    EXPECT_EQ(loadExperiment(folder.path() / "small.tandem.json")->experiment.epochs, 1);
}

TEST_F(Files, UnsavedChangesCanBeGivenUp)
{
    openWindow();
    openExperiment();
    change();
    EXPECT_FALSE(window->close());
    ASSERT_NE(messageButton(QStringLiteral("Close without Saving")), nullptr);
    messageButton(QStringLiteral("Close without Saving"))->click();
    EXPECT_FALSE(window->isVisible());
    EXPECT_EQ(loadExperiment(folder.path() / "small.tandem.json")->experiment.epochs, 2);
}

}  // namespace
}  // namespace tandem::ui

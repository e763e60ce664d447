// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/window_fixture.h"

#include "core/base/text_file.h"
#include "ui/widgets/message_strip.h"

#include <QPushButton>
#include <QSettings>
#include <QTest>

namespace tandem::ui {

WindowTest::WindowTest()
{
    QSettings().clear();
    test::writeSmallDataset(folder.path());
}

WindowTest::~WindowTest()
{
    window.reset();
    devices.reset();
    session.reset();
    EXPECT_EQ(factory ? factory->alive() : 0, 0) << "a trainer outlived its comparison";
}

void WindowTest::openWindow(const test::FakeBehaviour& behaviour)
{
    factory = std::make_unique<test::FakeTrainerFactory>(behaviour);
    ComparisonOptions options;
    options.root = folder.path() / "comparisons";
    options.dataFolders = test::sourceDataFolders();
    session = std::make_unique<Session>(*factory, gpu, log, options);
    devices = std::make_unique<DeviceCatalog>(*factory);
    window = std::make_unique<MainWindow>(*session, *devices, log);
    window->resize(1280, 800);
    window->show();
    ASSERT_TRUE(waitFor([this] { return !devices->devices().empty(); }));
}

std::filesystem::path WindowTest::writeExperiment(const std::string& changes, const std::string& name) const
{
    const std::filesystem::path path = folder.path() / name;
    const Status written = replaceFile(path, test::smallExperiment(folder.path(), changes).document.dump(2));
    EXPECT_TRUE(written);
    return path;
}

void WindowTest::openExperiment(const std::string& changes)
{
    const Status opened = window->openFile(writeExperiment(changes));
    ASSERT_TRUE(opened) << describe(opened.error());
}

bool WindowTest::waitFor(const std::function<bool()>& condition, int milliseconds)
{
    return QTest::qWaitFor(condition, milliseconds);
}

bool WindowTest::waitUntilOver()
{
    return waitFor([this] { return session->phase() == Phase::Over; });
}

bool WindowTest::runThrough()
{
    session->start();
    return waitUntilOver();
}

QAbstractButton* WindowTest::messageButton(const QString& text)
{
    for (QPushButton* button : window->messages().findChildren<QPushButton*>())
        if (button->text() == text && !button->isHidden())
            return button;
    return nullptr;
}

}  // namespace tandem::ui

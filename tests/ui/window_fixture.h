// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/log.h"
#include "core/run/executor.h"
#include "tests/support/fake_trainer.h"
#include "tests/support/test_data.h"
#include "ui/bridge/device_catalog.h"
#include "ui/bridge/session.h"
#include "ui/main_window.h"

#include <QString>

#include <gtest/gtest.h>

#include <functional>
#include <memory>

class QAbstractButton;

namespace tandem::ui {

/// A whole window over the fake trainer and a small data set: 64 steps a run.
class WindowTest : public ::testing::Test {
protected:
    WindowTest();
    ~WindowTest() override;

    /// Makes the window; before that nothing exists.
    void openWindow(const test::FakeBehaviour& behaviour = {});
    /// Writes the small experiment with changes, and opens it.
    void openExperiment(const std::string& changes = "{}");
    std::filesystem::path writeExperiment(const std::string& changes,
                                          const std::string& name = "small.tandem.json") const;

    /// Works through events until the condition holds.
    static bool waitFor(const std::function<bool()>& condition, int milliseconds = 10000);
    bool waitUntilOver();
    /// Starts and waits for the end.
    bool runThrough();

    /// The button of the message strip with that text.
    QAbstractButton* messageButton(const QString& text);
    const RunRecord& run(std::size_t index) { return session->record().runs.at(index); }

    test::TemporaryFolder folder;
    Log log{Log::Console::Quiet};
    Executor gpu{"gpu"};
    std::unique_ptr<test::FakeTrainerFactory> factory;
    std::unique_ptr<Session> session;
    std::unique_ptr<DeviceCatalog> devices;
    std::unique_ptr<MainWindow> window;
};

/// The experiment in which one run's labels are floats.
inline const char* const kFloatLabels = R"({"runs": [{"name": "CPU", "device": "cpu"},
                   {"name": "MPS", "device": "mps-emulated", "with": {"step": {"label_dtype": "float32"}}}]})";

}  // namespace tandem::ui

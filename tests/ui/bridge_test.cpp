// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_data.h"
#include "ui/bridge/fix_preview.h"
#include "ui/bridge/presets.h"
#include "ui/bridge/document.h"
#include "ui/bridge/run_speed.h"
#include "ui/models/config_filter.h"
#include "ui/models/config_model.h"
#include "ui/panels/run_card.h"

#include <QAbstractItemModelTester>

#include <gtest/gtest.h>

namespace tandem::ui {
namespace {

Fix labelFix()
{
    return {"Labels → int64", "MPS", {{"step", {{"label_dtype", "int64"}}}}};
}

TEST(FixPreview, SaysWhatWouldChange)
{
    const test::TemporaryFolder folder;
    const ExperimentFile file = test::smallExperiment(folder.path(), R"({"runs": [{"name": "CPU", "device": "cpu"},
                                    {"name": "MPS", "device": "mps-emulated", "with": {"step": {"label_dtype": "float32"}}}]})");
    EXPECT_EQ(previewOf(labelFix(), file), QStringList{QStringLiteral("MPS · step.label_dtype: float32 → int64")});
    EXPECT_EQ(settingOf(labelFix()), "step.label_dtype");
}

TEST(FixPreview, IsEmptyWhereNothingWouldChangeOrTheFixDoesNotFit)
{
    const test::TemporaryFolder folder;
    const ExperimentFile file = test::smallExperiment(folder.path());
    EXPECT_TRUE(previewOf(labelFix(), file).isEmpty());
    Fix wrong = labelFix();
    wrong.patch = {{"no_such_key", 1}};
    EXPECT_TRUE(previewOf(wrong, file).isEmpty());
}

RunRecord runAt(double time, std::int64_t steps, RunState state = RunState::Running)
{
    RunRecord run;
    run.preflight.emplace();
    run.preflight->batchSize = 10;
    run.preflight->stepsPerEpoch = 100;
    run.preflight->epochs = 1;
    for (std::int64_t step = 0; step < steps; ++step)
        run.loss.append(step, 1);
    run.lastTime = time;
    run.state = state;
    return run;
}

TEST(RunSpeed, CountsImagesAndTimeLeft)
{
    RunSpeed speed;
    EXPECT_FALSE(speed.imagesPerSecond(runAt(0, 0)));
    for (int second = 1; second <= 5; ++second)
        speed.take(runAt(second, 10 * second));
    const RunRecord now = runAt(5, 50);
    EXPECT_NEAR(speed.imagesPerSecond(now).value_or(0), 100, 1e-6);
    EXPECT_NEAR(speed.secondsLeft(now).value_or(0), 4.0 / 50 * 50, 1e-6) << "of the steps since the first report";
}

TEST(RunSpeed, LeavesPausesOut)
{
    RunSpeed speed;
    speed.take(runAt(1, 10));
    speed.take(runAt(2, 20));
    speed.take(runAt(2.01, 20, RunState::Paused));
    speed.take(runAt(100, 20, RunState::Paused));
    speed.take(runAt(100.01, 20));
    speed.take(runAt(101.01, 30));
    EXPECT_NEAR(speed.imagesPerSecond(runAt(101, 30)).value_or(0), 100, 2);
    EXPECT_LT(speed.secondsLeft(runAt(101, 30)).value_or(1e9), 10);
}

TEST(RunSpeed, NoticesARecordThatStartsAnew)
{
    RunSpeed speed;
    speed.take(runAt(10, 50));
    speed.take(runAt(11, 60));
    speed.take(runAt(0.5, 0));
    EXPECT_FALSE(speed.imagesPerSecond(runAt(0.5, 0)));
}

TEST(Clock, ReadsLikeOne)
{
    EXPECT_EQ(clockText(41), QStringLiteral("0:41"));
    EXPECT_EQ(clockText(725), QStringLiteral("12:05"));
    EXPECT_EQ(clockText(3727), QStringLiteral("1:02:07"));
    EXPECT_EQ(clockText(-1), QStringLiteral("0:00"));
}

TEST(Presets, AllCanBeOpened)
{
    Document document;
    for (const Preset& preset : presets()) {
        const Status opened = document.openPreset(preset);
        EXPECT_TRUE(opened) << preset.resource.toStdString() << (opened ? std::string() : describe(opened.error()));
        EXPECT_FALSE(preset.description.isEmpty());
    }
}

TEST(ConfigModel, IsAModelAndFollowsTheDocument)
{
    Document document;
    ConfigModel model(document);
    ConfigFilter filter;
    filter.setSourceModel(&model);
    const QAbstractItemModelTester tester(&filter, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const int all = filter.rowCount();
    filter.setDifferencesOnly(true);
    EXPECT_EQ(filter.rowCount(), 1) << "the device";
    ASSERT_TRUE(document.setValue(1, "batch_size", QStringLiteral("32")));
    EXPECT_EQ(filter.rowCount(), 2);
    document.undoStack().undo();
    EXPECT_EQ(filter.rowCount(), 1);
    filter.setDifferencesOnly(false);
    filter.setSearch(QStringLiteral("LR"));
    EXPECT_EQ(filter.rowCount(), 1);
    filter.setSearch({});
    EXPECT_EQ(filter.rowCount(), all);
}

}  // namespace
}  // namespace tandem::ui

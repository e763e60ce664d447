// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text_file.h"
#include "tests/app/program.h"

#include <csignal>
#include <thread>

namespace tandem::test {
namespace {

class Interrupt : public ProgramTest {
protected:
    pid_t startEndlessRun()
    {
        const pid_t process = start({"run", experiment(R"({"epochs": 100000})"), "--json"});
        while (comparisons().empty() || !trains())
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        return process;
    }

    bool trains() const
    {
        const auto events = readTextFile(comparisons().front() / "events.jsonl");
        return events && events->find("\"kind\":\"steps\"") != std::string::npos;
    }
};

TEST_F(Interrupt, CtrlCSavesStopsAndTells)
{
    const pid_t process = startEndlessRun();
    kill(process, SIGINT);
    const Called called = waitFor(process);
    EXPECT_EQ(called.exitCode, 130) << called.err;
    EXPECT_EQ(Json::parse(called.out)["runs"][0]["outcome"], "cancelled");
    const auto folder = comparisons().front();
    EXPECT_EQ(Json::parse(*readTextFile(folder / "manifest.json"))["state"], "cancelled");
    EXPECT_NE(readTextFile(folder / "events.jsonl")->find("\"kind\":\"run_end\""), std::string::npos);
}

TEST_F(Interrupt, AKilledProgramLeavesAReadableLog)
{
    const pid_t process = startEndlessRun();
    kill(process, SIGKILL);
    EXPECT_EQ(waitFor(process).exitCode, -1);
    const auto folder = comparisons().front();
    EXPECT_EQ(Json::parse(*readTextFile(folder / "manifest.json"))["state"], "running");
    EXPECT_NE(readTextFile(folder / "events.jsonl")->find("\"kind\":\"steps\""), std::string::npos);
}

}  // namespace
}  // namespace tandem::test

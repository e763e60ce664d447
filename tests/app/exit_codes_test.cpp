// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/app/program.h"

#include <gmock/gmock.h>

namespace tandem::test {
namespace {

using testing::HasSubstr;

class ExitCodes : public ProgramTest {};

TEST_F(ExitCodes, FineIs0)
{
    const Called run = call({"run", experiment()});
    EXPECT_EQ(run.exitCode, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr("Verdict: agree"));
    EXPECT_EQ(call({"check", experiment()}).exitCode, 0);
    EXPECT_EQ(call({"--version"}).exitCode, 0);
    EXPECT_EQ(call({"--help"}).exitCode, 0);
}

TEST_F(ExitCodes, AnErrorBeforeTheFirstStepIs1AndTrainsNothing)
{
    const Called check = call({"check", experiment(kFloatLabels)});
    EXPECT_EQ(check.exitCode, 1);
    EXPECT_THAT(check.out, HasSubstr("label-dtype"));
    const Called run = call({"run", experiment(kFloatLabels)});
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_THAT(run.out, HasSubstr("blocked"));
}

TEST_F(ExitCodes, FailOnSetsTheLimit)
{
    const std::string odd = experiment(kFloatLabels);
    EXPECT_EQ(call({"check", odd, "--fail-on", "never"}).exitCode, 0);
    EXPECT_EQ(call({"check", odd, "--fail-on", "warning"}).exitCode, 1);
    EXPECT_EQ(call({"check", odd, "--fail-on", "sometimes"}).exitCode, 2);
}

TEST_F(ExitCodes, WrongUsageIs2)
{
    for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
             {"run"}, {"fly"}, {"run", experiment(), "--speed"}, {"run", experiment(), "--max-steps", "0"},
             {"run", experiment(), "--max-steps", "many"}, {"run", experiment(), "--threads", "-1"},
             {"run", experiment(), "--report", path("report.docx")}, {"run", experiment(), "--set", "epochs"},
             {"run", experiment(), "--set", "epochz=3"}, {"run", experiment(), "--set", "epochs=no"}, {"rules", "no-such-rule"},
             {"schema", "everything"}}) {
        const Called called = call(arguments);
        std::string line;
        for (const std::string& argument : arguments)
            line += argument + " ";
        EXPECT_EQ(called.exitCode, 2) << line << called.err;
        EXPECT_FALSE(called.err.empty()) << line;
        EXPECT_TRUE(called.out.empty()) << line << called.out;
    }
    EXPECT_TRUE(comparisons().empty());
}

TEST_F(ExitCodes, AnAbsentDeviceIs3)
{
    const Called called = call({"run", experiment(R"({"runs": [{"name": "A", "device": "cpu"}, {"name": "B", "device": "cuda:7"}]})")});
    EXPECT_EQ(called.exitCode, 3) << called.err;
    EXPECT_THAT(called.err, HasSubstr("cuda:7"));
    EXPECT_THAT(called.err, HasSubstr("\"B\""));
    EXPECT_TRUE(comparisons().empty());
}

TEST_F(ExitCodes, TroubleWithFilesIs4)
{
    const Called missing = call({"run", path("nowhere.tandem.json")});
    EXPECT_EQ(missing.exitCode, 4);
    EXPECT_THAT(missing.err, HasSubstr("nowhere.tandem.json"));

    const Called noData = call({"run", experiment(R"({"data": {"source": "idx:/no/such/folder"}})")});
    EXPECT_EQ(noData.exitCode, 4);
    EXPECT_THAT(noData.err, HasSubstr("/no/such/folder"));

    // A file stands where the folder should be: not even root can write there.
    const std::string obstacle = file("obstacle", "");
    const Called noFolder = call({"run", experiment(), "--out", obstacle + "/comparisons"});
    EXPECT_EQ(noFolder.exitCode, 4);
    EXPECT_THAT(noFolder.err, HasSubstr(obstacle));

    const Called noReport = call({"run", experiment(), "--report", path("no-folder") + "/report.html"});
    EXPECT_EQ(noReport.exitCode, 4);
    EXPECT_THAT(noReport.err, HasSubstr("no-folder"));
    EXPECT_TRUE(comparisons().empty()) << "the report's place is looked at before training";
}

TEST_F(ExitCodes, AFailedRunIs5)
{
    const Called called = call({"run", experiment(kFloatLabels), "--ignore-preflight", "--fail-on", "never"});
    EXPECT_EQ(called.exitCode, 5) << called.err;
    EXPECT_THAT(called.out, HasSubstr("failed"));
}

TEST_F(ExitCodes, TheWindowWithoutADisplayIsAnErrorThatNamesTheOtherWay)
{
    const Called called = call({});
    EXPECT_EQ(called.exitCode, 2);
    EXPECT_THAT(called.err, HasSubstr("display"));
    EXPECT_THAT(called.err, HasSubstr("tandem run"));
}

}  // namespace
}  // namespace tandem::test

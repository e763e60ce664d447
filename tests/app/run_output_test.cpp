// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text_file.h"
#include "tests/app/program.h"
#include "tests/support/schema.h"

#include <gmock/gmock.h>

namespace tandem::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class RunOutput : public ProgramTest {};

TEST_F(RunOutput, JsonIsOneObjectOfThePublishedSchema)
{
    const Called called = call({"run", experiment(), "--json"});
    ASSERT_EQ(called.exitCode, 0) << called.err;
    const Json result = Json::parse(called.out);
    EXPECT_EQ(complaint("result.schema.json", result), "");
    EXPECT_EQ(result["verdict"]["kind"], "agree");
    ASSERT_EQ(result["runs"].size(), 2u);
    EXPECT_EQ(result["runs"][0]["outcome"], "finished");
    EXPECT_EQ(result["runs"][0]["weights_hash"], result["runs"][1]["weights_hash"]);
    EXPECT_EQ(result["matrix"].size(), 4u);
    EXPECT_TRUE(std::filesystem::is_directory(result["folder"].get<std::string>()));
}

TEST_F(RunOutput, CheckJsonTellsOfTheFindingAndItsFix)
{
    const Called called = call({"check", experiment(kFloatLabels), "--json"});
    EXPECT_EQ(called.exitCode, 1);
    const Json result = Json::parse(called.out);
    EXPECT_EQ(complaint("result.schema.json", result), "");
    ASSERT_EQ(result["findings"].size(), 1u);
    EXPECT_EQ(result["findings"][0]["rule"], "label-dtype");
    EXPECT_EQ(result["findings"][0]["fix"]["patch"], Json::parse(R"({"step": {"label_dtype": "int64"}})"));
    EXPECT_TRUE(comparisons().empty()) << "a check writes nothing";
}

TEST_F(RunOutput, TheFolderHoldsExperimentManifestAndEveryEvent)
{
    ASSERT_EQ(call({"run", experiment()}).exitCode, 0);
    ASSERT_EQ(comparisons().size(), 1u);
    const std::filesystem::path folder = comparisons().front();
    EXPECT_EQ(Json::parse(*readTextFile(folder / "manifest.json"))["state"], "finished");
    EXPECT_EQ(Json::parse(*readTextFile(folder / "experiment.json"))["name"], "small");
    const std::string events = *readTextFile(folder / "events.jsonl");
    for (const char* kind : {"start", "preflight", "steps", "evaluation", "run_end", "cross", "verdict", "end"})
        EXPECT_THAT(events, HasSubstr(std::string("\"kind\":\"") + kind + "\""));
}

TEST_F(RunOutput, TheStoredExperimentReproducesTheRun)
{
    const Json first = Json::parse(call({"run", experiment(), "--json", "--set", "epochs=1"}).out);
    const Json again = Json::parse(call({"run", first["folder"].get<std::string>() + "/experiment.json", "--json"}).out);
    EXPECT_EQ(first["runs"][0]["weights_hash"], again["runs"][0]["weights_hash"]);
    EXPECT_EQ(first["runs"][1]["test_loss"], again["runs"][1]["test_loss"]);
}

TEST_F(RunOutput, ReportsAreWrittenWithoutADisplay)
{
    const std::string html = path("report.html"), json = path("report.json");
    ASSERT_EQ(call({"run", experiment(), "--report", html, "--report", json}).exitCode, 0);
    const std::string page = *readTextFile(html);
    EXPECT_THAT(page, HasSubstr("<svg"));
    EXPECT_THAT(page, HasSubstr("tandem run"));
    EXPECT_THAT(page, Not(HasSubstr("src=\"http"))) << "the page must stand alone";
    EXPECT_EQ(complaint("result.schema.json", Json::parse(*readTextFile(json))), "");
}

TEST_F(RunOutput, SetChangesWhatIsRun)
{
    const Json result = Json::parse(call({"run", experiment(), "--json", "--set", "epochs=1", "--set", "runs.1.name=Other"}).out);
    EXPECT_EQ(result["runs"][0]["steps"], 32);
    EXPECT_EQ(result["runs"][1]["name"], "Other");
}

TEST_F(RunOutput, MaxStepsEndsEachRun)
{
    const Json result = Json::parse(call({"run", experiment(), "--json", "--max-steps", "7"}).out);
    for (const Json& run : result["runs"])
        EXPECT_EQ(run["steps"], 7);
}

TEST_F(RunOutput, ProgressGoesToStandardErrorOnly)
{
    const Called called = call({"run", experiment()});
    EXPECT_THAT(called.err, HasSubstr("CPU: epoch 1"));
    EXPECT_THAT(called.out, Not(HasSubstr("epoch 1 took")));
    EXPECT_THAT(called.err, Not(HasSubstr("\x1b["))) << "no cursor movements without a terminal";
}

}  // namespace
}  // namespace tandem::test

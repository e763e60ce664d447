// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/report.h"

#include "core/rules/rule.h"
#include "tests/core/support/documents.h"
#include "tests/core/support/sample_events.h"
#include "tests/support/schema.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// The origin case as the hub would have recorded it.
ComparisonRecord originCase()
{
    ComparisonRecord record = test::healthyRecord();
    record.start.document["runs"][1]["with"] = Json::parse(R"({"step": {"label_dtype": "float32"}})");
    record.runs[1].device = "mps-emulated";
    record.runs[1].preflight->emulated = true;
    record.runs[1].preflight->faults = {"lab-float-accept-badgrad"};
    record.runs[1].preflight->labels.dtype = "float32";
    record.runs[1].evaluations = {test::wholeEvaluation(0.098)};
    record.matrix = {
        {0, 0, 0.05, 0.9841, {}}, {0, 1, 0.05, 0.9841, {}}, {1, 0, 2.3, 0.098, {}}, {1, 1, 0, 0, "stopped"}};
    record.notices = {"the disk is nearly full"};
    record.findings = judge(record);
    record.verdict = reachVerdict(record);
    return record;
}

TEST(Report, SummarisesEachRun)
{
    ComparisonRecord record = test::healthyRecord();
    record.runs[0].evaluations = {test::wholeEvaluation(0.99, 1), test::wholeEvaluation(0.97, 2)};
    record.runs[0].evaluations[1].step = 200;
    record.runs[0].thinned = 5;
    const Report report = buildReport(record, "/tmp/one");
    ASSERT_EQ(report.runs.size(), 2u);
    const RunSummary& cpu = report.runs[0];
    EXPECT_EQ(cpu.name, "CPU");
    EXPECT_EQ(cpu.outcome, "finished");
    EXPECT_EQ(cpu.steps, 100);
    EXPECT_EQ(cpu.totalSteps, 100);
    EXPECT_EQ(cpu.testAccuracy, 0.97) << "the last one";
    EXPECT_EQ(cpu.bestTestAccuracy, 0.99);
    EXPECT_EQ(cpu.bestStep, 100);
    EXPECT_EQ(cpu.thinned, 5);
    EXPECT_EQ(cpu.weightsHash, "aaaaaaaaaaaaaaaa");
    EXPECT_EQ(cpu.initialWeightsHash, "1111111111111111");
}

TEST(Report, ShowsTheStateOfARunThatHasNotEnded)
{
    ComparisonRecord record = test::preparedRecord();
    record.runs[0].state = RunState::Running;
    const Report report = buildReport(record, {});
    EXPECT_EQ(report.runs[0].outcome, "running");
    EXPECT_FALSE(report.runs[0].testAccuracy);
}

TEST(Report, PutsCausesFirstAndWhatIsFoldedLast)
{
    ComparisonRecord record = originCase();
    std::reverse(record.findings.begin(), record.findings.end());
    const Report report = buildReport(record, {});
    ASSERT_EQ(report.findings.size(), 2u);
    EXPECT_EQ(report.findings[0].rule, "label-dtype");
    EXPECT_TRUE(report.findings[1].foldedUnder);
}

TEST(Report, GivesTheCommandThatRepeatsTheComparison)
{
    ComparisonRecord record = test::healthyRecord();
    EXPECT_EQ(buildReport(record, "/tmp/one").command, "tandem run \"/tmp/one/experiment.json\"");
    record.start.ignorePreflight = true;
    EXPECT_THAT(buildReport(record, "/tmp/one").command, HasSubstr("--ignore-preflight"));
    EXPECT_EQ(buildReport(record, "").command, "");
}

TEST(ReportJson, FollowsItsSchema)
{
    ComparisonRecord blocked = test::preparedRecord(), odd = originCase();
    for (RunRecord& run : blocked.runs)
        run.end = RunEnd{Outcome::Blocked, {}};
    odd.runs[1].evaluations.back().loss = std::nan("");
    for (const ComparisonRecord& record :
         {test::healthyRecord(), originCase(), blocked, odd, test::preparedRecord(), ComparisonRecord{}}) {
        const Report report = buildReport(record, "/tmp/one");
        EXPECT_EQ(test::complaint("result.schema.json", toJson(report)), "");
        EXPECT_EQ(test::complaint("result.schema.json", toCheckJson(report)), "");
    }
}

TEST(ReportJson, SaysWhatHappened)
{
    const Json json = toJson(buildReport(originCase(), "/tmp/one"));
    EXPECT_EQ(json["verdict"]["kind"], "code misuses an API");
    EXPECT_EQ(json["findings"][0]["rule"], "label-dtype");
    EXPECT_EQ(json["findings"][0]["runs"], Json::parse(R"(["MPS"])")) << "runs by name";
    EXPECT_EQ(json["findings"][0]["fix"]["patch"], Json::parse(R"({"step": {"label_dtype": "int64"}})"));
    EXPECT_EQ(json["findings"][1]["folded_under"], "label-dtype");
    EXPECT_EQ(json["runs"][1]["emulated"], true);
    EXPECT_EQ(json["runs"][1]["faults"], Json::parse(R"(["lab-float-accept-badgrad"])"));
    EXPECT_EQ(json["runs"][0]["test_accuracy"], 0.9841);
    EXPECT_EQ(json["matrix"][2]["trained_on"], "MPS");
    EXPECT_EQ(json["matrix"][3]["accuracy"], nullptr);
    EXPECT_EQ(json["matrix"][3]["error"], "stopped");
    EXPECT_EQ(json["notices"][0], "the disk is nearly full");
    std::vector<std::string> paths;
    for (const Json& row : json["differences"])
        paths.push_back(row["path"]);
    EXPECT_THAT(paths, testing::UnorderedElementsAre("device", "step.label_dtype"));
}

TEST(ReportJson, LeavesResultsOutOfACheck)
{
    const Json json = toCheckJson(buildReport(originCase(), {}));
    EXPECT_FALSE(json.contains("matrix"));
    EXPECT_FALSE(json["runs"][0].contains("test_accuracy"));
    EXPECT_EQ(json["runs"][0]["first_batch_hash"], "3333333333333333");
}

TEST(ReportText, TellsVerdictResultsFindingsAndTheTable)
{
    const std::string text = toText(buildReport(originCase(), "/tmp/one"));
    EXPECT_EQ(text.rfind("Verdict: code misuses an API. ", 0), 0u) << text;
    EXPECT_THAT(text, AllOf(HasSubstr("CPU (cpu)"), HasSubstr("test accuracy 98.41 %"),
                            HasSubstr("MPS (mps-emulated, fault injected)"), HasSubstr("test accuracy 9.80 %")));
    EXPECT_THAT(text, AllOf(HasSubstr("error [label-dtype] Labels are float32 on MPS (emulated)"), HasSubstr("why: "),
                            HasSubstr("do: "),
                            HasSubstr(R"(fix: Labels → int64, run "MPS": with {"step":{"label_dtype":"int64"}})")));
    EXPECT_THAT(text, HasSubstr("fault injected on purpose into MPS: lab-float-accept-badgrad (Float class targets are accepted, "
                                "the gradient is wrong)"));
    EXPECT_THAT(text, HasSubstr("explained by label-dtype"));
    EXPECT_THAT(text, AllOf(HasSubstr("trained on × evaluated on"), HasSubstr("–")));
    EXPECT_THAT(text, AllOf(HasSubstr("notice: the disk is nearly full"), HasSubstr("Comparison: /tmp/one")));
}

TEST(ReportText, TellsWhyARunFailed)
{
    ComparisonRecord record = test::healthyRecord();
    record.runs[1].end = RunEnd{Outcome::Failed, "out of memory", 50};
    record.runs[1].evaluations.clear();
    EXPECT_THAT(toText(buildReport(record, {})), AllOf(HasSubstr("failed"), HasSubstr("raised: out of memory")));
}

TEST(ReportText, AlignsColumnsByCharactersAndNotByBytes)
{
    ComparisonRecord record = test::healthyRecord();
    record.start.document["runs"][0]["name"] = record.runs[0].name = "процессор";
    const std::string text = toText(buildReport(record, {}));
    std::vector<std::size_t> columns;
    std::size_t begin = 0;
    for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
        const std::string line = text.substr(begin, end - begin);
        const auto at = line.find("test accuracy");
        if (at != std::string::npos && line.rfind("  ", 0) == 0)
            columns.push_back(
                static_cast<std::size_t>(std::count_if(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(at),
                                                       [](char c) { return (c & 0xC0) != 0x80; })));
    }
    ASSERT_EQ(columns.size(), 2u);
    EXPECT_EQ(columns[0], columns[1]);
}

TEST(ReportText, OfACheckTellsFindingsAndDifferences)
{
    const std::string text = toCheckText(buildReport(originCase(), {}));
    EXPECT_THAT(text, AllOf(HasSubstr("[label-dtype]"), HasSubstr("step.label_dtype: CPU int64 | MPS float32"),
                            Not(HasSubstr("98.41"))));
    EXPECT_THAT(toCheckText(buildReport(test::preparedRecord(), {})), HasSubstr("No finding before the first step."));
}

// A log may come from anywhere: from an older version, from a script, or damaged.
TEST(Report, SurvivesALogWhoseDocumentDoesNotFitItsRuns)
{
    for (const char* text : {"null", "[]", "3", R"({"name": 3})",
                             R"({"tandem": 1, "model": {"preset": "cnn"}, "runs": [{"name": "A", "device": "cpu"}]})"})
        for (const std::size_t runs : {0u, 1u, 2u}) {
            ComparisonRecord record = originCase();
            record.runs.resize(runs);
            record.start.document = Json::parse(text);
            const Report report = buildReport(record, "/tmp/one");
            EXPECT_EQ(test::complaint("result.schema.json", toJson(report)), "") << text;
            EXPECT_FALSE(toText(report).empty());
            toCheckJson(report);
            toCheckText(report);
        }
    ComparisonRecord record = originCase();
    record.runs.resize(1);
    EXPECT_THAT(toCheckText(buildReport(record, {})), HasSubstr("step.label_dtype"));
}

}  // namespace
}  // namespace tandem

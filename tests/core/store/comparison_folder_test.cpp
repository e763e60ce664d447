// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/comparison_folder.h"

#include "core/base/text_file.h"
#include "core/facts/fields.h"
#include "core/rules/rule.h"
#include "tests/core/support/documents.h"
#include "tests/core/support/error_of.h"
#include "tests/core/support/file_size_limit.h"
#include "tests/core/support/idx_bytes.h"
#include "tests/core/support/sample_events.h"
#include "tests/support/test_data.h"

#include <cmath>
#include <set>

namespace tandem {
namespace {

namespace fs = std::filesystem;
using test::errorOf;
using test::problemOf;
using testing::HasSubstr;

ExperimentFile namedExperiment(const std::string& name)
{
    Json document = test::minimalDocument();
    document["name"] = name;
    return checkExperiment(std::move(document), {}).value();
}

TEST(ComparisonFolder, HoldsExperimentAndManifest)
{
    const test::TemporaryFolder root;
    const ExperimentFile file = namedExperiment("mnist");
    const auto folder = ComparisonFolder::create(root.path() / "new" / "root", file);
    ASSERT_EQ(problemOf(folder), "");
    EXPECT_EQ(folder->path(), root.path() / "new" / "root" / folder->id());
    const auto stored = loadExperiment(folder->path() / "experiment.json");
    ASSERT_EQ(problemOf(stored), "");
    EXPECT_EQ(stored->document, file.document) << "the document as it was given, not the full form";
    const Json manifest = Json::parse(readTextFile(folder->path() / "manifest.json").value());
    EXPECT_EQ(manifest["tandem_comparison"], kFolderVersion);
    EXPECT_EQ(manifest["id"], folder->id());
    EXPECT_EQ(manifest["created"], folder->created());
    EXPECT_EQ(manifest["state"], "running");
}

TEST(ComparisonFolder, IsNamedAfterDateTimeAndExperiment)
{
    const test::TemporaryFolder root;
    const auto folder = ComparisonFolder::create(root.path(), namedExperiment("mnist"));
    ASSERT_TRUE(folder);
    EXPECT_THAT(folder->id(), testing::MatchesRegex("[0-9]{8}-[0-9]{6}-mnist"));
    EXPECT_THAT(folder->created(), testing::MatchesRegex("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"));
}

TEST(ComparisonFolder, HasANameOfItsOwnWithinTheSameSecond)
{
    const test::TemporaryFolder root;
    std::set<fs::path> paths;
    for (int i = 0; i < 12; ++i) {
        const auto folder = ComparisonFolder::create(root.path(), namedExperiment("mnist"));
        ASSERT_EQ(problemOf(folder), "");
        EXPECT_EQ(folder->path().filename(), folder->id());
        paths.insert(folder->path());
    }
    EXPECT_EQ(paths.size(), 12u);
}

TEST(ComparisonFolder, StaysInsideItsRootWhateverTheExperimentIsCalled)
{
    const test::TemporaryFolder root;
    for (const char* name : {"../../escape", "/etc/passwd", "a b\tc\n", "число", "", ".", "con:aux*?", "\\"}) {
        const auto folder = ComparisonFolder::create(root.path(), namedExperiment(name));
        ASSERT_EQ(problemOf(folder), "") << name;
        EXPECT_EQ(folder->path().parent_path(), root.path()) << name;
        EXPECT_EQ(folder->path().lexically_normal(), folder->path()) << name;
    }
    const auto folder = ComparisonFolder::create(root.path(), namedExperiment(std::string(5000, 'x')));
    EXPECT_EQ(problemOf(folder), "");
}

TEST(ComparisonFolder, ReplacesItsManifest)
{
    const test::TemporaryFolder root;
    const auto folder = ComparisonFolder::create(root.path(), namedExperiment("mnist"));
    ASSERT_TRUE(folder);
    ASSERT_EQ(problemOf(folder->writeManifest("finished")), "");
    const Json manifest = Json::parse(readTextFile(folder->path() / "manifest.json").value());
    EXPECT_EQ(manifest["state"], "finished");
    EXPECT_EQ(manifest["created"], folder->created());
}

TEST(ComparisonFolder, SaysWhenItsRootCannotBeWrittenTo)
{
    const test::TemporaryFolder root;
    test::writeBytes(root.path() / "file", "x");
    const Error error =
        errorOf(ComparisonFolder::create(root.path() / "file" / "comparisons", namedExperiment("mnist")));
    EXPECT_EQ(error.code, ErrorCode::File);
    EXPECT_THAT(error.where, HasSubstr("file"));
    EXPECT_EQ(errorOf(ComparisonFolder::create("/proc/tandem-comparisons", namedExperiment("mnist"))).code,
              ErrorCode::File);
}

TEST(ComparisonFolder, LeavesNothingBehindWhenTheDiskIsFull)
{
    const test::TemporaryFolder root;
    {
        const test::FileSizeLimit limit(10);
        EXPECT_EQ(errorOf(ComparisonFolder::create(root.path(), namedExperiment("mnist"))).code, ErrorCode::File);
    }
    EXPECT_TRUE(fs::is_empty(root.path()));
}

/// Writes a log into a folder as a comparison does.
void writeLog(const fs::path& folder, const std::vector<Event>& events)
{
    auto writer = EventLogWriter::create(folder / "events.jsonl");
    ASSERT_EQ(problemOf(writer), "");
    ASSERT_EQ(problemOf(writer->append(events)), "");
}

TEST(ReadComparison, GivesTheRecordThatTheEventsTell)
{
    const test::TemporaryFolder folder;
    writeLog(folder.path(), test::oneOfEachKind());
    const auto stored = readComparison(folder.path());
    ASSERT_EQ(problemOf(stored), "");
    ComparisonRecord live;
    for (const Event& event : test::oneOfEachKind())
        live.apply(event);
    EXPECT_EQ(stored->record.start.id, live.start.id);
    ASSERT_EQ(stored->record.runs.size(), live.runs.size());
    for (std::size_t run = 0; run < live.runs.size(); ++run) {
        EXPECT_EQ(stored->record.runs[run].loss.steps(), live.runs[run].loss.steps());
        EXPECT_EQ(stored->record.runs[run].firstNonFiniteStep, live.runs[run].firstNonFiniteStep);
    }
    EXPECT_EQ(fields::write(stored->record.findings), fields::write(live.findings));
    EXPECT_EQ(fields::write(stored->record.verdict), fields::write(live.verdict));
}

TEST(ReadComparison, JudgesAStoredLogAsItJudgedTheLiveOne)
{
    const test::TemporaryFolder folder;
    PreflightFacts facts = *test::preparedRecord().runs[1].preflight;
    facts.labels.dtype = "float32";
    const std::vector<Event> events{{0, {}, test::preparedRecord().start},
                                    {0.1, 0, *test::preparedRecord().runs[0].preflight},
                                    {0.1, 1, facts},
                                    {1.0, 1, StepBatch{{{0, 2.3F, 0.1F}, {1, std::nanf(""), 0.1F}}, 0}},
                                    {1.5, 0, test::wholeEvaluation(0.98)},
                                    {1.5, 1, test::wholeEvaluation(0.098)}};
    ComparisonRecord live;
    for (const Event& event : events)
        live.apply(event);
    ASSERT_EQ(judge(live).size(), 3u);
    writeLog(folder.path(), events);
    const auto stored = readComparison(folder.path());
    ASSERT_EQ(problemOf(stored), "");
    EXPECT_EQ(fields::write(judge(stored->record)), fields::write(judge(live)));
    EXPECT_EQ(fields::write(reachVerdict(stored->record)), fields::write(reachVerdict(live)));
}

TEST(ReadComparison, ReportsWhatWasDamaged)
{
    const test::TemporaryFolder folder;
    const auto events = test::oneOfEachKind();
    test::writeBytes(folder.path() / "events.jsonl", eventLine(events[0]) + "\nrubbish\n" + eventLine(events[1]));
    const auto stored = readComparison(folder.path());
    ASSERT_EQ(problemOf(stored), "");
    EXPECT_EQ(stored->damagedLines, 1u);
    EXPECT_TRUE(stored->tornTail);
}

TEST(ReadComparison, RefusesALogWithoutItsStart)
{
    const auto events = test::oneOfEachKind();
    for (const std::string& text :
         {std::string(), std::string("rubbish\n"), eventLine(events[3]) + "\n", eventLine(events[0])}) {
        const test::TemporaryFolder folder;
        test::writeBytes(folder.path() / "events.jsonl", text);
        const Error error = errorOf(readComparison(folder.path()));
        EXPECT_EQ(error.code, ErrorCode::File);
        EXPECT_THAT(error.where, HasSubstr("events.jsonl"));
    }
}

TEST(ReadComparison, RefusesAFolderThatIsNone)
{
    const test::TemporaryFolder folder;
    EXPECT_EQ(errorOf(readComparison(folder.path())).code, ErrorCode::File);
    EXPECT_EQ(errorOf(readComparison(folder.path() / "absent")).code, ErrorCode::File);
}

}  // namespace
}  // namespace tandem

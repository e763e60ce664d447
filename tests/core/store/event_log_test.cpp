// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/event_log.h"

#include "core/base/hash.h"
#include "core/base/text_file.h"
#include "tests/core/support/error_of.h"
#include "tests/core/support/file_size_limit.h"
#include "tests/core/support/idx_bytes.h"
#include "tests/core/support/sample_events.h"
#include "tests/support/test_data.h"

#include <algorithm>
#include <cstdio>

namespace tandem {
namespace {

using test::errorOf;
using test::problemOf;
using testing::HasSubstr;

class EventLog : public testing::Test {
protected:
    std::filesystem::path path() const { return m_folder.path() / "events.jsonl"; }

    void write(const std::vector<Event>& events)
    {
        auto writer = EventLogWriter::create(path());
        ASSERT_EQ(problemOf(writer), "");
        ASSERT_EQ(problemOf(writer->append(events)), "");
        ASSERT_EQ(problemOf(writer->sync()), "");
    }
    std::string text() const { return readTextFile(path()).value(); }

    EventLogContent readBytes(const std::string& bytes)
    {
        test::writeBytes(path(), bytes);
        const auto content = readEventLog(path());
        EXPECT_EQ(problemOf(content), "");
        return content.value_or(EventLogContent{});
    }

private:
    test::TemporaryFolder m_folder;
};

std::vector<std::string> linesOf(const std::vector<Event>& events)
{
    std::vector<std::string> lines;
    for (const Event& event : events)
        lines.push_back(eventLine(event));
    return lines;
}

TEST_F(EventLog, GivesBackWhatWasWritten)
{
    const auto events = test::oneOfEachKind();
    write(events);
    const auto content = readEventLog(path());
    ASSERT_EQ(problemOf(content), "");
    EXPECT_EQ(linesOf(content->events), linesOf(events));
    EXPECT_EQ(content->damagedLines, 0u);
    EXPECT_FALSE(content->tornTail);
}

TEST_F(EventLog, GrowsByAppending)
{
    const auto events = test::oneOfEachKind();
    auto writer = EventLogWriter::create(path());
    ASSERT_TRUE(writer);
    for (const Event& event : events)
        ASSERT_EQ(problemOf(writer->append({event})), "");
    EXPECT_EQ(problemOf(writer->append({})), "");
    EXPECT_EQ(readEventLog(path())->events.size(), events.size()) << "readable while the writer still has it open";
}

TEST_F(EventLog, HasOneRecordALineWithAChecksumOfTheLineBeforeIt)
{
    write({{1.5, 0, Notice{"first line\nsecond line"}}});
    const std::string line = text();
    EXPECT_EQ(std::count(line.begin(), line.end(), '\n'), 1);
    const auto crc = line.find(R"(,"crc":")");
    ASSERT_NE(crc, std::string::npos);
    char expected[9];
    std::snprintf(expected, sizeof expected, "%08x", crc32c(line.substr(0, crc)));
    EXPECT_EQ(line.substr(crc), std::string(R"(,"crc":")") + expected + "\"}\n");
    EXPECT_EQ(Json::parse(line)["kind"], "notice") << "each line is a JSON object of its own";
}

TEST_F(EventLog, LeavesOutATornLastLineWhereverItWasCut)
{
    const auto events = test::oneOfEachKind();
    const std::string good = eventLine(events[0]) + "\n", last = eventLine(events[1]) + "\n";
    for (std::size_t size = 1; size < last.size(); ++size) {
        const EventLogContent content = readBytes(good + last.substr(0, size));
        EXPECT_EQ(linesOf(content.events), linesOf({events[0]})) << size;
        EXPECT_TRUE(content.tornTail);
        EXPECT_EQ(content.damagedLines, 0u);
    }
}

TEST_F(EventLog, LeavesOutALineWithAFlippedByteAnywhere)
{
    const auto events = test::oneOfEachKind();
    const std::string before = eventLine(events[0]) + "\n", line = eventLine(events[4]),
                      after = "\n" + eventLine(events[5]) + "\n";
    for (std::size_t i = 0; i < line.size(); ++i) {
        std::string damaged = line;
        damaged[i] ^= 0x04;
        if (damaged[i] == '\n')
            continue;
        const EventLogContent content = readBytes(before + damaged + after);
        EXPECT_EQ(linesOf(content.events), linesOf({events[0], events[5]})) << i;
        EXPECT_EQ(content.damagedLines, 1u) << i;
        EXPECT_FALSE(content.tornTail);
    }
}

TEST_F(EventLog, CountsLinesThatRanTogetherAsDamaged)
{
    const auto events = test::oneOfEachKind();
    const std::string ran = eventLine(events[1]) + eventLine(events[2]);
    const EventLogContent content = readBytes(eventLine(events[0]) + "\n" + ran + "\n" + eventLine(events[3]) + "\n");
    EXPECT_EQ(linesOf(content.events), linesOf({events[0], events[3]}));
    EXPECT_EQ(content.damagedLines, 1u);
}

TEST_F(EventLog, CountsForeignLinesAsDamaged)
{
    const EventLogContent content =
        readBytes("\n{}\nhello\n{\"kind\":\"notice\",\"data\":{\"text\":\"x\"}}\n" + std::string(3, '\0') + "\n");
    EXPECT_TRUE(content.events.empty());
    EXPECT_EQ(content.damagedLines, 5u);
}

// Its checksum is right, so it is not damaged on disk; but this version cannot know what it means.
TEST_F(EventLog, LeavesOutARecordOfAKindThatIsNotKnown)
{
    std::string body = R"({"t":1.0,"kind":"dream","data":{})";
    char crc[9];
    std::snprintf(crc, sizeof crc, "%08x", crc32c(body));
    const EventLogContent content = readBytes(body + R"(,"crc":")" + crc + "\"}\n");
    EXPECT_TRUE(content.events.empty());
    EXPECT_EQ(content.damagedLines, 1u);
}

TEST_F(EventLog, MayBeEmpty)
{
    const EventLogContent content = readBytes("");
    EXPECT_TRUE(content.events.empty());
    EXPECT_FALSE(content.tornTail);
}

TEST_F(EventLog, KeepsTextsThatAreNoUtf8Readable)
{
    write({{0, 0, RunEnd{Outcome::Failed, "raised \xff\xfe here", 1}}});
    const auto content = readEventLog(path());
    ASSERT_EQ(content->events.size(), 1u);
    EXPECT_THAT(std::get<RunEnd>(content->events[0].body).error, HasSubstr("here"));
}

TEST_F(EventLog, IsNeverOverwritten)
{
    write(test::oneOfEachKind());
    const Error error = errorOf(EventLogWriter::create(path()));
    EXPECT_EQ(error.code, ErrorCode::File);
    EXPECT_EQ(error.where, path().string());
    EXPECT_EQ(readEventLog(path())->events.size(), test::oneOfEachKind().size());
}

TEST_F(EventLog, SaysWhenItCannotBeCreatedOrRead)
{
    EXPECT_EQ(errorOf(EventLogWriter::create(path() / "absent" / "events.jsonl")).code, ErrorCode::File);
    EXPECT_THAT(errorOf(readEventLog(path())).where, HasSubstr(path().string()));
}

TEST_F(EventLog, IsReadableUpToWhereTheDiskWasFull)
{
    const auto events = test::oneOfEachKind();
    auto writer = EventLogWriter::create(path());
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->append({events[0]}));
    {
        const test::FileSizeLimit limit(text().size() + 10);
        const Error error = errorOf(writer->append({events[1]}));
        EXPECT_EQ(error.code, ErrorCode::File);
        EXPECT_EQ(error.where, path().string());
    }
    const auto content = readEventLog(path());
    ASSERT_TRUE(content);
    EXPECT_EQ(linesOf(content->events), linesOf({events[0]}));
    EXPECT_TRUE(content->tornTail);
}

TEST_F(EventLog, MovesWithItsWriter)
{
    auto writer = EventLogWriter::create(path());
    ASSERT_TRUE(writer);
    {
        EventLogWriter moved(std::move(*writer));
        EXPECT_EQ(problemOf(moved.append(test::oneOfEachKind())), "");
    }
    EXPECT_FALSE(readEventLog(path())->events.empty());
}

}  // namespace
}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text_file.h"

#include "tests/core/support/error_of.h"
#include "tests/core/support/file_size_limit.h"
#include "tests/support/test_data.h"

#include <atomic>
#include <fstream>
#include <thread>

namespace tandem {
namespace {

namespace fs = std::filesystem;
using test::errorOf;
using test::problemOf;
using testing::HasSubstr;

std::size_t filesIn(const fs::path& folder)
{
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(TextFile, ReadsWhatWasWrittenByteForByte)
{
    const test::TemporaryFolder folder;
    const std::string content("line\r\n\0binary\xff\n", 15);
    ASSERT_EQ(problemOf(replaceFile(folder.path() / "a", content)), "");
    EXPECT_EQ(readTextFile(folder.path() / "a").value(), content);
}

TEST(TextFile, ReadsAnEmptyFile)
{
    const test::TemporaryFolder folder;
    ASSERT_TRUE(replaceFile(folder.path() / "a", ""));
    EXPECT_EQ(readTextFile(folder.path() / "a").value(), "");
}

TEST(TextFile, NamesAMissingFileInTheSystemsWords)
{
    const test::TemporaryFolder folder;
    const Error error = errorOf(readTextFile(folder.path() / "absent"));
    EXPECT_EQ(error.code, ErrorCode::File);
    EXPECT_EQ(error.where, (folder.path() / "absent").string());
    EXPECT_THAT(error.what, HasSubstr("No such file"));
    EXPECT_FALSE(error.remedy.empty());
}

TEST(TextFile, RefusesToReadAFolder)
{
    const test::TemporaryFolder folder;
    const Error error = errorOf(readTextFile(folder.path()));
    EXPECT_EQ(error.code, ErrorCode::File);
    EXPECT_EQ(error.where, folder.path().string());
}

TEST(ReplaceFile, ReplacesTheContentAndLeavesNoOtherFile)
{
    const test::TemporaryFolder folder;
    ASSERT_TRUE(replaceFile(folder.path() / "a", std::string(100'000, 'x')));
    ASSERT_TRUE(replaceFile(folder.path() / "a", "new"));
    EXPECT_EQ(readTextFile(folder.path() / "a").value(), "new");
    EXPECT_EQ(filesIn(folder.path()), 1u);
}

TEST(ReplaceFile, FailsInAFolderThatIsNotThere)
{
    const test::TemporaryFolder folder;
    const fs::path path = folder.path() / "absent" / "a";
    const Error error = errorOf(replaceFile(path, "new"));
    EXPECT_EQ(error.code, ErrorCode::File);
    EXPECT_EQ(error.where, path.string());
    EXPECT_EQ(filesIn(folder.path()), 0u);
}

TEST(ReplaceFile, FailsOnAFolderOfThatNameAndLeavesNoOtherFile)
{
    const test::TemporaryFolder folder;
    fs::create_directory(folder.path() / "a");
    EXPECT_EQ(errorOf(replaceFile(folder.path() / "a", "new")).code, ErrorCode::File);
    EXPECT_TRUE(fs::is_directory(folder.path() / "a"));
    EXPECT_EQ(filesIn(folder.path()), 1u);
}

TEST(ReplaceFile, KeepsTheOldContentWhenTheDiskIsFull)
{
    const test::TemporaryFolder folder;
    ASSERT_TRUE(replaceFile(folder.path() / "a", "old"));
    {
        const test::FileSizeLimit limit(1000);
        EXPECT_EQ(errorOf(replaceFile(folder.path() / "a", std::string(5000, 'x'))).code, ErrorCode::File);
    }
    EXPECT_EQ(readTextFile(folder.path() / "a").value(), "old");
    EXPECT_EQ(filesIn(folder.path()), 1u);
}

TEST(ReplaceFile, ShowsAReaderTheOldOrTheNewContentAndNothingBetween)
{
    const test::TemporaryFolder folder;
    const fs::path path = folder.path() / "a";
    const std::string contents[] = {std::string(20'000, 'a'), std::string(40'000, 'b')};
    ASSERT_TRUE(replaceFile(path, contents[0]));
    std::atomic<bool> done = false;
    std::thread writer([&] {
        for (std::size_t i = 1; i <= 100; ++i)
            EXPECT_TRUE(replaceFile(path, contents[i % 2]));
        done = true;
    });
    while (!done) {
        const auto seen = readTextFile(path);
        if (!seen || (*seen != contents[0] && *seen != contents[1])) {
            ADD_FAILURE() << (seen ? "a mixture of both" : describe(seen.error()));
            break;
        }
    }
    writer.join();
}

TEST(CreateFolder, CreatesParentsAndIsContentWithWhatIsThere)
{
    const test::TemporaryFolder folder;
    EXPECT_TRUE(createFolder(folder.path() / "a" / "b" / "c"));
    EXPECT_TRUE(fs::is_directory(folder.path() / "a" / "b" / "c"));
    EXPECT_TRUE(createFolder(folder.path() / "a" / "b"));
}

TEST(CreateFolder, FailsBelowAFile)
{
    const test::TemporaryFolder folder;
    std::ofstream(folder.path() / "file") << "x";
    const Error error = errorOf(createFolder(folder.path() / "file" / "a"));
    EXPECT_EQ(error.code, ErrorCode::File);
    EXPECT_THAT(error.where, HasSubstr("file"));
}

TEST(FileError, ProposesWhatHelps)
{
    EXPECT_THAT(fileError("cannot write", "/a", ENOSPC).remedy, HasSubstr("Free some space"));
    EXPECT_THAT(fileError("cannot write", "/a", EACCES).remedy, HasSubstr("may write to"));
    EXPECT_THAT(fileError("cannot read", "/a", ENOENT).remedy, HasSubstr("spelling"));
}

}  // namespace
}  // namespace tandem

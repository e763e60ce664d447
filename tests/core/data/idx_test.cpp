// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/data/idx.h"

#include "tests/core/support/error_of.h"
#include "tests/core/support/idx_bytes.h"
#include "tests/support/test_data.h"

namespace tandem {
namespace {

using test::errorOf;
using test::gzipped;
using test::idxHeader;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

/// Writes bytes to a file, plain and compressed, and reads each.
class IdxFile : public testing::TestWithParam<bool> {
protected:
    std::filesystem::path path() const { return m_folder.path() / (GetParam() ? "some.idx.gz" : "some.idx"); }

    Result<IdxArray> read(const std::string& content)
    {
        test::writeBytes(path(), GetParam() ? gzipped(content) : content);
        return readIdx(path());
    }

    /// The error that reading must give; it always names the file and the offset in the unpacked content.
    Error errorFor(const std::string& content, std::size_t offset)
    {
        const Error error = errorOf(read(content));
        EXPECT_EQ(error.code, ErrorCode::File);
        EXPECT_EQ(error.where, path().string() + ", offset " + std::to_string(offset));
        EXPECT_FALSE(error.remedy.empty());
        return error;
    }

private:
    test::TemporaryFolder m_folder;
};

TEST_P(IdxFile, GivesSizesAndBytes)
{
    const auto array = read(idxHeader({2, 1, 3}) + "abc\xff\x01" + '\0');
    ASSERT_TRUE(array);
    EXPECT_THAT(array->sizes, testing::ElementsAre(2, 1, 3));
    EXPECT_THAT(array->bytes, testing::ElementsAre('a', 'b', 'c', 0xff, 1, 0));
}

TEST_P(IdxFile, TakesOneToFourAxes)
{
    EXPECT_TRUE(read(idxHeader({3}) + "abc"));
    EXPECT_TRUE(read(idxHeader({1, 1, 1, 3}) + "abc"));
    EXPECT_THAT(errorFor(idxHeader({}), 0).what, HasSubstr("no IDX file"));
    EXPECT_THAT(errorFor(idxHeader({1, 1, 1, 1, 3}) + "abc", 0).what, HasSubstr("number of axes"));
}

TEST_P(IdxFile, RefusesAnEmptyFile)
{
    EXPECT_THAT(errorFor("", 0).what, HasSubstr("4 bytes too early, inside the magic number"));
}

TEST_P(IdxFile, RefusesATruncatedHeader)
{
    EXPECT_THAT(errorFor(idxHeader({2, 3}).substr(0, 3), 3).what,
                HasSubstr("1 bytes too early, inside the magic number"));
    EXPECT_THAT(errorFor(idxHeader({2, 3}).substr(0, 6), 6).what, HasSubstr("2 bytes too early, inside the sizes"));
    EXPECT_THAT(errorFor(idxHeader({2, 3}).substr(0, 8), 8).what, HasSubstr("4 bytes too early, inside the sizes"));
}

TEST_P(IdxFile, RefusesATruncatedBody)
{
    EXPECT_THAT(errorFor(idxHeader({2, 3}) + "abcd", 16).what, HasSubstr("2 bytes too early, inside the elements"));
    EXPECT_THAT(errorFor(idxHeader({2, 3}), 12).what, HasSubstr("6 bytes too early, inside the elements"));
}

TEST_P(IdxFile, SaysHowManyBytesALargeArrayLacks)
{
    const std::string content = idxHeader({40, 1024, 1024}) + std::string(1000, 'x');
    EXPECT_THAT(errorFor(content, 16 + 1000).what, HasSubstr("the file ends 41942040 bytes too early"));
}

TEST_P(IdxFile, RefusesTrailingBytes)
{
    EXPECT_THAT(errorFor(idxHeader({2, 3}) + "abcdefg", 18).what, HasSubstr("expected the end of the file"));
}

TEST_P(IdxFile, RefusesAForeignFile)
{
    EXPECT_THAT(errorFor("PNG is no IDX", 0).what, HasSubstr("expected the bytes 00 00 08"));
    EXPECT_THAT(errorFor(std::string("\x08\x03\0\0", 4), 0).what, HasSubstr("expected the bytes 00 00 08"));
}

TEST_P(IdxFile, RefusesElementsThatAreNoUnsignedBytes)
{
    for (const char type : {'\x09', '\x0b', '\x0c', '\x0d', '\x0e'})
        EXPECT_THAT(errorFor(idxHeader({3}, type) + "abc", 2).what, HasSubstr("expected elements of type 08"));
}

TEST_P(IdxFile, RefusesAnAxisOfSizeZero)
{
    EXPECT_THAT(errorFor(idxHeader({3, 0}), 12).what, HasSubstr("axis 1 has size 0, expected at least 1"));
}

// The products of these sizes do not fit 32, 64 or 96 bits: none may wrap around to something small.
TEST_P(IdxFile, RefusesAbsurdSizesBeforeReservingMemory)
{
    for (const auto& sizes : {std::vector<std::uint32_t>{0x10000, 0x10001}, {0xffffffff, 0xffffffff, 0xffffffff},
                              {0x80000000, 0x80000000, 4}, {0x10000, 0x10000, 0x10000, 0x10000}})
        EXPECT_THAT(errorOf(read(idxHeader(sizes) + "abc")).what, HasSubstr("more than 4 GiB"));
}

// 4 GiB less one byte is within the limit; the file has three.
TEST_P(IdxFile, DoesNotReserveWhatTheFileDoesNotHold)
{
    EXPECT_THAT(errorFor(idxHeader({0xffffffff}) + "abc", 11).what, HasSubstr("4294967292 bytes too early"));
}

INSTANTIATE_TEST_SUITE_P(All, IdxFile, testing::Bool(),
                         [](const auto& kind) { return std::string(kind.param ? "Compressed" : "Plain"); });

class GzipIdxFile : public testing::Test {
protected:
    Error errorFor(const std::string& compressed)
    {
        test::writeBytes(path(), compressed);
        const Error error = errorOf(readIdx(path()));
        EXPECT_EQ(error.code, ErrorCode::File);
        EXPECT_THAT(error.where, StartsWith(path().string() + ", offset "));
        return error;
    }
    std::filesystem::path path() const { return m_folder.path() / "some.idx.gz"; }

    static std::string goodContent()
    {
        std::string content = idxHeader({200, 10});
        for (int i = 0; i < 2000; ++i)
            content += static_cast<char>(i * 7919 % 251);
        return content;
    }

private:
    test::TemporaryFolder m_folder;
};

TEST_F(GzipIdxFile, RefusesEveryCutOfTheStream)
{
    const std::string whole = gzipped(goodContent());
    for (std::size_t size = 3; size < whole.size(); size += size < 30 || size + 30 > whole.size() ? 1 : 41)
        errorFor(whole.substr(0, size));
}

TEST_F(GzipIdxFile, RefusesAFlippedByteInData)
{
    std::string damaged = gzipped(goodContent());
    damaged[damaged.size() / 2] ^= 0x10;
    errorFor(damaged);
}

TEST_F(GzipIdxFile, RefusesAWrongChecksumOrLengthAtItsEnd)
{
    for (const std::size_t fromEnd : {8, 5, 4, 1}) {
        std::string damaged = gzipped(goodContent());
        damaged[damaged.size() - fromEnd] ^= 1;
        EXPECT_THAT(errorFor(damaged).what, HasSubstr("damaged"));
    }
}

TEST_F(GzipIdxFile, StopsUnpackingWhereTheHeaderSaysTheContentEnds)
{
    // 100 MB of zeros in 100 kB behind a header that announces one byte.
    const std::string bomb = gzipped(idxHeader({1}) + std::string(100'000'000, '\0'));
    ASSERT_LT(bomb.size(), 200'000u);
    const Error error = errorFor(bomb);
    EXPECT_THAT(error.what, HasSubstr("more data than the header announces"));
    EXPECT_THAT(error.where, EndsWith(", offset 9"));
}

TEST(MissingIdxFile, IsNamed)
{
    const test::TemporaryFolder folder;
    const Error error = errorOf(readIdx(folder.path() / "absent.gz"));
    EXPECT_EQ(error.code, ErrorCode::File);
    EXPECT_THAT(error.where, HasSubstr("absent.gz"));
    EXPECT_THAT(error.what, HasSubstr("No such file"));
}

TEST(MissingIdxFile, IsNotAFolderOfThatName)
{
    const test::TemporaryFolder folder;
    EXPECT_EQ(errorOf(readIdx(folder.path())).code, ErrorCode::File);
}

}  // namespace
}  // namespace tandem

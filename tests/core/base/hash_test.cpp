// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/hash.h"

#include <gtest/gtest.h>

#include <numeric>
#include <string>

namespace tandem {
namespace {

std::string sha256Of(const std::string& text)
{
    return sha256Hex(text.data(), text.size());
}

// FIPS 180-4's examples.
TEST(Sha256, EqualsThePublishedVectors)
{
    EXPECT_EQ(sha256Of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(sha256Of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(sha256Of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(sha256Of(std::string(1'000'000, 'a')),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

// RFC 3720, appendix B.4, and the check value of the CRC catalogue.
TEST(Crc32c, EqualsThePublishedVectors)
{
    EXPECT_EQ(crc32c("123456789"), 0xe3069283u);
    EXPECT_EQ(crc32c(""), 0u);
    EXPECT_EQ(crc32c(std::string(32, '\0')), 0x8a9136aau);
    EXPECT_EQ(crc32c(std::string(32, '\xff')), 0x62a8ab43u);
    std::string rising(32, '\0');
    std::iota(rising.begin(), rising.end(), '\0');
    EXPECT_EQ(crc32c(rising), 0x46dd794eu);
    EXPECT_EQ(crc32c(std::string(rising.rbegin(), rising.rend())), 0x113fdb5cu);
}

TEST(Fingerprint, OfNothingIsXxh3sPublishedValue)
{
    EXPECT_EQ(Fingerprint().hex(), "2d06800538d394c2");
}

TEST(Fingerprint, DoesNotDependOnHowTheBytesArePortioned)
{
    std::string bytes(5000, '\0');
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<char>(i * 37 % 251);
    Fingerprint whole, parts;
    whole.add(bytes);
    for (std::size_t begin = 0, size = 1; begin < bytes.size(); begin += size, size = size * 2 % 700 + 1)
        parts.add(std::string_view(bytes).substr(begin, size));
    parts.add(nullptr, 0);
    EXPECT_EQ(parts.hex(), whole.hex());
    EXPECT_EQ(whole.hex().size(), 16u);
}

TEST(Fingerprint, ChangesWithASingleBit)
{
    const std::string bytes(1000, 'x');
    std::string flipped = bytes;
    flipped[500] ^= 1;
    Fingerprint one, other;
    one.add(bytes);
    other.add(flipped);
    EXPECT_NE(one.hex(), other.hex());
}

}  // namespace
}  // namespace tandem

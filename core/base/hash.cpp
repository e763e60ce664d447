// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/hash.h"

#include <boost/crc.hpp>
#include <openssl/sha.h>
#include <xxhash.h>

#include <array>
#include <cstdio>

namespace tandem {

std::string sha256Hex(const void* bytes, std::size_t size)
{
    std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
    SHA256(static_cast<const unsigned char*>(bytes), size, digest.data());
    std::string text;
    text.reserve(2 * digest.size());
    for (const unsigned char byte : digest) {
        constexpr char digits[] = "0123456789abcdef";
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

Fingerprint::Fingerprint() : m_state(XXH3_createState())
{
    XXH3_64bits_reset(m_state);
}

Fingerprint::~Fingerprint()
{
    XXH3_freeState(m_state);
}

void Fingerprint::add(const void* bytes, std::size_t size)
{
    if (size > 0)
        XXH3_64bits_update(m_state, bytes, size);
}

std::string Fingerprint::hex() const
{
    std::array<char, 17> text{};
    std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(XXH3_64bits_digest(m_state)));
    return text.data();
}

std::uint32_t crc32c(std::string_view text)
{
    boost::crc_optimal<32, 0x1EDC6F41, 0xFFFFFFFF, 0xFFFFFFFF, true, true> crc;
    crc.process_bytes(text.data(), text.size());
    return crc.checksum();
}

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

struct XXH3_state_s;

namespace tandem {

/// SHA-256 of a byte range as 64 lower-case hex digits: for files, where the figure is compared with published ones.
std::string sha256Hex(const void* bytes, std::size_t size);

/// Running 64-bit XXH3 hash: for weights and batches, where speed matters and nobody attacks.
/// Used by one thread at a time.
class Fingerprint {
public:
    Fingerprint();
    ~Fingerprint();
    Fingerprint(const Fingerprint&) = delete;
    Fingerprint& operator=(const Fingerprint&) = delete;

    void add(const void* bytes, std::size_t size);
    void add(std::string_view text) { add(text.data(), text.size()); }
    std::string hex() const;  ///< 16 lower-case hex digits

private:
    XXH3_state_s* m_state;
};

/// CRC-32C (Castagnoli) of a text: the checksum of one line of the event log.
std::uint32_t crc32c(std::string_view text);

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace tandem::test {

/// The header of an IDX file: two zero bytes, the type, the number of axes and their sizes.
std::string idxHeader(const std::vector<std::uint32_t>& sizes, char type = 0x08);

/// A text as one gzip stream.
std::string gzipped(const std::string& text);

/// The content of a gzip file.
std::string gunzipped(const std::string& compressed);

void writeBytes(const std::filesystem::path& path, const std::string& bytes);

}  // namespace tandem::test

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace tandem {

/// An array of unsigned bytes from an IDX file (the format of MNIST): big-endian header, then the bytes.
struct IdxArray {
    std::vector<std::uint32_t> sizes;  ///< one entry an axis, outermost first
    std::vector<std::uint8_t> bytes;   ///< product of sizes
};

/// Reads an IDX file of unsigned bytes, plain or gzip-compressed. A truncated, oversized, foreign or damaged file is an
/// error that names the file, the offset in the unpacked content and what was expected there.
Result<IdxArray> readIdx(const std::filesystem::path& path);

/// No array larger than this is read; a header that claims more is damaged or hostile.
inline constexpr std::uint64_t kLargestIdxBytes = std::uint64_t{4} << 30;

}  // namespace tandem

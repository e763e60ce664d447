// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace tandem {

/// Reads a whole file.
Result<std::string> readTextFile(const std::filesystem::path& path);

/// Replaces a file so that a reader, or a crash at any moment, sees the old content or the new one and nothing between:
/// temporary file in the same folder, fsync, rename, fsync of the folder.
Status replaceFile(const std::filesystem::path& path, std::string_view content);

/// Creates a folder with its parents.
Status createFolder(const std::filesystem::path& path);

/// An error with the system's own words for errno.
Error fileError(const std::string& action, const std::filesystem::path& path, int systemError);

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/data/dataset.h"
#include "core/experiment/experiment_json.h"

#include <filesystem>
#include <string>

namespace tandem::test {

/// A folder of its own under the system's temporary folder, or under another one, removed at the end.
class TemporaryFolder {
public:
    explicit TemporaryFolder(const std::filesystem::path& parent = std::filesystem::temp_directory_path());
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

/// Writes an IDX file of bytes, plain.
void writeIdx(const std::filesystem::path& path, const std::vector<std::uint32_t>& sizes, const std::vector<std::uint8_t>& bytes);

/// Writes a small data set (four plain IDX files) of `train` and `test` pictures of 8×8 with ten classes.
void writeSmallDataset(const std::filesystem::path& folder, std::uint32_t train = 256, std::uint32_t test = 64);

/// A two-run experiment (CPU and mps-emulated) over the small data set in `folder`.
ExperimentFile smallExperiment(const std::filesystem::path& folder, const std::string& changes = "{}");

/// The folders of the source tree's own data set.
DataFolders sourceDataFolders();

std::filesystem::path sourceFolder();

}  // namespace tandem::test

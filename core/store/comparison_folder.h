// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/experiment/experiment_json.h"
#include "core/facts/record.h"
#include "core/store/event_log.h"

#include <filesystem>
#include <string>

namespace tandem {

/// The folder of one comparison:
///     experiment.json  manifest.json  events.jsonl  report/
class ComparisonFolder {
public:
    /// Creates `<root>/<date>-<time>-<name>` with the experiment in it. Nothing is left behind on failure.
    static Result<ComparisonFolder> create(const std::filesystem::path& root, const ExperimentFile& file);

    const std::filesystem::path& path() const { return m_path; }
    const std::string& id() const { return m_id; }
    const std::string& created() const { return m_created; }
    std::filesystem::path eventsPath() const { return m_path / "events.jsonl"; }

    /// Replaces the manifest atomically.
    /// @param state  "running" or how the comparison ended
    Status writeManifest(const std::string& state) const;

private:
    std::filesystem::path m_path;
    std::string m_id, m_created;
};

/// Version of the folder's format.
inline constexpr int kFolderVersion = 1;

struct StoredComparison {
    ComparisonRecord record;
    std::size_t damagedLines = 0;
    bool tornTail = false;
};

/// Reads a comparison back from its event log, the only truth in the folder.
Result<StoredComparison> readComparison(const std::filesystem::path& folder);

}  // namespace tandem

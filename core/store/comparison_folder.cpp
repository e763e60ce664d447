// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/comparison_folder.h"

#include "core/base/text_file.h"

#include <unistd.h>

#include <array>
#include <cctype>
#include <ctime>

namespace tandem {
namespace {

namespace fs = std::filesystem;

std::string formatUtc(const char* format)
{
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), format, &parts);
    return text.data();
}

std::string asFileName(const std::string& name)
{
    std::string safe;
    for (const char c : name)
        safe += std::isalnum(static_cast<unsigned char>(c)) ? c : '-';
    return safe.substr(0, 40);
}

}  // namespace

Result<ComparisonFolder> ComparisonFolder::create(const fs::path& root, const ExperimentFile& file)
{
    if (Status status = createFolder(root); !status)
        return fail(status.error());
    ComparisonFolder folder;
    folder.m_created = formatUtc("%Y-%m-%dT%H:%M:%SZ");
    const std::string base = formatUtc("%Y%m%d-%H%M%S") + "-" + asFileName(file.experiment.name);
    for (int attempt = 1;; ++attempt) {
        folder.m_id = attempt == 1 ? base : base + "-" + std::to_string(attempt);
        folder.m_path = root / folder.m_id;
        std::error_code problem;
        if (fs::create_directory(folder.m_path, problem))
            break;
        if (problem)
            return fail(fileError("cannot create the comparison's folder", folder.m_path, problem.value()));
    }
    Status status = replaceFile(folder.m_path / "experiment.json", file.document.dump(2) + "\n");
    if (status)
        status = folder.writeManifest("running");
    if (!status) {
        std::error_code ignored;
        fs::remove_all(folder.m_path, ignored);
        return fail(status.error());
    }
    return folder;
}

Status ComparisonFolder::writeManifest(const std::string& state) const
{
    const Json manifest = {{"tandem_comparison", kFolderVersion},
                           {"id", m_id},
                           {"created", m_created},
                           {"state", state},
                           {"pid", static_cast<std::int64_t>(::getpid())}};
    return replaceFile(m_path / "manifest.json", manifest.dump(2) + "\n");
}

Result<StoredComparison> readComparison(const fs::path& folder)
{
    Result<EventLogContent> content = readEventLog(folder / "events.jsonl");
    if (!content)
        return fail(content.error());
    if (content->events.empty() || !std::holds_alternative<ComparisonStart>(content->events.front().body))
        return fail(ErrorCode::File, "the event log does not begin with a comparison's start",
                    (folder / "events.jsonl").string(), "Point to a folder that Tandem wrote");
    StoredComparison stored;
    stored.damagedLines = content->damagedLines;
    stored.tornTail = content->tornTail;
    for (const Event& event : content->events)
        stored.record.apply(event);
    return stored;
}

}  // namespace tandem

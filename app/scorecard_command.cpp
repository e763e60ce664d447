// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/scorecard/scorecard.h"

#include "app/commands.h"
#include "app/console.h"
#include "app/exit_codes.h"
#include "app/interrupt.h"
#include "app/startup.h"
#include "core/base/number_text.h"
#include "core/base/text_file.h"

#include <iostream>
#include <random>

namespace tandem::app {
namespace {

/// A folder for comparisons that nobody wants to keep.
class TemporaryFolder {
public:
    TemporaryFolder() : m_path(std::filesystem::temp_directory_path() / ("tandem-scorecard-" + std::to_string(std::random_device{}()))) {}
    ~TemporaryFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

}  // namespace

int scorecardCommand(const ScorecardArguments& arguments, const Services& services)
{
    const Result<std::vector<ScorecardCase>> cases = scorecardCases(arguments.quick);
    if (!cases)
        return reportError(cases.error());
    const TemporaryFolder folder;
    ComparisonOptions options;
    options.root = folder.path();
    options.dataFolders = dataFolders();
    const InterruptGuard interrupts;
    std::vector<ScorecardRow> rows;
    for (std::size_t i = 0; i < cases->size() && !interrupts.requested(); ++i) {
        const ScorecardCase& which = (*cases)[i];
        if (!arguments.only.empty() && which.id.find(arguments.only) == std::string::npos)
            continue;
        std::cerr << "[" << i + 1 << "/" << cases->size() << "] " << which.id << ", " << which.on << std::flush;
        Result<ScorecardRow> row = runCase(which, options, services.factory, services.gpu, services.log);
        if (!row) {
            std::cerr << "\n";
            return reportError(row.error());
        }
        std::string shown;
        for (const std::string& finding : row->shown)
            shown += " " + finding;
        std::cerr << ":" << (shown.empty() ? " nothing" : shown) << std::endl;
        rows.push_back(std::move(*row));
    }
    if (interrupts.requested())
        return kInterrupted;
    const Json json = toJson(rows);
    if (!arguments.out.empty())
        if (Status status = replaceFile(arguments.out, toMarkdown(rows, arguments.quick)); !status)
            return reportError(status.error());
    if (arguments.json)
        printJson(json);
    else
        std::cout << toMarkdown(rows, arguments.quick);
    return kFine;
}

}  // namespace tandem::app

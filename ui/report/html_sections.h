// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"
#include "ui/report/html_writer.h"

#include <string>
#include <vector>

namespace tandem::ui {

/// The parts of the page, in their order. Each writes its own heading, and nothing where it has nothing to say.
void writeVerdict(HtmlWriter& html, const Report& report, const ComparisonRecord& record);
void writeFindings(HtmlWriter& html, const Report& report);
void writeLeftOut(HtmlWriter& html, const Report& report);
void writeCurves(HtmlWriter& html, const ComparisonRecord& record);
void writeResults(HtmlWriter& html, const Report& report);
void writeMatrix(HtmlWriter& html, const Report& report);
void writeStart(HtmlWriter& html, const Report& report, const ComparisonRecord& record);
void writeConfiguration(HtmlWriter& html, const Report& report);
void writeEnvironment(HtmlWriter& html, const Report& report);
void writeReproduction(HtmlWriter& html, const Report& report);
void writeLimits(HtmlWriter& html, const Report& report, const ComparisonRecord& record);

/// A table of texts with row headers in its first column.
/// @param numbers  columns from this one on are aligned to the right
struct HtmlTable {
    std::string caption;
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;
    std::size_t numbers = 99;
};
void writeTable(HtmlWriter& html, const HtmlTable& table);

/// A run's name where its numbers stand: "MPS (fault injected)" if a fault acted on it.
std::string runName(const RunSummary& run);
bool hasFaults(const Report& report);
/// Such names as "CPU, MPS (fault injected)".
std::string runList(const Report& report, const std::vector<std::int64_t>& runs);
bool isEmulated(const RunSummary& run);

}  // namespace tandem::ui

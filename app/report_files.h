// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/report.h"

#include <filesystem>

namespace tandem::app {

/// Says before a long run whether a report could be written there: known ending, existing and writable folder.
Status checkReportPath(const std::filesystem::path& path);

/// Writes a report in the form that the ending names: .html or .json. Atomic.
Status writeReport(const std::filesystem::path& path, const Report& report, const ComparisonRecord& record);

}  // namespace tandem::app

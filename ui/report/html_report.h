// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/report/report.h"

#include <QByteArray>

#include <filesystem>

namespace tandem::ui {

/// The report as one page that needs nothing else: no script, no network, no font. Curves are drawn only where a
/// QApplication exists (its platform may be "offscreen"); the page says so where they are missing.
/// GUI thread.
QByteArray htmlReport(const Report& report, const ComparisonRecord& record);

/// Writes the page so that no half of it can ever be seen.
Status writeHtmlReport(const std::filesystem::path& path, const Report& report, const ComparisonRecord& record);

}  // namespace tandem::ui

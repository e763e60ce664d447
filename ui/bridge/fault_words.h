// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/fault_marks.h"

#include <QString>
#include <QStringList>

namespace tandem::ui {

/// For people: the title of a fault of the library, the id of one that the user wrote.
QString faultTitle(const std::string& id);
QStringList faultTitles(const std::vector<std::string>& ids);

/// A run's name as it stands over numbers: "MPS (fault injected)" if a fault acts on it.
QString markedRun(const ComparisonRecord& record, std::size_t run);
/// True if a fault acts on any run.
bool hasActiveFaults(const ComparisonRecord& record);
/// What was injected into which run, a line a run: first what acts, then what does not.
QStringList faultLines(const ComparisonRecord& record);

}  // namespace tandem::ui

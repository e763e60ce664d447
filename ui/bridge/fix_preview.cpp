// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/bridge/fix_preview.h"

#include "core/experiment/difference.h"
#include "core/experiment/fix.h"
#include "ui/bridge/text.h"

#include <algorithm>

namespace tandem::ui {
namespace {

Json valueAt(const std::vector<ConfigRow>& table, const std::string& path, std::size_t run)
{
    const auto row = std::find_if(table.begin(), table.end(), [&](const ConfigRow& r) { return r.path == path; });
    return row == table.end() ? Json() : row->values[run];
}

}  // namespace

QStringList previewOf(const Fix& fix, const ExperimentFile& file)
{
    const auto changed = checkExperiment(tandem::applyFix(file.document, fix.run, fix.patch), {});
    if (!changed || changed->experiment.runs.size() != file.experiment.runs.size())
        return {};
    const auto before = configTable(file), after = configTable(*changed);
    if (!before || !after)
        return {};
    QStringList lines;
    for (const ConfigRow& row : *after)
        for (std::size_t run = 0; run < row.values.size(); ++run)
            if (const Json old = valueAt(*before, row.path, run); old != row.values[run])
                lines << QStringLiteral("%1 · %2: %3 → %4")
                             .arg(toQString(file.experiment.runs[run].name), toQString(row.path),
                                  toQString(displayValue(old)), toQString(displayValue(row.values[run])));
    return lines;
}

std::string settingOf(const Fix& fix)
{
    std::string path;
    const Json* place = &fix.patch;
    while (place->is_object() && !place->empty()) {
        path += (path.empty() ? "" : ".") + place->items().begin().key();
        place = &place->front();
    }
    return path;
}

}  // namespace tandem::ui

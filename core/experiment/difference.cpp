// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/experiment/difference.h"

#include <algorithm>

namespace tandem {
namespace {

using Leaf = std::pair<std::string, Json>;

void collectLeaves(const Json& value, const std::string& path, std::vector<Leaf>& leaves)
{
    if (value.is_object() && !value.empty()) {
        for (const auto& [key, entry] : value.items())
            collectLeaves(entry, path.empty() ? key : path + "." + key, leaves);
        return;
    }
    leaves.emplace_back(path, value);
}

std::vector<Leaf> leavesOf(Json resolved)
{
    for (const char* shared : {"tandem", "name", "runs", "baseline"})
        resolved.erase(shared);
    std::vector<Leaf> leaves;
    collectLeaves(resolved, {}, leaves);
    return leaves;
}

}  // namespace

Result<std::vector<ConfigRow>> configTable(const ExperimentFile& file)
{
    const std::size_t runs = file.experiment.runs.size();
    std::vector<ConfigRow> table;
    ConfigRow devices{"device", {}, false};
    for (const RunConfig& run : file.experiment.runs)
        devices.values.push_back(run.devices.size() == 1 ? Json(run.devices.front()) : Json(run.devices));
    table.push_back(std::move(devices));

    for (std::size_t run = 0; run < runs; ++run) {
        const Result<Experiment> resolved = resolveRun(file.document, run, {});
        if (!resolved)
            return fail(resolved.error());
        for (auto& [path, value] : leavesOf(toJson(*resolved))) {
            auto row = std::find_if(table.begin(), table.end(), [&, &path = path](const ConfigRow& r) { return r.path == path; });
            if (row == table.end())
                row = table.insert(table.end(), ConfigRow{path, std::vector<Json>(runs), false});
            row->values[run] = std::move(value);
        }
    }
    for (ConfigRow& row : table)
        for (const Json& value : row.values)
            row.differs = row.differs || value != row.values[file.experiment.baseline];
    return table;
}

std::vector<ConfigRow> differingRows(const std::vector<ConfigRow>& table)
{
    std::vector<ConfigRow> rows;
    std::copy_if(table.begin(), table.end(), std::back_inserter(rows), [](const ConfigRow& row) { return row.differs; });
    return rows;
}

std::string displayValue(const Json& value)
{
    const auto isWord = [](const Json& element) { return element.is_string(); };
    if (value.is_null())
        return "—";
    if (!value.is_array() || !std::all_of(value.begin(), value.end(), isWord))
        return editableValue(value);
    std::string text;
    for (const Json& word : value)
        text += (text.empty() ? "" : ", ") + word.get<std::string>();
    return text.empty() ? "none" : text;
}

std::string editableValue(const Json& value)
{
    if (value.is_null())
        return {};
    return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace tandem

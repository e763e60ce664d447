// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/bridge/config_edit.h"

#include "core/experiment/difference.h"

#include <algorithm>
#include <vector>

namespace tandem::ui {
namespace {

std::vector<std::string> keysOf(const std::string& path)
{
    std::vector<std::string> keys;
    std::size_t begin = 0;
    while (begin <= path.size()) {
        const std::size_t end = std::min(path.find('.', begin), path.size());
        keys.push_back(path.substr(begin, end - begin));
        begin = end + 1;
    }
    return keys;
}

bool holds(const Json& object, const std::vector<std::string>& keys)
{
    const Json* place = &object;
    for (const std::string& key : keys) {
        if (!place->is_object() || !place->contains(key))
            return false;
        place = &place->at(key);
    }
    return true;
}

/// Removes a leaf and the objects that it leaves empty.
void removeLeaf(Json& object, const std::vector<std::string>& keys, std::size_t depth = 0)
{
    if (!object.is_object() || !object.contains(keys[depth]))
        return;
    if (depth + 1 < keys.size()) {
        removeLeaf(object[keys[depth]], keys, depth + 1);
        if (!object[keys[depth]].empty())
            return;
    }
    object.erase(keys[depth]);
}

/// "transforms" stands for both splits and may not stand beside a list for one of them: writes it as the two lists.
void splitTransforms(Json& document, const std::string& path)
{
    if (path != "data.train_transforms" && path != "data.test_transforms")
        return;
    const auto split = [](Json& holder) {
        if (!holder.is_object() || !holder.contains("data") || !holder["data"].contains("transforms"))
            return;
        Json& data = holder["data"];
        const Json both = data["transforms"];
        data.erase("transforms");
        for (const char* key : {"train_transforms", "test_transforms"})
            data[key] = both;
    };
    split(document);
    for (Json& run : document["runs"])
        if (run.contains("with"))
            split(run["with"]);
}

Json valueOf(const ExperimentFile& file, std::size_t run, const std::string& path)
{
    if (const auto table = configTable(file))
        for (const ConfigRow& row : *table)
            if (row.path == path)
                return row.values[run];
    return {};
}

}  // namespace

Result<ExperimentFile> withValue(const ExperimentFile& file, std::size_t run, const std::string& path,
                                 const std::string& text)
{
    Json document = file.document;
    splitTransforms(document, path);
    const std::string runPath = "runs." + std::to_string(run) + ".";
    if (path == "device") {
        if (const Status set = setAtPath(document, runPath + "device=" + text); !set)
            return fail(set.error());
        return checkExperiment(std::move(document), {});
    }

    const std::vector<std::string> keys = keysOf(path);
    const bool overridden = document["runs"][run].contains("with") && holds(document["runs"][run]["with"], keys);
    const bool inPatch = run != file.experiment.baseline || overridden;
    if (const Status set = setAtPath(document, (inPatch ? runPath + "with." : std::string()) + path + "=" + text); !set)
        return fail(set.error());
    Result<ExperimentFile> changed = checkExperiment(document, {});
    if (!changed || !inPatch)
        return changed;

    removeLeaf(document["runs"][run], keysOf("with." + path));
    Result<ExperimentFile> inherited = checkExperiment(std::move(document), {});
    return inherited && valueOf(*inherited, run, path) == valueOf(*changed, run, path) ? inherited : changed;
}

}  // namespace tandem::ui

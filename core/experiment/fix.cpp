// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/experiment/fix.h"

namespace tandem {

Json applyFix(const Json& document, const std::optional<std::string>& run, const Json& patch)
{
    Json changed = document;
    if (!run) {
        changed.merge_patch(patch);
        return changed;
    }
    for (Json& config : changed["runs"])
        if (config.value("name", "") == *run) {
            if (!config.contains("with"))
                config["with"] = Json::object();
            config["with"].merge_patch(patch);
        }
    return changed;
}

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the program knows: rules, faults, schemas. These commands start without LibTorch being asked anything.

#include "app/commands.h"
#include "app/console.h"
#include "app/exit_codes.h"
#include "core/facts/fields.h"
#include "core/faults/fault.h"
#include "core/rules/rule.h"
#include "resources/embedded.h"

#include <iostream>

namespace tandem::app {
namespace {

Json ruleJson(const RuleInfo& rule)
{
    return {{"id", rule.id},
            {"title", rule.title},
            {"stage", fields::write(rule.stage)},
            {"severity", fields::write(rule.severity)},
            {"measures", rule.measures},
            {"threshold", rule.threshold},
            {"advice", rule.advice},
            {"cases", rule.cases}};
}

int unknownId(const std::string& what, const std::string& id, const std::vector<std::string>& ids)
{
    const std::string near = nearestWord(id, ids), command = "tandem " + what + "s";
    return reportError({ErrorCode::Usage, "no " + what + " is named \"" + id + "\"", command,
                        near.empty() ? "See `" + command + "`" : "Did you mean \"" + near + "\"?"});
}

std::string joined(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : ", ") + word;
    return text.empty() ? "none" : text;
}

void explain(const FaultInfo& info)
{
    std::cout << "  " << info.text << "\n  noticed by:  " << joined(info.expected) << "\n  modelled on: " << joined(info.modelledOn) << "\n";
    for (const FaultKnob& knob : info.knobs)
        std::cout << "  knob " << knob.name << " (default " << knob.byDefault.dump() << "): " << knob.text << "\n";
}

}  // namespace

int rulesCommand(const std::string& id, bool json)
{
    if (!id.empty() && !findRule(id)) {
        std::vector<std::string> ids;
        for (const Rule& rule : allRules())
            ids.emplace_back(rule.info.id);
        return unknownId("rule", id, ids);
    }
    Json list = Json::array();
    for (const Rule& rule : allRules()) {
        const RuleInfo& info = rule.info;
        if (!id.empty() && id != info.id)
            continue;
        list.push_back(ruleJson(info));
        if (json)
            continue;
        std::cout << info.id << "  (" << wordList(info.stage)[static_cast<std::size_t>(info.stage)] << ", up to "
                  << wordList(info.severity)[static_cast<std::size_t>(info.severity)] << ")\n  " << info.title << "\n";
        if (!id.empty())
            std::cout << "  measures:  " << info.measures << "\n  threshold: " << info.threshold << "\n  advice:    " << info.advice
                      << "\n  cases:     " << info.cases << "\n";
    }
    if (json)
        printJson(id.empty() ? list : list.front());
    return kFine;
}

int faultsCommand(const std::string& id, bool json)
{
    if (!id.empty() && !findFault(id)) {
        std::vector<std::string> ids;
        for (const FaultInfo& info : faultLibrary())
            ids.push_back(info.id);
        return unknownId("fault", id, ids);
    }
    Json list = Json::array();
    for (const FaultInfo& info : faultLibrary()) {
        if (!id.empty() && id != info.id)
            continue;
        list.push_back(toJson(info));
        if (json)
            continue;
        std::cout << info.id << (info.control ? "  (control)" : info.side == FaultSide::Reference ? "  (on the CPU)" : "") << "\n  "
                  << info.title << "\n";
        if (!id.empty())
            explain(info);
    }
    if (json)
        printJson(id.empty() ? list : list.front());
    return kFine;
}

int schemaCommand(const std::string& which)
{
    std::cout << embeddedFile(which + ".schema.json") << std::flush;
    return kFine;
}

}  // namespace tandem::app

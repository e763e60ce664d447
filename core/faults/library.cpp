// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/faults/fault.h"
#include "resources/embedded.h"

#include <algorithm>
#include <stdexcept>

namespace tandem {
namespace {

std::vector<std::string> texts(const Json& list)
{
    return list.get<std::vector<std::string>>();
}

FaultInfo readInfo(const Json& entry)
{
    FaultInfo info;
    info.id = entry.at("id").get<std::string>();
    info.title = entry.at("title").get<std::string>();
    info.text = entry.at("text").get<std::string>();
    info.side = entry.value("side", "device") == "reference" ? FaultSide::Reference : FaultSide::Device;
    info.control = entry.value("control", false);
    info.probability = entry.value("probability", 1.0);
    if (entry.contains("knobs"))
        for (const auto& [name, knob] : entry.at("knobs").items())
            info.knobs.push_back({name, knob.at("default"), knob.at("text").get<std::string>()});
    info.expected = texts(entry.at("expected"));
    info.modelledOn = texts(entry.at("modelled_on"));
    info.injections = entry.at("inject");
    return info;
}

// The file is part of the program and proved by tests: a mistake in it is a mistake of the build.
std::vector<FaultInfo> readLibrary()
{
    const Result<Json> document = parseJson(embeddedFile("faults.json"), "faults.json");
    if (!document)
        throw std::logic_error(describe(document.error()));
    std::vector<FaultInfo> library;
    for (const Json& entry : document->at("faults"))
        library.push_back(readInfo(entry));
    return library;
}

}  // namespace

const std::vector<FaultInfo>& faultLibrary()
{
    static const std::vector<FaultInfo> library = readLibrary();
    return library;
}

const FaultInfo* findFault(const std::string& id)
{
    const auto& library = faultLibrary();
    const auto found = std::find_if(library.begin(), library.end(), [&](const FaultInfo& info) { return info.id == id; });
    return found == library.end() ? nullptr : &*found;
}

Json toJson(const FaultInfo& info)
{
    Json knobs = Json::object();
    for (const FaultKnob& knob : info.knobs)
        knobs[knob.name] = {{"default", knob.byDefault}, {"text", knob.text}};
    return {{"id", info.id},
            {"title", info.title},
            {"text", info.text},
            {"control", info.control},
            {"side", info.side == FaultSide::Device ? "device" : "reference"},
            {"probability", info.probability},
            {"knobs", std::move(knobs)},
            {"expected", info.expected},
            {"modelled_on", info.modelledOn}};
}

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/bridge/fault_edit.h"

#include "core/experiment/difference.h"

#include <algorithm>

namespace tandem::ui {
namespace {

std::string trimmed(const std::string& text)
{
    const char* const blanks = " \t\r\n";
    const auto begin = text.find_first_not_of(blanks);
    return begin == std::string::npos ? std::string() : text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

Json wordsOf(const std::string& text)
{
    Json words = Json::array();
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        if (std::string word = trimmed(text.substr(begin, end - begin)); !word.empty())
            words.push_back(std::move(word));
        begin = end + 1;
    }
    return words;
}

Json::iterator entryOf(Json& entries, const FaultInfo& fault)
{
    return std::find_if(entries.begin(), entries.end(), [&](const Json& entry) { return faultId(entry) == fault.id; });
}

}  // namespace

Json faultEntries(const ExperimentFile& file, std::size_t run)
{
    Json entries = Json::array();
    if (const Result<Experiment> resolved = resolveRun(file.document, run, {}))
        for (const Fault& fault : resolved->faults)
            entries.push_back(fault.written);
    return entries;
}

std::string faultId(const Json& entry)
{
    return entry.is_string() ? entry.get<std::string>() : entry.value("id", std::string());
}

Json withFault(Json entries, const FaultInfo& fault, bool chosen)
{
    const auto listed = entryOf(entries, fault);
    if (chosen && listed == entries.end())
        entries.push_back(fault.id);
    if (!chosen)
        while (true) {
            const auto place = entryOf(entries, fault);
            if (place == entries.end())
                break;
            entries.erase(place);
        }
    return entries;
}

Json withFaultValue(Json entries, const FaultInfo& fault, const std::string& key, const Json& value)
{
    const auto entry = entryOf(entries, fault);
    if (entry == entries.end())
        return entries;
    Json object = entry->is_string() ? Json{{"id", fault.id}} : *entry;
    if (value == faultDefault(fault, key))
        object.erase(key);
    else
        object[key] = value;
    *entry = object.size() == 1 ? Json(fault.id) : object;
    return entries;
}

Json faultDefault(const FaultInfo& fault, const std::string& key)
{
    for (const FaultKnob& knob : fault.knobs)
        if (knob.name == key)
            return knob.byDefault;
    return key == kFromStep ? Json(0) : Json();
}

Json faultValue(const Json& entries, const FaultInfo& fault, const std::string& key)
{
    for (const Json& entry : entries)
        if (faultId(entry) == fault.id)
            return entry.is_object() && entry.contains(key) ? entry.at(key) : faultDefault(fault, key);
    return faultDefault(fault, key);
}

Result<Json> readFaultValue(const std::string& text, const Json& byDefault)
{
    const std::string typed = trimmed(text);
    if (typed.empty())
        return byDefault;
    if (byDefault.is_array()) {
        Json words = wordsOf(typed);
        return words.empty() ? byDefault : words;
    }
    if (byDefault.is_string())
        return Json(typed);
    const Result<Json> value = parseJson(typed, {});
    const bool number = value && value->is_number() && byDefault.is_number();
    if (!number && !(value && value->type() == byDefault.type()))
        return fail(ErrorCode::InvalidExperiment, (byDefault.is_number() ? "expected a number such as " : "expected something like ")
                                                       + byDefault.dump() + ", found “" + typed + "”");
    return *value;
}

std::string faultValueText(const Json& value)
{
    return value.is_array() ? displayValue(value) : editableValue(value);
}

Result<ExperimentFile> withFaults(const ExperimentFile& file, std::size_t run, const Json& entries)
{
    Json document = file.document;
    document["runs"][run]["with"]["faults"] = entries;
    Result<ExperimentFile> changed = checkExperiment(document, {});
    if (!changed)
        return changed;
    Json& own = document["runs"][run];
    own["with"].erase("faults");
    if (own["with"].empty())
        own.erase("with");
    Result<ExperimentFile> inherited = checkExperiment(std::move(document), {});
    return inherited && faultEntries(*inherited, run) == entries ? std::move(inherited) : std::move(changed);
}

}  // namespace tandem::ui

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The fault language: reading, with places and remedies in every error.

#include "core/experiment/json_reader.h"
#include "core/faults/effects.h"
#include "core/faults/fault.h"

#include <algorithm>

namespace tandem {
namespace {

constexpr std::int64_t kMost = 1'000'000'000'000;
const std::vector<std::string> kLayouts{"any", "contiguous", "strided", "channels_last"};

std::vector<std::string> wordOrWords(JsonReader& reader, const char* key)
{
    const Json* value = reader.value(key);
    std::vector<std::string> words;
    if (!value)
        return words;
    if (value->is_string())
        return {value->get<std::string>()};
    if (value->is_array())
        for (const Json& word : *value)
            if (word.is_string())
                words.push_back(word.get<std::string>());
    if (!value->is_array() || words.size() != value->size())
        reader.problem("expected a text or a list of texts, found " + value->dump(), reader.placeOf(key));
    return words;
}

std::optional<double> optionalNumber(JsonReader& reader, const char* key)
{
    if (!reader.has(key))
        return std::nullopt;
    if (const Json* value = reader.value(key); value->is_boolean())
        return value->get<bool>() ? 1.0 : 0.0;
    return reader.number(key, 0, -1e18, 1e18);
}

std::optional<std::int64_t> optionalInteger(JsonReader& reader, const char* key)
{
    return reader.has(key) ? std::optional(reader.integer(key, 0, 0, kMost)) : std::nullopt;
}

FaultCondition readCondition(JsonReader& reader)
{
    FaultCondition condition;
    condition.onResult = reader.has("result");
    condition.arg = reader.integer(condition.onResult ? "result" : "arg", 0, -20, 20);
    condition.dtypes = wordOrWords(reader, "dtype");
    for (const std::string& dtype : condition.dtypes) {
        if (std::find(dtypeWords().begin(), dtypeWords().end(), dtype) != dtypeWords().end())
            continue;
        const std::string near = nearestWord(dtype, dtypeWords());
        reader.problem("\"" + dtype + "\" is no dtype that Tandem knows", reader.placeOf("dtype"),
                       (near.empty() ? std::string() : "Did you mean \"" + near + "\"? ") + "Known are " + joinWords(dtypeWords()));
    }
    const std::string layout = reader.word("layout", "any", kLayouts);
    condition.layout = layout == "any" ? "" : layout;
    condition.offset = reader.flag("offset", false);
    condition.minDims = reader.integer("min_dims", 0, 0, 64);
    condition.sizeDim = reader.integer("dim", 0, -64, 64);
    condition.minSize = reader.integer("min_size", 0, 0, kMost);
    condition.maxSize = optionalInteger(reader, "max_size");
    const std::string device = reader.word("device", "any", {"any", "emulated", "host"});
    condition.device = device == "any" ? "" : device;
    condition.minElements = reader.integer("min_elements", 0, 0, kMost);
    condition.maxElements = optionalInteger(reader, "max_elements");
    condition.written = reader.flag("written", false);
    condition.equals = optionalNumber(reader, "equals");
    condition.above = optionalNumber(reader, "above");
    condition.entry = optionalInteger(reader, "entry");
    condition.name = reader.text("name", "");
    reader.refuseUnknownKeys();
    return condition;
}

std::vector<FaultCondition> readConditions(JsonReader& parent)
{
    const Json* value = parent.value("if");
    std::vector<FaultCondition> conditions;
    if (!value)
        return conditions;
    const Json list = value->is_array() ? *value : Json::array({*value});
    for (std::size_t i = 0; i < list.size(); ++i) {
        JsonReader reader(list[i], parent.placeOf("if") + (value->is_array() ? "[" + std::to_string(i) + "]" : ""), parent.source());
        conditions.push_back(readCondition(reader));
        parent.absorb(reader);
    }
    return conditions;
}

// Each setting has its default's type.
void readSetting(JsonReader& reader, const EffectSetting& setting, Json& into)
{
    const char* key = setting.name.c_str();
    if (!setting.words.empty())
        into = reader.word(key, setting.byDefault.get<std::string>(), setting.words);
    else if (setting.byDefault.is_string())
        into = reader.text(key, setting.byDefault.get<std::string>());
    else if (setting.byDefault.is_boolean())
        into = reader.flag(key, setting.byDefault.get<bool>());
    else if (setting.byDefault.is_number_integer())
        into = reader.integer(key, setting.byDefault.get<std::int64_t>(), -kMost, kMost);
    else
        into = reader.number(key, setting.byDefault.get<double>(), -1e30, 1e30);
}

FaultEffect readEffect(JsonReader& parent)
{
    FaultEffect effect;
    const Json* value = parent.value("do");
    if (!value) {
        parent.problem("a fault says what it does in \"do\"", parent.place(), "Write for example \"do\": {\"scale\": {\"by\": 2}}");
        return effect;
    }
    std::vector<std::string> known;
    for (const EffectKind& kind : effectKinds())
        known.push_back(kind.name);
    const NamedSettings named = readNamedSettings(parent, *value, parent.placeOf("do"), known, "effect");
    const EffectKind* kind = findEffect(named.name);
    if (!kind)
        return effect;
    effect.kind = kind->name;
    effect.settings = Json::object();
    JsonReader reader(named.settings, parent.placeOf("do") + "." + kind->name, parent.source());
    for (const EffectSetting& setting : kind->settings)
        readSetting(reader, setting, effect.settings[setting.name]);
    reader.refuseUnknownKeys();
    parent.absorb(reader);
    return effect;
}

FaultInjection readInjection(JsonReader& reader)
{
    FaultInjection injection;
    injection.ops = wordOrWords(reader, "op");
    if (injection.ops.empty())
        reader.problem("a fault says where it acts in \"op\"", reader.place(), "Name an operation, such as \"aten::addmm\", or \"aten::*\"");
    injection.phase = reader.word("phase", "any", faultPhases());
    injection.conditions = readConditions(reader);
    injection.effect = readEffect(reader);
    injection.firstCallOnly = reader.word("calls", "every", {"every", "first"}) == "first";
    return injection;
}

FaultTiming readTiming(JsonReader& reader, double usualProbability)
{
    FaultTiming timing;
    timing.fromStep = reader.integer("from_step", 0, 0, kMost);
    timing.probability = reader.number("probability", usualProbability, 0.0, 1.0);
    timing.seed = static_cast<std::uint64_t>(reader.integer("seed", 0, 0, kMost));
    return timing;
}

// Replaces every text "$knob" by the knob's value.
Json filledIn(const Json& json, const Json& knobs)
{
    if (json.is_string()) {
        const std::string text = json.get<std::string>();
        return text.starts_with('$') && knobs.contains(text.substr(1)) ? knobs.at(text.substr(1)) : json;
    }
    Json filled = json;
    if (json.is_structured())
        for (auto& entry : filled)
            entry = filledIn(entry, knobs);
    return filled;
}

std::vector<FaultInjection> readInjections(const Json& list, JsonReader& parent, const std::string& place)
{
    std::vector<FaultInjection> injections;
    for (std::size_t i = 0; i < list.size(); ++i) {
        JsonReader reader(list[i], place + "[" + std::to_string(i) + "]", parent.source());
        injections.push_back(readInjection(reader));
        reader.refuseUnknownKeys();
        parent.absorb(reader);
    }
    return injections;
}

bool sameType(const Json& a, const Json& b)
{
    return (a.is_number() && b.is_number()) || a.type() == b.type() || ((a.is_array() || a.is_string()) && (b.is_array() || b.is_string()));
}

void readLibraryFault(const FaultInfo& info, JsonReader& reader, Fault& fault)
{
    fault.side = info.side;
    fault.control = info.control;
    Json knobs = Json::object();
    for (const FaultKnob& knob : info.knobs) {
        const Json* value = reader.value(knob.name.c_str());
        if (value && !sameType(*value, knob.byDefault))
            reader.problem("expected something like " + knob.byDefault.dump() + ", found " + value->dump(), reader.placeOf(knob.name.c_str()),
                           knob.text);
        knobs[knob.name] = value ? *value : knob.byDefault;
    }
    const Json filled = filledIn(info.injections, knobs);
    // A knob that the reader does not know as a place of the experiment: its own text names the library's entry.
    fault.injections = readInjections(filled, reader, reader.place() + " (" + info.id + ")");
}

}  // namespace

const std::vector<std::string>& faultPhases()
{
    static const std::vector<std::string> phases{"any", "forward", "backward", "optimizer", "evaluate", "compiled"};
    return phases;
}

Result<Fault> readFault(const Json& entry, const std::string& place, const std::string& source)
{
    if (!entry.is_string() && !entry.is_object())
        return fail(ErrorCode::InvalidExperiment, "expected a fault's id, or an object with one, found " + entry.dump(),
                    source.empty() ? place : source + ", " + place, "`tandem faults` lists the ids");
    const Json object = entry.is_string() ? Json{{"id", entry}} : entry;
    JsonReader reader(object, place, source);
    Fault fault;
    fault.written = entry;
    fault.id = reader.requiredText("id");
    const FaultInfo* info = findFault(fault.id);
    fault.timing = readTiming(reader, info ? info->probability : 1.0);
    if (info) {
        readLibraryFault(*info, reader, fault);
    } else if (reader.has("op") || reader.has("do")) {
        fault.side = reader.word("side", "device", {"device", "reference"}) == "device" ? FaultSide::Device : FaultSide::Reference;
        fault.injections.push_back(readInjection(reader));
    } else {
        std::vector<std::string> ids;
        for (const FaultInfo& known : faultLibrary())
            ids.push_back(known.id);
        const std::string near = nearestWord(fault.id, ids);
        reader.problem("no fault is named \"" + fault.id + "\"", place,
                       near.empty() ? "See `tandem faults`, or describe a fault of your own with \"op\" and \"do\""
                                    : "Did you mean \"" + near + "\"? `tandem faults` lists all");
    }
    reader.refuseUnknownKeys();
    if (reader.error())
        return fail(*reader.error());
    return fault;
}

}  // namespace tandem

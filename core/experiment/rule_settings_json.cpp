// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/experiment/rule_settings_json.h"

#include "core/experiment/json_reader.h"
#include "core/experiment/words.h"

namespace tandem {
namespace {

constexpr double kLargest = 1e18;

std::vector<MutedRule> readMuted(JsonReader& parent)
{
    const Json* value = parent.value("mute");
    std::vector<MutedRule> muted;
    if (!value)
        return muted;
    if (!value->is_object()) {
        parent.problem("expected an object of rules and reasons, found " + value->dump(), parent.placeOf("mute"),
                       R"(Write "mute": {"input-scale": "raw pixels on purpose"})");
        return muted;
    }
    for (const auto& [rule, reason] : value->items()) {
        if (!reason.is_string() || reason.get<std::string>().empty())
            parent.problem("a muted rule needs a reason", parent.placeOf("mute") + "." + rule,
                           "The report lists it: write a sentence");
        else
            muted.push_back({rule, reason.get<std::string>()});
    }
    return muted;
}

std::vector<OwnRule> readOwnRules(JsonReader& parent)
{
    const Json* value = parent.value("own");
    std::vector<OwnRule> rules;
    if (!value)
        return rules;
    if (!value->is_array()) {
        parent.problem("expected a list of rules, found " + value->dump(), parent.placeOf("own"),
                       R"(Write "own": [{"id": "my-rule", "fact": "preflight.input.max", "is": ">", "value": 3, "text": "…"}])");
        return rules;
    }
    for (std::size_t i = 0; i < value->size(); ++i) {
        JsonReader reader((*value)[i], parent.placeOf("own") + "[" + std::to_string(i) + "]", parent.source());
        OwnRule rule;
        rule.id = reader.requiredText("id");
        rule.fact = reader.requiredText("fact");
        rule.is = fromWord<Relation>(reader.word("is", toWord(rule.is), wordsOf<Relation>()));
        rule.value = reader.number("value", rule.value, -kLargest, kLargest);
        rule.severity = reader.word("severity", rule.severity, {"info", "warning", "error"});
        rule.text = reader.requiredText("text");
        reader.refuseUnknownKeys();
        parent.absorb(reader);
        rules.push_back(std::move(rule));
    }
    return rules;
}

}  // namespace

RuleSettings readRuleSettings(JsonReader reader, JsonReader& parent)
{
    RuleSettings settings;
    JsonReader thresholds = reader.child("thresholds");
    Thresholds::fields(settings.thresholds,
                       [&](const char* name, double& value) { value = thresholds.number(name, value, -kLargest, kLargest); });
    thresholds.refuseUnknownKeys();
    reader.absorb(thresholds);
    settings.muted = readMuted(reader);
    settings.own = readOwnRules(reader);
    reader.refuseUnknownKeys();
    parent.absorb(reader);
    return settings;
}

Json toJson(const RuleSettings& settings)
{
    Json thresholds = Json::object();
    const Thresholds usual;
    std::vector<double> defaults;
    Thresholds::fields(usual, [&](const char*, double value) { defaults.push_back(value); });
    std::size_t i = 0;
    Thresholds::fields(settings.thresholds, [&](const char* name, double value) {
        if (value != defaults[i++])
            thresholds[name] = value;
    });
    Json muted = Json::object(), own = Json::array();
    for (const MutedRule& rule : settings.muted)
        muted[rule.rule] = rule.reason;
    for (const OwnRule& rule : settings.own)
        own.push_back({{"id", rule.id},
                       {"fact", rule.fact},
                       {"is", toWord(rule.is)},
                       {"value", rule.value},
                       {"severity", rule.severity},
                       {"text", rule.text}});
    Json json = Json::object();
    if (!thresholds.empty())
        json["thresholds"] = std::move(thresholds);
    if (!muted.empty())
        json["mute"] = std::move(muted);
    if (!own.empty())
        json["own"] = std::move(own);
    return json;
}

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/event.h"

#include "core/facts/fields.h"

#include <array>

namespace tandem {
namespace {

// In the order of the alternatives of Event::Body.
constexpr std::array kKinds{"start",       "state",   "preflight", "steps",   "evaluation",        "epoch",
                            "step_facts",  "epoch_probe", "run_end", "cross", "finding",       "finding_withdrawn",
                            "left_out",    "verdict", "notice",    "end"};
static_assert(kKinds.size() == std::variant_size_v<Event::Body>);

// A line holds up to 256 samples, so they are written as columns, not as 256 objects.
Json writeBody(const StepBatch& batch)
{
    Json steps = Json::array(), losses = Json::array(), accuracies = Json::array();
    for (const StepSample& sample : batch.samples) {
        steps.push_back(sample.step);
        losses.push_back(jsonNumber(static_cast<double>(sample.loss)));
        accuracies.push_back(jsonNumber(static_cast<double>(sample.accuracy)));
    }
    return {{"step", std::move(steps)}, {"loss", std::move(losses)}, {"accuracy", std::move(accuracies)}, {"thinned", batch.thinned}};
}

template<class Body>
Json writeBody(const Body& body)
{
    return fields::write(body);
}

bool readBody(const Json& json, StepBatch& batch)
{
    const Json steps = json.value("step", Json::array());
    const Json losses = json.value("loss", Json::array());
    const Json accuracies = json.value("accuracy", Json::array());
    if (!steps.is_array() || !losses.is_array() || !accuracies.is_array() || losses.size() != steps.size()
        || accuracies.size() != steps.size())
        return false;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (!steps[i].is_number_integer())
            return false;
        batch.samples.push_back({steps[i].get<std::int64_t>(), static_cast<float>(numberFromJson(losses[i])),
                                 static_cast<float>(numberFromJson(accuracies[i]))});
    }
    const Json thinned = json.value("thinned", Json(0));
    batch.thinned = thinned.is_number_integer() ? thinned.get<std::int64_t>() : 0;
    return true;
}

template<class Body>
bool readBody(const Json& json, Body& body)
{
    return fields::read(json, body);
}

template<std::size_t index = 0>
bool readAlternative(std::size_t kind, const Json& json, Event::Body& body)
{
    if constexpr (index < std::variant_size_v<Event::Body>) {
        if (kind == index)
            return readBody(json, body.emplace<index>());
        return readAlternative<index + 1>(kind, json, body);
    }
    return false;
}

}  // namespace

Json toJson(const Event& event)
{
    Json json = {{"t", event.time}};
    if (event.run)
        json["run"] = *event.run;
    json["kind"] = kKinds[event.body.index()];
    json["data"] = std::visit([](const auto& body) { return writeBody(body); }, event.body);
    return json;
}

std::optional<Event> eventFromJson(const Json& json)
{
    if (!json.is_object() || !json.contains("kind") || !json.contains("data") || !json["data"].is_object())
        return std::nullopt;
    Event event;
    event.time = json.contains("t") ? numberFromJson(json["t"]) : 0.0;
    if (json.contains("run")) {
        if (!json["run"].is_number_integer())
            return std::nullopt;
        event.run = json["run"].get<std::int64_t>();
    }
    for (std::size_t kind = 0; kind < kKinds.size(); ++kind)
        if (json["kind"] == kKinds[kind] && readAlternative(kind, json["data"], event.body))
            return event;
    return std::nullopt;
}

}  // namespace tandem

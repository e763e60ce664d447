// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/experiment/transforms_json.h"

#include <cmath>

namespace tandem {
namespace {

Transform readTransform(JsonReader& parent, const Json& entry, const std::string& place)
{
    const NamedSettings named = readNamedSettings(parent, entry, place, {"scale", "normalize"}, "transform");
    if (parent.error())
        return ScaleTransform{};
    if (named.name == "scale") {
        if (!named.settings.is_number() || !(std::abs(named.settings.get<double>()) >= 1e-12)
            || !std::isfinite(named.settings.get<double>())) {
            parent.problem("scale wants the number to divide by, other than 0, found " + named.settings.dump(),
                           place + ".scale", "Write {\"scale\": 255}");
            return ScaleTransform{};
        }
        return ScaleTransform{named.settings.get<double>()};
    }
    JsonReader reader(named.settings, place + ".normalize", parent.source());
    NormalizeTransform normalize{reader.numbers("mean", {0.0}), reader.numbers("std", {1.0})};
    if (normalize.mean.size() != normalize.std.size())
        reader.problem("mean and std have different lengths", reader.place(), "Give one number a channel in each");
    for (const double deviation : normalize.std)
        if (!(deviation > 0.0))
            reader.problem("a standard deviation must be above 0", reader.placeOf("std"));
    reader.refuseUnknownKeys();
    parent.absorb(reader);
    return normalize;
}

}  // namespace

std::vector<Transform> readTransforms(JsonReader& reader, const char* key, const std::vector<Transform>& byDefault)
{
    const Json* value = reader.value(key);
    if (!value)
        return byDefault;
    if (!value->is_array()) {
        reader.problem("expected a list of transforms, found " + value->dump(), reader.placeOf(key));
        return byDefault;
    }
    std::vector<Transform> transforms;
    for (std::size_t i = 0; i < value->size(); ++i)
        transforms.push_back(readTransform(reader, (*value)[i], reader.placeOf(key) + "[" + std::to_string(i) + "]"));
    return transforms;
}

Json toJson(const std::vector<Transform>& transforms)
{
    Json list = Json::array();
    for (const Transform& transform : transforms) {
        Json entry = Json::object();
        if (const auto* scale = std::get_if<ScaleTransform>(&transform))
            entry["scale"] = scale->divisor;
        else if (const auto* normalize = std::get_if<NormalizeTransform>(&transform))
            entry["normalize"] = {{"mean", normalize->mean}, {"std", normalize->std}};
        list.push_back(std::move(entry));
    }
    return list;
}

}  // namespace tandem

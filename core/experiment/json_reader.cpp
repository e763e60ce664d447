// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/experiment/json_reader.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tandem {
namespace {

std::string typeName(const Json& value)
{
    if (value.is_number_integer())
        return "the whole number " + value.dump();
    if (value.is_number())
        return "the number " + value.dump();
    if (value.is_string())
        return "the text " + value.dump();
    if (value.is_boolean())
        return value.dump();
    return value.type_name() == std::string("null") ? "null" : std::string("an ") + value.type_name();
}

const Json& emptyObject()
{
    static const Json empty = Json::object();
    return empty;
}

std::string range(double least, double most)
{
    return "between " + Json(least).dump() + " and " + Json(most).dump();
}

}  // namespace

std::string joinWords(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : ", ") + word;
    return text;
}

JsonReader::JsonReader(const Json& object, std::string place, std::string source)
    : m_object(object.is_object() ? object : emptyObject()), m_place(std::move(place)), m_source(std::move(source))
{
    if (!object.is_object())
        problem("expected an object, found " + typeName(object), m_place);
}

void JsonReader::problem(const std::string& what, const std::string& place, const std::string& remedy)
{
    if (!m_error)
        m_error = Error{ErrorCode::InvalidExperiment, what, m_source.empty() ? place : m_source + ", " + place, remedy};
}

const Json* JsonReader::find(const char* key)
{
    m_known.emplace_back(key);
    const auto found = m_object.find(key);
    return found == m_object.end() ? nullptr : &*found;
}

bool JsonReader::has(const char* key) const
{
    return m_object.contains(key);
}

const Json* JsonReader::value(const char* key)
{
    return find(key);
}

std::string JsonReader::text(const char* key, const std::string& byDefault)
{
    const Json* value = find(key);
    if (!value)
        return byDefault;
    if (!value->is_string()) {
        problem("expected a text, found " + typeName(*value), placeOf(key));
        return byDefault;
    }
    return value->get<std::string>();
}

std::string JsonReader::requiredText(const char* key)
{
    if (!has(key))
        problem(std::string("the key \"") + key + "\" is missing", m_place, std::string("Add \"") + key + "\"");
    return text(key, {});
}

bool JsonReader::flag(const char* key, bool byDefault)
{
    const Json* value = find(key);
    if (!value)
        return byDefault;
    if (!value->is_boolean()) {
        problem("expected true or false, found " + typeName(*value), placeOf(key));
        return byDefault;
    }
    return value->get<bool>();
}

double JsonReader::number(const char* key, double byDefault, double least, double most)
{
    const Json* value = find(key);
    if (!value)
        return byDefault;
    if (!value->is_number()) {
        problem("expected a number, found " + typeName(*value), placeOf(key));
        return byDefault;
    }
    const double number = value->get<double>();
    if (!(number >= least && number <= most)) {
        problem(value->dump() + " is out of range", placeOf(key), "Give a number " + range(least, most));
        return byDefault;
    }
    return number;
}

std::int64_t JsonReader::integer(const char* key, std::int64_t byDefault, std::int64_t least, std::int64_t most)
{
    const Json* value = find(key);
    if (!value)
        return byDefault;
    if (!value->is_number_integer()) {
        problem("expected a whole number, found " + typeName(*value), placeOf(key));
        return byDefault;
    }
    const bool tooLarge = value->is_number_unsigned() && value->get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX);
    const std::int64_t number = value->get<std::int64_t>();
    if (tooLarge || number < least || number > most) {
        problem(value->dump() + " is out of range", placeOf(key),
                "Give a whole number between " + std::to_string(least) + " and " + std::to_string(most));
        return byDefault;
    }
    return number;
}

std::int64_t JsonReader::requiredInteger(const char* key, std::int64_t least, std::int64_t most)
{
    if (!has(key))
        problem(std::string("the key \"") + key + "\" is missing", m_place, std::string("Add \"") + key + "\"");
    return integer(key, least, least, most);
}

std::string JsonReader::word(const char* key, const std::string& byDefault, const std::vector<std::string>& allowed)
{
    const std::string given = text(key, byDefault);
    if (std::find(allowed.begin(), allowed.end(), given) != allowed.end())
        return given;
    const std::string near = nearestWord(given, allowed);
    problem("\"" + given + "\" is not known here", placeOf(key),
            (near.empty() ? std::string() : "Did you mean \"" + near + "\"? ") + "Known are " + joinWords(allowed));
    return byDefault;
}

std::vector<double> JsonReader::numbers(const char* key, const std::vector<double>& byDefault)
{
    const Json* value = find(key);
    if (!value)
        return byDefault;
    std::vector<double> list;
    if (value->is_array()) {
        for (const Json& entry : *value)
            if (entry.is_number() && std::isfinite(entry.get<double>()))
                list.push_back(entry.get<double>());
    }
    if (!value->is_array() || list.size() != value->size() || list.empty()) {
        problem("expected a list of numbers, found " + value->dump(), placeOf(key));
        return byDefault;
    }
    return list;
}

JsonReader JsonReader::child(const char* key)
{
    const Json* value = find(key);
    return {value ? *value : emptyObject(), placeOf(key), m_source};
}

void JsonReader::absorb(const JsonReader& other)
{
    if (!m_error)
        m_error = other.m_error;
}

void JsonReader::adopt(const Error& error)
{
    if (!m_error)
        m_error = error;
}

void JsonReader::refuseUnknownKeys()
{
    for (const auto& [key, value] : m_object.items()) {
        if (std::find(m_known.begin(), m_known.end(), key) != m_known.end())
            continue;
        const std::string near = nearestWord(key, m_known);
        problem("the key \"" + key + "\" is not known", m_place,
                (near.empty() ? std::string() : "Did you mean \"" + near + "\"? ") + "Known keys here: " + joinWords(m_known));
    }
}

NamedSettings readNamedSettings(JsonReader& reader, const Json& value, const std::string& place,
                                const std::vector<std::string>& allowed, const std::string& whatItIs)
{
    NamedSettings named;
    if (value.is_string()) {
        named = {value.get<std::string>(), Json::object()};
    } else if (value.is_object() && value.size() == 1) {
        named = {value.begin().key(), value.begin().value()};
    } else {
        reader.problem("expected a name or an object with one entry, found " + value.dump(), place,
                       "Write it as \"" + allowed.front() + "\" or {\"" + allowed.front() + "\": {…}}");
        return {allowed.front(), Json::object()};
    }
    if (std::find(allowed.begin(), allowed.end(), named.name) == allowed.end()) {
        const std::string near = nearestWord(named.name, allowed);
        reader.problem("\"" + named.name + "\" is no " + whatItIs + " that Tandem knows", place,
                       (near.empty() ? std::string() : "Did you mean \"" + near + "\"? ") + "Known are " + joinWords(allowed));
        return {allowed.front(), Json::object()};
    }
    return named;
}

}  // namespace tandem

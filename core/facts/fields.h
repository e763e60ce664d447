// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/json.h"

#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace tandem {

/// Facts are plain structs with one static template, `fields(self, visit)`, that names each member once. The two
/// functions below turn such a struct into JSON and back, so that reading and writing cannot drift apart.
///
///     struct EpochFacts {
///         std::int64_t epoch = 0;
///         template<class Self, class Visit>
///         static void fields(Self& self, Visit&& visit) { visit("epoch", self.epoch); }
///     };
///
/// Enumerations are written as words: they need an overload `const std::vector<std::string>& wordList(E)`.
namespace fields {

template<class T>
struct IsVector : std::false_type {};
template<class T>
struct IsVector<std::vector<T>> : std::true_type {};
template<class T>
struct IsOptional : std::false_type {};
template<class T>
struct IsOptional<std::optional<T>> : std::true_type {};

template<class T>
Json write(const T& value)
{
    if constexpr (std::is_same_v<T, Json>) {
        return value;
    } else if constexpr (std::is_enum_v<T>) {
        return wordList(value)[static_cast<std::size_t>(value)];
    } else if constexpr (std::is_floating_point_v<T>) {
        return jsonNumber(static_cast<double>(value));
    } else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
        return value;
    } else if constexpr (IsOptional<T>::value) {
        return value ? write(*value) : Json();
    } else if constexpr (IsVector<T>::value) {
        Json list = Json::array();
        for (const auto& entry : value)
            list.push_back(write(entry));
        return list;
    } else {
        Json object = Json::object();
        T::fields(value, [&](const char* name, const auto& member) { object[name] = write(member); });
        return object;
    }
}

/// Reads what `write` wrote. Missing members keep their defaults, so that older logs stay readable; a member of the
/// wrong type makes the whole value unreadable (false).
template<class T>
bool read(const Json& json, T& value)
{
    if constexpr (std::is_same_v<T, Json>) {
        value = json;
        return true;
    } else if constexpr (std::is_enum_v<T>) {
        const auto& words = wordList(value);
        for (std::size_t i = 0; i < words.size(); ++i)
            if (json == words[i]) {
                value = static_cast<T>(i);
                return true;
            }
        return false;
    } else if constexpr (std::is_floating_point_v<T>) {
        value = static_cast<T>(numberFromJson(json));
        return json.is_number() || json.is_string();
    } else if constexpr (std::is_same_v<T, bool>) {
        if (json.is_boolean())
            value = json.get<bool>();
        return json.is_boolean();
    } else if constexpr (std::is_arithmetic_v<T>) {
        if (json.is_number_integer())
            value = json.get<T>();
        return json.is_number_integer();
    } else if constexpr (std::is_same_v<T, std::string>) {
        if (json.is_string())
            value = json.get<std::string>();
        return json.is_string();
    } else if constexpr (IsOptional<T>::value) {
        if (json.is_null()) {
            value.reset();
            return true;
        }
        value.emplace();
        return read(json, *value);
    } else if constexpr (IsVector<T>::value) {
        if (!json.is_array())
            return false;
        value.clear();
        for (const Json& entry : json) {
            value.emplace_back();
            if (!read(entry, value.back()))
                return false;
        }
        return true;
    } else {
        if (!json.is_object())
            return false;
        bool good = true;
        T::fields(value, [&](const char* name, auto& member) {
            if (const auto found = json.find(name); found != json.end())
                good = read(*found, member) && good;
        });
        return good;
    }
}

}  // namespace fields
}  // namespace tandem

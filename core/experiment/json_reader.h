// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/json.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tandem {

/// Reads one JSON object strictly and remembers the first problem. Reading goes on with defaults after a problem, so
/// that the calling code stays plain; the caller looks at `error()` once at the end.
///
/// Keys that nobody asked for are an error, which names the nearest known key.
class JsonReader {
public:
    /// @param place  JSON path of the object for error texts, such as "$.optimizer"
    JsonReader(const Json& object, std::string place, std::string source);

    std::string text(const char* key, const std::string& byDefault);
    bool flag(const char* key, bool byDefault);
    double number(const char* key, double byDefault, double least, double most);
    std::int64_t integer(const char* key, std::int64_t byDefault, std::int64_t least, std::int64_t most);
    /// One of a list of words.
    std::string word(const char* key, const std::string& byDefault, const std::vector<std::string>& allowed);
    std::vector<double> numbers(const char* key, const std::vector<double>& byDefault);

    /// As above, without a default: missing is an error.
    std::string requiredText(const char* key);
    std::int64_t requiredInteger(const char* key, std::int64_t least, std::int64_t most);

    bool has(const char* key) const;
    /// The value as it stands, or null; marks the key as known.
    const Json* value(const char* key);
    /// A reader for an object inside this one; its problems are passed up by `absorb`.
    JsonReader child(const char* key);
    void absorb(const JsonReader& other);
    /// Takes over the problem of a part that was read elsewhere.
    void adopt(const Error& error);

    /// Call last: reports keys that were never asked for.
    void refuseUnknownKeys();

    void problem(const std::string& what, const std::string& place, const std::string& remedy = {});
    const std::optional<Error>& error() const { return m_error; }
    const std::string& place() const { return m_place; }
    const std::string& source() const { return m_source; }
    std::string placeOf(const char* key) const { return m_place + "." + key; }

private:
    const Json* find(const char* key);
    const Json& m_object;
    std::string m_place;
    std::string m_source;
    std::vector<std::string> m_known;
    std::optional<Error> m_error;
};

/// Splits a one-entry object such as {"adam": {…}}, or a bare word such as "adam", into its name and its settings.
/// Anything else is a problem of the reader that is passed in.
struct NamedSettings {
    std::string name;
    Json settings;
};
NamedSettings readNamedSettings(JsonReader& reader, const Json& value, const std::string& place,
                                const std::vector<std::string>& allowed, const std::string& whatItIs);

/// "a, b, c" for error texts.
std::string joinWords(const std::vector<std::string>& words);

}  // namespace tandem

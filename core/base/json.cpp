// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <vector>

namespace tandem {
namespace {

// Much of what handles a document calls itself for each level, so a hostile file must not choose the depth of the stack.
constexpr int kDeepestNesting = 100;

}  // namespace

Result<Json> parseJson(std::string_view text, const std::string& source)
{
    std::vector<std::set<std::string>> keysOfOpenObjects;
    std::string duplicate;
    bool tooDeep = false;
    const auto watch = [&](int depth, Json::parse_event_t event, Json& parsed) {
        tooDeep = tooDeep || depth > kDeepestNesting;
        if (tooDeep)
            return false;  // read on for syntax, keep nothing
        if (event == Json::parse_event_t::object_start)
            keysOfOpenObjects.emplace_back();
        else if (event == Json::parse_event_t::object_end)
            keysOfOpenObjects.pop_back();
        else if (event == Json::parse_event_t::key
                 && !keysOfOpenObjects.back().insert(parsed.get<std::string>()).second && duplicate.empty())
            duplicate = parsed.get<std::string>();
        return true;
    };
    try {
        Json document = Json::parse(text.begin(), text.end(), watch, true, true);
        if (tooDeep)
            return fail(ErrorCode::InvalidExperiment,
                        "objects and lists are nested more than " + std::to_string(kDeepestNesting) + " levels deep", source,
                        "Keep the text flat: an experiment needs fewer than 10 levels");
        if (!duplicate.empty())
            return fail(ErrorCode::InvalidExperiment, "the key \"" + duplicate + "\" is given twice in one object", source,
                        "Keep one of the two");
        return document;
    } catch (const Json::exception& problem) {
        // The library's text starts with an id in brackets that says nothing to a user.
        std::string what = problem.what();
        if (const auto bracket = what.find("] "); bracket != std::string::npos)
            what = what.substr(bracket + 2);
        return fail(ErrorCode::InvalidExperiment, "this is not valid JSON: " + what, source,
                    "Mend the text at that place; comments are allowed, trailing commas are not");
    }
}

Json jsonNumber(double value)
{
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return value > 0 ? "Infinity" : "-Infinity";
    return value;
}

double numberFromJson(const Json& value)
{
    if (value.is_number())
        return value.get<double>();
    if (value == "Infinity")
        return std::numeric_limits<double>::infinity();
    if (value == "-Infinity")
        return -std::numeric_limits<double>::infinity();
    return std::numeric_limits<double>::quiet_NaN();
}

namespace {

std::size_t editDistance(const std::string& a, const std::string& b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
        }
    }
    return row[b.size()];
}

}  // namespace

std::string nearestWord(const std::string& word, const std::vector<std::string>& known)
{
    std::string best;
    std::size_t bestDistance = std::max<std::size_t>(2, word.size() / 3) + 1;
    for (const std::string& candidate : known) {
        const std::size_t distance = editDistance(word, candidate);
        const bool sharesSomething = distance < std::max(word.size(), candidate.size());
        if (sharesSomething && distance < bestDistance) {
            bestDistance = distance;
            best = candidate;
        }
    }
    return best;
}

}  // namespace tandem

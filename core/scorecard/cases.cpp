// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/faults/fault.h"
#include "core/scorecard/scorecard.h"
#include "resources/embedded.h"

namespace tandem {
namespace {

constexpr int kCleanSeeds = 50;
constexpr int kQuickCleanSeeds = 2;

std::vector<std::string> wordsIn(const Json& json)
{
    return json.is_array() ? json.get<std::vector<std::string>>() : std::vector<std::string>{};
}

// The experiment: a base, a patch for all runs, and one for those under test.
Json documentFor(const Json& bases, const Json& entry, const std::string& id, bool both)
{
    Json document = bases.at(entry.value("base", "mlp"));
    document.merge_patch(entry.value("with", Json::object()));
    if (both)
        document.merge_patch(entry.value("on", Json::object()));
    document["tandem"] = 1;
    document["name"] = id;
    Json tested = {{"name", "device"}, {"device", "mps-emulated"}};
    if (!both && entry.contains("on"))
        tested["with"] = entry["on"];
    document["runs"] = Json::array({{{"name", "cpu"}, {"device", "cpu"}}, std::move(tested)});
    return document;
}

ScorecardCase faultCase(const Json& bases, const FaultInfo& fault, const Json& entry)
{
    ScorecardCase result{fault.id, fault.control ? "control" : "fault", fault.side == FaultSide::Reference ? "reference" : "device", {}, {}, {}};
    result.document = documentFor(bases, entry, fault.id, false);
    Json injected = entry.value("knobs", Json::object());
    injected["id"] = fault.id;
    result.document["runs"][fault.side == FaultSide::Reference ? 0 : 1]["with"]["faults"] = Json::array({std::move(injected)});
    if (!fault.control)
        result.expected = fault.expected;
    result.whyNot = entry.value("why_not", "");
    return result;
}

void addConfiguration(const Json& bases, const Json& entry, const std::string& kind, bool quick, std::vector<ScorecardCase>& cases)
{
    const std::string id = entry.at("id"), only = entry.value("only", "");
    for (const bool both : {false, true}) {
        if (both && (only == "device" || quick))
            continue;
        cases.push_back({id, kind, both ? "both" : "device", documentFor(bases, entry, id, both), wordsIn(entry.value("expected", Json())), {}});
    }
}

}  // namespace

Result<std::vector<ScorecardCase>> scorecardCases(bool quick)
{
    const Result<Json> file = parseJson(embeddedFile("cases.json"), "cases.json");
    if (!file)
        return fail(file.error());
    const Json& bases = file->at("bases");
    std::vector<ScorecardCase> cases;
    for (const FaultInfo& fault : faultLibrary())
        cases.push_back(faultCase(bases, fault, file->at("faults").value(fault.id, Json::object())));
    for (const Json& entry : file->at("configurations"))
        addConfiguration(bases, entry, "configuration", quick, cases);
    for (const Json& entry : file->at("controls"))
        addConfiguration(bases, entry, "control", quick, cases);
    for (const auto& [base, experiment] : bases.items())
        for (int seed = 0; seed < (quick ? kQuickCleanSeeds : kCleanSeeds); ++seed) {
            const std::string id = "clean-" + base + "-" + std::to_string(seed);
            ScorecardCase clean{id, "clean", "both", documentFor(bases, {{"base", base}, {"with", {{"seed", seed}}}}, id, true), {}, {}};
            cases.push_back(std::move(clean));
        }
    return cases;
}

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The fault language and the library that is written in it.

#include "core/faults/effects.h"
#include "core/faults/fault.h"
#include "tests/core/support/error_of.h"

#include <algorithm>
#include <set>

namespace tandem {
namespace {

using test::errorOf;
using test::problemOf;
using testing::ElementsAre;
using testing::HasSubstr;

Result<Fault> read(const std::string& entry)
{
    return readFault(Json::parse(entry), "$.faults[0]", "my.json");
}

Fault good(const std::string& entry)
{
    const Result<Fault> fault = read(entry);
    EXPECT_EQ(problemOf(fault), "") << entry;
    return fault ? *fault : Fault();
}

TEST(FaultLibrary, HasAtLeast58FaultsTenControlsAndTwoOfTheReferenceSide)
{
    const auto& library = faultLibrary();
    const auto count = [&](auto&& which) { return std::count_if(library.begin(), library.end(), which); };
    EXPECT_GE(count([](const FaultInfo& f) { return !f.control; }), 58);
    EXPECT_EQ(count([](const FaultInfo& f) { return f.control; }), 10);
    EXPECT_EQ(count([](const FaultInfo& f) { return f.side == FaultSide::Reference; }), 2);
    std::set<std::string> ids;
    for (const FaultInfo& info : library) {
        EXPECT_TRUE(ids.insert(info.id).second) << info.id << " is there twice";
        EXPECT_EQ(info.control, info.id.starts_with("ctl-")) << info.id;
        EXPECT_FALSE(info.title.empty() || info.text.empty()) << info.id;
        EXPECT_TRUE(info.control || !info.expected.empty()) << info.id << ": what should notice it?";
        EXPECT_EQ(findFault(info.id), &info);
    }
    EXPECT_EQ(findFault("nobody"), nullptr);
}

TEST(FaultLibrary, EveryEntryReadsByItsIdAlone)
{
    for (const FaultInfo& info : faultLibrary()) {
        const Result<Fault> fault = readFault(Json(info.id), "$", "test");
        ASSERT_EQ(problemOf(fault), "") << info.id;
        EXPECT_EQ(fault->id, info.id);
        EXPECT_EQ(fault->side, info.side);
        EXPECT_EQ(fault->control, info.control);
        EXPECT_EQ(fault->written, Json(info.id));
        EXPECT_EQ(fault->injections.size(), info.injections.size());
        EXPECT_EQ(fault->timing.probability, info.probability);
        for (const FaultInjection& injection : fault->injections) {
            EXPECT_FALSE(injection.ops.empty()) << info.id;
            for (const std::string& op : injection.ops)
                EXPECT_TRUE(op.starts_with("aten::") || op.starts_with("tandem::")) << info.id << ": " << op;
            const EffectKind* kind = findEffect(injection.effect.kind);
            ASSERT_TRUE(kind) << info.id;
            EXPECT_EQ(injection.effect.settings.size(), kind->settings.size()) << info.id << ": defaults are filled in";
        }
    }
}

TEST(FaultLibrary, EveryKnobIsUsedAndMayBeSetToItsOwnDefault)
{
    for (const FaultInfo& info : faultLibrary()) {
        Json entry{{"id", info.id}};
        for (const FaultKnob& knob : info.knobs) {
            EXPECT_FALSE(knob.text.empty()) << info.id << "." << knob.name;
            EXPECT_NE(info.injections.dump().find("\"$" + knob.name + "\""), std::string::npos) << info.id << "." << knob.name << " does nothing";
            entry[knob.name] = knob.byDefault;
        }
        const Result<Fault> plain = readFault(Json(info.id), "$", "test"), set = readFault(entry, "$", "test");
        ASSERT_EQ(problemOf(set), "") << info.id;
        for (std::size_t i = 0; i < plain->injections.size(); ++i) {
            EXPECT_EQ(plain->injections[i].ops, set->injections[i].ops);
            EXPECT_EQ(plain->injections[i].effect.settings, set->injections[i].effect.settings);
        }
    }
}

TEST(FaultLibrary, WritesWhatItKnowsOfAFault)
{
    const Json json = toJson(*findFault("wrap-16bit"));
    EXPECT_EQ(json.at("side"), "device");
    EXPECT_EQ(json.at("control"), false);
    EXPECT_EQ(json.at("knobs").at("limit").at("default"), 65536);
    EXPECT_EQ(json.at("modelled_on"), Json::array({"N5"}));
    EXPECT_EQ(toJson(*findFault("reduction-flaky")).at("probability"), 0.001);
}

TEST(FaultEffects, HaveNamesTextsAndSettingsOfTheirOwn)
{
    std::set<std::string> names;
    for (const EffectKind& kind : effectKinds()) {
        EXPECT_TRUE(names.insert(kind.name).second) << kind.name;
        EXPECT_FALSE(kind.text.empty()) << kind.name;
        std::set<std::string> settings;
        for (const EffectSetting& setting : kind.settings)
            EXPECT_TRUE(settings.insert(setting.name).second) << kind.name << "." << setting.name;
        const Fault fault = good(R"({"id": "x", "op": "aten::exp", "do": ")" + kind.name + "\"}");
        ASSERT_EQ(fault.injections.size(), 1u);
        for (const EffectSetting& setting : kind.settings)
            EXPECT_EQ(fault.injections[0].effect.settings.at(setting.name), setting.byDefault) << kind.name << "." << setting.name;
    }
}

TEST(FaultJson, ReadsKnobsIntoOperationsAndSettings)
{
    const Fault fault = good(R"({"id": "wrap-16bit", "limit": 64, "ops": ["aten::mm", "aten::bmm"]})");
    ASSERT_EQ(fault.injections.size(), 1u);
    EXPECT_THAT(fault.injections[0].ops, ElementsAre("aten::mm", "aten::bmm"));
    EXPECT_EQ(fault.injections[0].effect.integer("limit"), 64);
    EXPECT_THAT(good(R"({"id": "wrap-16bit", "ops": "aten::mm"})").injections[0].ops, ElementsAre("aten::mm"));
    EXPECT_EQ(good(R"({"id": "lab-float-accept-badgrad", "gain": 1})").injections[2].effect.number("by"), 1.0) << "a whole number for a number";
    EXPECT_EQ(good(R"({"id": "grad-zero-some", "tensor": "conv2d_*"})").injections[0].conditions[0].name, "conv2d_*");
}

TEST(FaultJson, ReadsTiming)
{
    const Fault fault = good(R"({"id": "leak", "from_step": 10, "probability": 0.25, "seed": 7})");
    EXPECT_EQ(fault.timing.fromStep, 10);
    EXPECT_EQ(fault.timing.probability, 0.25);
    EXPECT_EQ(fault.timing.seed, 7u);
    EXPECT_EQ(good(R"("leak")").timing.probability, 1.0);
    EXPECT_EQ(good(R"("reduction-flaky")").timing.probability, 0.001) << "now and then";
    EXPECT_EQ(good(R"({"id": "reduction-flaky", "probability": 1})").timing.probability, 1.0);
}

TEST(FaultJson, ReadsAFaultOfTheUsersOwn)
{
    const std::string entry = R"({"id": "scale-grad", "op": ["aten::mm", "aten::bmm"], "phase": "backward", "side": "reference", "calls": "first",
                                  "do": {"scale": {"by": 3}}, "from_step": 5})";
    const Fault fault = good(entry);
    EXPECT_EQ(fault.id, "scale-grad");
    EXPECT_EQ(fault.side, FaultSide::Reference);
    EXPECT_FALSE(fault.control);
    EXPECT_EQ(fault.written, Json::parse(entry));
    ASSERT_EQ(fault.injections.size(), 1u);
    const FaultInjection& injection = fault.injections[0];
    EXPECT_THAT(injection.ops, ElementsAre("aten::mm", "aten::bmm"));
    EXPECT_EQ(injection.phase, "backward");
    EXPECT_TRUE(injection.firstCallOnly);
    EXPECT_TRUE(injection.conditions.empty());
    EXPECT_EQ(injection.effect.kind, "scale");
    EXPECT_EQ(injection.effect.number("by"), 3);
    EXPECT_EQ(injection.effect.integer("result"), 0);
    EXPECT_EQ(fault.timing.fromStep, 5);

    const Fault plain = good(R"({"id": "x", "op": "aten::*", "do": "skip_write"})");
    EXPECT_EQ(plain.side, FaultSide::Device);
    EXPECT_EQ(plain.injections[0].phase, "any");
    EXPECT_FALSE(plain.injections[0].firstCallOnly);
}

FaultCondition condition(const std::string& text)
{
    const Fault fault = good(R"({"id": "x", "op": "aten::exp", "do": "zero", "if": )" + text + "}");
    EXPECT_EQ(fault.injections.at(0).conditions.size(), 1u);
    return fault.injections.at(0).conditions.at(0);
}

TEST(FaultJson, ReadsConditions)
{
    const FaultCondition none = condition("{}");
    EXPECT_EQ(none.arg, 0);
    EXPECT_FALSE(none.onResult || none.offset || none.written || none.maxSize || none.maxElements || none.equals || none.above || none.entry);
    EXPECT_EQ(none.layout + none.device + none.name, "");

    const FaultCondition sized = condition(R"({"arg": -1, "dtype": "float32", "layout": "strided", "offset": true, "min_dims": 2, "dim": -2,
                                               "min_size": 3, "max_size": 9, "min_elements": 4, "max_elements": 50, "device": "host"})");
    EXPECT_EQ(sized.arg, -1);
    EXPECT_THAT(sized.dtypes, ElementsAre("float32"));
    EXPECT_EQ(sized.layout, "strided");
    EXPECT_TRUE(sized.offset);
    EXPECT_EQ(sized.minDims, 2);
    EXPECT_EQ(sized.sizeDim, -2);
    EXPECT_EQ(sized.minSize, 3);
    EXPECT_EQ(sized.maxSize, 9);
    EXPECT_EQ(sized.minElements, 4);
    EXPECT_EQ(sized.maxElements, 50);
    EXPECT_EQ(sized.device, "host");

    const FaultCondition number = condition(R"({"result": 1, "equals": true, "above": 0.5, "entry": 2, "written": true, "name": "a*"})");
    EXPECT_TRUE(number.onResult);
    EXPECT_EQ(number.arg, 1);
    EXPECT_EQ(number.equals, 1.0);
    EXPECT_EQ(number.above, 0.5);
    EXPECT_EQ(number.entry, 2);
    EXPECT_TRUE(number.written);
    EXPECT_EQ(number.name, "a*");

    EXPECT_EQ(condition(R"({"layout": "any", "device": "any", "equals": false})").equals, 0.0);
    EXPECT_THAT(condition(R"({"dtype": ["int64", "bool"]})").dtypes, ElementsAre("int64", "bool"));
    EXPECT_EQ(good(R"({"id": "x", "op": "aten::exp", "do": "zero", "if": [{"min_dims": 1}, {"arg": 1}]})").injections[0].conditions.size(), 2u);
}

struct BadFault {
    const char* entry;
    const char* place;
    const char* words;  ///< found in the error or its remedy
};

class BadFaults : public testing::TestWithParam<std::size_t> {};

constexpr BadFault kBad[] = {
    // Ids and knobs.
    {R"("wrap-16bits")", "$.faults[0]", R"(Did you mean "wrap-16bit"?)"},
    {R"("something-quite-else")", "$.faults[0]", "tandem faults"},
    {R"({"id": "hard-abrt"})", "$.faults[0]", R"(Did you mean "hard-abort"?)"},
    {R"({"id": 3})", "$.faults[0].id", "expected a text"},
    {R"({"limit": 3})", "$.faults[0]", R"(the key "id" is missing)"},
    {"7", "$.faults[0]", "expected a fault's id, or an object with one, found 7"},
    {"null", "$.faults[0]", "found null"},
    {R"({"id": "wrap-16bit", "limt": 3})", "$.faults[0]", R"(Did you mean "limit"?)"},
    {R"({"id": "wrap-16bit", "limit": "many"})", "$.faults[0].limit", "expected something like 65536"},
    {R"({"id": "wrap-16bit", "limit": 2.5})", "wrap-16bit", "expected a whole number"},
    {R"({"id": "wrap-16bit", "ops": 5})", "$.faults[0].ops", "expected something like"},
    {R"({"id": "wrap-16bit", "ops": [5]})", "wrap-16bit", "expected a text or a list of texts"},
    {R"({"id": "hard-abort", "op": "aten::mm"})", "$.faults[0]", R"(Did you mean "ops"?)"},
    {R"({"id": "leak", "side": "reference"})", "$.faults[0]", R"(the key "side" is not known)"},
    // Timing.
    {R"({"id": "leak", "probability": 1.5})", "$.faults[0].probability", "out of range"},
    {R"({"id": "leak", "probability": "often"})", "$.faults[0].probability", "expected a number"},
    {R"({"id": "leak", "from_step": -1})", "$.faults[0].from_step", "out of range"},
    {R"({"id": "leak", "from_stp": 1})", "$.faults[0]", R"(Did you mean "from_step"?)"},
    {R"({"id": "leak", "seed": 0.5})", "$.faults[0].seed", "expected a whole number"},
    // Faults of the user's own.
    {R"({"id": "x", "op": "aten::mm"})", "$.faults[0]", R"(says what it does in "do")"},
    {R"({"id": "x", "do": "zero"})", "$.faults[0]", R"(says where it acts in "op")"},
    {R"({"id": "x", "op": [], "do": "zero"})", "$.faults[0]", R"(says where it acts in "op")"},
    {R"({"id": "x", "op": [1], "do": "zero"})", "$.faults[0].op", "expected a text or a list of texts"},
    {R"({"id": "x", "op": "aten::mm", "do": "scael"})", "$.faults[0].do", R"(Did you mean "scale"?)"},
    {R"({"id": "x", "op": "aten::mm", "do": 4})", "$.faults[0].do", "expected a name or an object with one entry"},
    {R"({"id": "x", "op": "aten::mm", "do": {"zero": {}, "scale": {}}})", "$.faults[0].do", "expected a name or an object with one entry"},
    {R"({"id": "x", "op": "aten::mm", "do": {"scale": {"bx": 2}}})", "$.faults[0].do.scale", R"(Did you mean "by"?)"},
    {R"({"id": "x", "op": "aten::mm", "do": {"scale": {"by": "2"}}})", "$.faults[0].do.scale.by", "expected a number"},
    {R"({"id": "x", "op": "aten::mm", "do": {"scale": 2}})", "$.faults[0].do.scale", "expected an object"},
    {R"({"id": "x", "op": "aten::mm", "do": {"zero": {"dim": 0.5}}})", "$.faults[0].do.zero.dim", "expected a whole number"},
    {R"({"id": "x", "op": "aten::mm", "do": {"throw": {"message": 1}}})", "$.faults[0].do.throw.message", "expected a text"},
    {R"({"id": "x", "op": "aten::mm", "do": {"cast": {"to": "flaot32"}}})", "$.faults[0].do.cast.to", R"(Did you mean "float32"?)"},
    {R"({"id": "x", "op": "aten::mm", "do": "zero", "phase": "backwards"})", "$.faults[0].phase", R"(Did you mean "backward"?)"},
    {R"({"id": "x", "op": "aten::mm", "do": "zero", "calls": "frist"})", "$.faults[0].calls", R"(Did you mean "first"?)"},
    {R"({"id": "x", "op": "aten::mm", "do": "zero", "side": "cpu"})", "$.faults[0].side", "device, reference"},
    {R"({"id": "x", "op": "aten::mm", "do": "zero", "phse": "any"})", "$.faults[0]", R"(Did you mean "phase"?)"},
    // Conditions.
    {R"({"id": "x", "op": "aten::mm", "do": "zero", "if": 1})", "$.faults[0].if", "expected an object"},
    {R"({"id": "x", "op": "aten::mm", "do": "zero", "if": [{}, 1]})", "$.faults[0].if[1]", "expected an object"},
    {R"({"id": "x", "op": "aten::mm", "do": "zero", "if": {"layuot": "strided"}})", "$.faults[0].if", R"(Did you mean "layout"?)"},
    {R"({"id": "x", "op": "aten::mm", "do": "zero", "if": {"layout": "stridded"}})", "$.faults[0].if.layout", R"(Did you mean "strided"?)"},
    {R"({"id": "x", "op": "aten::mm", "do": "zero", "if": [{"device": "gpu"}]})", "$.faults[0].if[0].device", "emulated, host"},
    {R"({"id": "x", "op": "aten::mm", "do": "zero", "if": {"dtype": 32}})", "$.faults[0].if.dtype", "expected a text or a list of texts"},
    {R"({"id": "x", "op": "aten::mm", "do": "zero", "if": {"dtype": "flaot32"}})", "$.faults[0].if.dtype", R"(Did you mean "float32"?)"},
    {R"({"id": "x", "op": "aten::mm", "do": "zero", "if": {"arg": 1.5}})", "$.faults[0].if.arg", "expected a whole number"},
    {R"({"id": "x", "op": "aten::mm", "do": "zero", "if": {"arg": 100}})", "$.faults[0].if.arg", "out of range"},
    {R"({"id": "x", "op": "aten::mm", "do": "zero", "if": {"offset": 1}})", "$.faults[0].if.offset", "expected true or false"},
    {R"({"id": "x", "op": "aten::mm", "do": "zero", "if": {"equals": "one"}})", "$.faults[0].if.equals", "expected a number"},
    {R"({"id": "x", "op": "aten::mm", "do": "zero", "if": {"max_size": -1}})", "$.faults[0].if.max_size", "out of range"},
    {R"({"id": "x", "op": "aten::mm", "do": "zero", "if": {"arg": 0, "result": 0}})", "$.faults[0].if", R"("arg")"},
};

TEST_P(BadFaults, AreRefusedWithPlaceAndRemedy)
{
    const BadFault& bad = kBad[GetParam()];
    SCOPED_TRACE(bad.entry);
    const Error error = errorOf(read(bad.entry));
    EXPECT_EQ(error.code, ErrorCode::InvalidExperiment);
    EXPECT_THAT(error.where, testing::AllOf(testing::StartsWith("my.json, "), HasSubstr(bad.place)));
    EXPECT_THAT(error.what + " | " + error.remedy, HasSubstr(bad.words));
}

INSTANTIATE_TEST_SUITE_P(All, BadFaults, testing::Range(std::size_t{0}, std::size(kBad)));

TEST(FaultJson, AcceptsEveryPhase)
{
    for (const std::string& phase : faultPhases())
        EXPECT_EQ(good(R"({"id": "x", "op": "aten::mm", "do": "zero", "phase": ")" + phase + "\"}").injections[0].phase, phase);
}

}  // namespace
}  // namespace tandem

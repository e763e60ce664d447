// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json.h"
#include "tests/core/support/error_of.h"

#include <cmath>
#include <limits>

namespace tandem {
namespace {

using test::errorOf;
using testing::HasSubstr;

TEST(ParseJson, KeepsTheOrderOfKeys)
{
    const auto json = parseJson(R"({"z": 1, "a": {"y": 2, "b": 3}})", "file");
    ASSERT_TRUE(json);
    EXPECT_EQ(json->dump(), R"({"z":1,"a":{"y":2,"b":3}})");
}

TEST(ParseJson, TakesBothKindsOfComments)
{
    const auto json = parseJson("// head\n{/* inside */ \"a\": 1 // behind\n}\n", "file");
    ASSERT_TRUE(json);
    EXPECT_EQ(*json, Json::parse(R"({"a": 1})"));
}

TEST(ParseJson, RefusesAKeyGivenTwiceInOneObjectAtAnyDepth)
{
    for (const char* text : {R"({"lr": 1, "x": 2, "lr": 3})", R"({"a": [{"lr": 1, "lr": 1}]})"}) {
        const Error error = errorOf(parseJson(text, "my.json"));
        EXPECT_EQ(error.code, ErrorCode::InvalidExperiment);
        EXPECT_THAT(error.what, HasSubstr("\"lr\""));
        EXPECT_THAT(error.where, HasSubstr("my.json"));
    }
}

TEST(ParseJson, TakesTheSameKeyInDifferentObjects)
{
    EXPECT_TRUE(parseJson(R"({"a": {"a": 1}, "b": [{"a": 1}, {"a": 2}]})", "file"));
}

TEST(ParseJson, NamesFileLineAndColumnOfASyntaxError)
{
    const Error error = errorOf(parseJson("{\n  \"a\": 1,\n}", "my.json"));
    EXPECT_EQ(error.code, ErrorCode::InvalidExperiment);
    EXPECT_EQ(error.where, "my.json");
    EXPECT_THAT(error.what, HasSubstr("line 3, column 1"));
    EXPECT_THAT(error.what, Not(HasSubstr("json.exception")));
}

TEST(ParseJson, RefusesWhatIsNoJson)
{
    for (const char* text :
         {"", "  \n", "hello", "{", "[1, 2", "{\"a\": 1e999}", "{\"a\": \"\xff\xfe\"}", "{} {}", "\x1f\x8b"}) {
        const Error error = errorOf(parseJson(text, "my.json"));
        EXPECT_EQ(error.code, ErrorCode::InvalidExperiment) << text;
        EXPECT_EQ(error.where, "my.json") << text;
    }
}

// Much of what handles a document calls itself for each level, so depth must end before the stack does.
TEST(ParseJson, RefusesHugeNesting)
{
    const std::size_t depth = 1'000'000;
    std::string objects;
    for (std::size_t i = 0; i < depth; ++i)
        objects += "{\"a\":";
    for (const std::string& text : {std::string(depth, '[') + std::string(depth, ']'), std::string(depth, '['),
                                    objects + "1" + std::string(depth, '}')}) {
        const Error error = errorOf(parseJson(text, "my.json"));
        EXPECT_EQ(error.code, ErrorCode::InvalidExperiment);
        EXPECT_EQ(error.where, "my.json");
    }
}

TEST(ParseJson, TakesTheNestingThatPeopleWrite)
{
    EXPECT_TRUE(parseJson(std::string(50, '[') + std::string(50, ']'), "file"));
}

TEST(JsonNumber, SurvivesTheWayThroughTextForEveryKindOfNumber)
{
    const double infinity = std::numeric_limits<double>::infinity();
    for (const double value : {0.0, -1.5, 0.1, 1e300, 5e-324, infinity, -infinity}) {
        const Json back = Json::parse(jsonNumber(value).dump());
        EXPECT_EQ(numberFromJson(back), value);
    }
    EXPECT_TRUE(std::isnan(numberFromJson(Json::parse(jsonNumber(std::nan("")).dump()))));
}

TEST(JsonNumber, WritesTheThreeWordsForWhatJsonLacks)
{
    EXPECT_EQ(jsonNumber(std::nan("")), "NaN");
    EXPECT_EQ(jsonNumber(std::numeric_limits<double>::infinity()), "Infinity");
    EXPECT_EQ(jsonNumber(-std::numeric_limits<double>::infinity()), "-Infinity");
}

TEST(JsonNumber, ReadsAnythingElseAsNaN)
{
    for (const char* text : {"null", "true", "\"seven\"", "[1]", "{}"})
        EXPECT_TRUE(std::isnan(numberFromJson(Json::parse(text)))) << text;
}

TEST(NearestWord, FindsTheMistypedWord)
{
    const std::vector<std::string> known{"cross_entropy", "nll", "mse", "bce_with_logits"};
    EXPECT_EQ(nearestWord("cross_entrpy", known), "cross_entropy");
    EXPECT_EQ(nearestWord("crossentropy", known), "cross_entropy");
    EXPECT_EQ(nearestWord("nl", known), "nll");
    EXPECT_EQ(nearestWord("bce_logits", known), "");
}

TEST(NearestWord, ProposesNothingFarFetched)
{
    EXPECT_EQ(nearestWord("optimizer", {"name", "data"}), "");
    EXPECT_EQ(nearestWord("x", {"lr", "eps"}), "");
    EXPECT_EQ(nearestWord("", {"lr"}), "");
    EXPECT_EQ(nearestWord("lr", {}), "");
}

}  // namespace
}  // namespace tandem

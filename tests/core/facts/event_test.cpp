// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/event.h"

#include "core/facts/fields.h"
#include "tests/core/support/sample_events.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

namespace tandem {
namespace {

/// Through text, as on disk.
std::optional<Event> reread(const Event& event)
{
    return eventFromJson(Json::parse(toJson(event).dump()));
}

TEST(EventJson, GivesEveryKindOfEventBack)
{
    const std::vector<Event> events = test::oneOfEachKind();
    ASSERT_EQ(events.size(), std::variant_size_v<Event::Body>);
    for (std::size_t i = 0; i < events.size(); ++i) {
        ASSERT_EQ(events[i].body.index(), i) << "the samples cover every kind";
        const auto back = reread(events[i]);
        ASSERT_TRUE(back) << toJson(events[i]);
        EXPECT_EQ(back->body.index(), i);
        EXPECT_EQ(back->time, events[i].time);
        EXPECT_EQ(back->run, events[i].run);
        EXPECT_EQ(toJson(*back), toJson(events[i]));
    }
}

// The words are the file format: logs of older versions must stay readable.
TEST(EventJson, NamesItsKindsByStableWords)
{
    std::vector<std::string> kinds;
    for (const Event& event : test::oneOfEachKind())
        kinds.push_back(toJson(event)["kind"]);
    EXPECT_THAT(kinds, testing::ElementsAre("start", "state", "preflight", "steps", "evaluation", "epoch", "step_facts",
                                            "epoch_probe", "run_end", "cross", "finding", "finding_withdrawn", "left_out", "verdict",
                                            "notice", "end"));
}

TEST(EventJson, KeepsNumbersThatJsonLacks)
{
    const float minusInfinity = -std::numeric_limits<float>::infinity();
    const auto steps = reread({1.0, 0, StepBatch{{{3, std::nanf(""), 0.5F}, {4, minusInfinity, 0.5F}}, 0}});
    ASSERT_TRUE(steps);
    const auto& samples = std::get<StepBatch>(steps->body).samples;
    EXPECT_TRUE(std::isnan(samples.at(0).loss));
    EXPECT_EQ(samples.at(1).loss, minusInfinity);

    EvaluationFacts facts;
    facts.loss = std::nan("");
    facts.accuracy = std::numeric_limits<double>::infinity();
    const auto evaluation = reread({1.0, 0, facts});
    ASSERT_TRUE(evaluation);
    EXPECT_TRUE(std::isnan(std::get<EvaluationFacts>(evaluation->body).loss));
    EXPECT_EQ(std::get<EvaluationFacts>(evaluation->body).accuracy, std::numeric_limits<double>::infinity());
}

TEST(EventJson, KeepsFloatsToTheLastBit)
{
    const float loss = 0.1F + 1e-8F, accuracy = 1.0F / 3.0F;
    const auto back = reread({1.0 / 3.0, 0, StepBatch{{{0, loss, accuracy}}, 0}});
    ASSERT_TRUE(back);
    EXPECT_EQ(back->time, 1.0 / 3.0);
    EXPECT_EQ(std::get<StepBatch>(back->body).samples[0].loss, loss);
    EXPECT_EQ(std::get<StepBatch>(back->body).samples[0].accuracy, accuracy);
}

TEST(EventJson, ReadsMissingMembersAsTheirDefaults)
{
    const auto event = eventFromJson(Json::parse(R"({"kind": "epoch", "data": {"epoch": 3}})"));
    ASSERT_TRUE(event);
    EXPECT_EQ(std::get<EpochFacts>(event->body).epoch, 3);
    EXPECT_EQ(std::get<EpochFacts>(event->body).step, 0);
    EXPECT_EQ(event->time, 0.0);
    EXPECT_FALSE(event->run);
}

TEST(EventJson, IgnoresMembersOfNewerVersions)
{
    EXPECT_TRUE(eventFromJson(
        Json::parse(R"({"t": 1, "kind": "notice", "data": {"text": "x", "colour": "red"}, "crc": "0"})")));
}

TEST(EventJson, RefusesWhatIsDamagedOrOfNoKnownKind)
{
    for (const char* text : {
             "null", "[]", "3", "{}", R"({"kind": "notice"})", R"({"data": {"text": "x"}})",
             R"({"kind": "dream", "data": {}})",
             R"({"kind": 3, "data": {}})", R"({"kind": "notice", "data": "x"})",
             R"({"kind": "notice", "data": {"text": 3}})",
             R"({"kind": "state", "data": {"state": "dreaming"}})", R"({"kind": "epoch", "data": {"epoch": 1.5}})",
             R"({"kind": "epoch", "run": "CPU", "data": {}})", R"({"kind": "finding", "data": {"runs": [0, "x"]}})",
             R"({"kind": "finding", "data": {"severity": "grave"}})", R"({"kind": "preflight", "data": {"labels": [1]}})",
             R"({"kind": "steps", "data": {"step": [0, 1], "loss": [1], "accuracy": [0, 0]}})",
             R"({"kind": "steps", "data": {"step": ["x"], "loss": [1], "accuracy": [0]}})",
             R"({"kind": "steps", "data": {"step": 3}})",
         })
        EXPECT_FALSE(eventFromJson(Json::parse(text))) << text;
}

template<class E>
void expectWordsBack(E last)
{
    for (int value = 0; value <= static_cast<int>(last); ++value) {
        E back{};
        EXPECT_TRUE(fields::read(fields::write(static_cast<E>(value)), back));
        EXPECT_EQ(static_cast<int>(back), value);
    }
    EXPECT_EQ(wordList(last).size(), static_cast<std::size_t>(last) + 1) << "a word for each value";
}

TEST(EventJson, HasAWordForEveryValueOfAnEnumeration)
{
    expectWordsBack(Outcome::Blocked);
    expectWordsBack(Severity::Error);
    expectWordsBack(VerdictKind::Undecided);
    expectWordsBack(RunState::Blocked);
}

TEST(DeviceFacts, GoesThroughJsonWhole)
{
    const DeviceFacts device{"mps", "Apple GPU", true, "reason", "instead", true};
    DeviceFacts back;
    ASSERT_TRUE(fields::read(fields::write(device), back));
    EXPECT_EQ(fields::write(back), fields::write(device));
    EXPECT_EQ(back.instead, "instead");
}

}  // namespace
}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/event_channel.h"

#include "tests/core/support/sample_events.h"

#include <gmock/gmock.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <thread>

namespace tandem {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

Event batch(std::int64_t firstStep, const std::vector<float>& losses, std::int64_t run = 0)
{
    StepBatch steps;
    for (const float loss : losses)
        steps.samples.push_back({firstStep++, loss, 0.5F});
    return {0.0, run, std::move(steps)};
}

Event notice(const std::string& text)
{
    return {0.0, std::nullopt, Notice{text}};
}

/// Steps of the samples in a batch event.
std::vector<std::int64_t> stepsOf(const Event& event)
{
    std::vector<std::int64_t> steps;
    for (const StepSample& sample : std::get<StepBatch>(event.body).samples)
        steps.push_back(sample.step);
    return steps;
}

struct Totals {
    std::int64_t samples = 0, thinned = 0, others = 0;
};
Totals totalsOf(const std::vector<Event>& events)
{
    Totals totals;
    for (const Event& event : events)
        if (const auto* steps = std::get_if<StepBatch>(&event.body)) {
            totals.samples += static_cast<std::int64_t>(steps->samples.size());
            totals.thinned += steps->thinned;
        } else {
            ++totals.others;
        }
    return totals;
}

TEST(EventChannel, GivesEventsInTheOrderInWhichTheyCame)
{
    EventChannel channel;
    channel.push(notice("a"));
    channel.push({notice("b"), batch(0, {1, 2}), notice("c")});
    const auto events = channel.take();
    ASSERT_THAT(events, SizeIs(4));
    EXPECT_EQ(std::get<Notice>(events[0].body).text, "a");
    EXPECT_EQ(std::get<Notice>(events[1].body).text, "b");
    EXPECT_THAT(stepsOf(events[2]), ElementsAre(0, 1));
    EXPECT_EQ(std::get<Notice>(events[3].body).text, "c");
    EXPECT_THAT(channel.take(), SizeIs(0));
}

TEST(EventChannel, LeavesSamplesAloneWhileThereIsRoom)
{
    EventChannel channel(10);
    channel.push(batch(0, {1, 2, 3, 4, 5}));
    channel.push(batch(5, {1, 2, 3, 4, 5}));
    const Totals totals = totalsOf(channel.take());
    EXPECT_EQ(totals.samples, 10);
    EXPECT_EQ(totals.thinned, 0);
}

TEST(EventChannel, ThinsABatchToItsExtremesAndLastSampleWhenItIsFull)
{
    EventChannel channel(4);
    channel.push(batch(0, {3, 3, 3, 3}));
    channel.push(batch(4, {5, 9, 4, 1, 6, 7}));
    const auto events = channel.take();
    ASSERT_THAT(events, SizeIs(2));
    EXPECT_THAT(stepsOf(events[1]), ElementsAre(5, 7, 9));
    EXPECT_EQ(std::get<StepBatch>(events[1].body).thinned, 3);
}

TEST(EventChannel, KeepsTheFirstLossThatIsNoNumberBesidesTheExtremes)
{
    const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
    for (const float odd : {nan, infinity, -infinity})
        for (std::size_t place = 0; place < 6; ++place) {
            std::vector<float> losses{5, 9, 4, 1, 6, 7, 2};
            losses[place] = odd;
            losses[5] = odd;
            EventChannel channel(1);
            channel.push(batch(0, losses));
            const auto kept = std::get<StepBatch>(channel.take().at(0).body).samples;
            float least = infinity, greatest = -infinity;
            std::int64_t firstOdd = -1;
            for (const StepSample& sample : kept)
                if (!std::isfinite(sample.loss))
                    firstOdd = firstOdd < 0 ? sample.step : firstOdd;
                else
                    least = std::min(least, sample.loss), greatest = std::max(greatest, sample.loss);
            EXPECT_EQ(firstOdd, static_cast<std::int64_t>(place));
            EXPECT_EQ(least, place == 3 ? 2.0F : 1.0F) << odd << " at " << place;
            EXPECT_EQ(greatest, place == 1 ? 6.0F : 9.0F) << odd << " at " << place;
            EXPECT_EQ(kept.back().step, 6);
        }
}

TEST(EventChannel, StaysBoundedAndCountsEverySampleThatItLeavesOut)
{
    constexpr std::int64_t capacity = 1000;
    EventChannel channel(capacity);
    std::int64_t step = 0;
    constexpr int batches = 3000;
    for (int i = 0; i < batches; ++i) {
        channel.push(batch(step, std::vector<float>(256, static_cast<float>(i)), i % 2));
        step += 256;
    }
    const auto events = channel.take();
    const Totals totals = totalsOf(events);
    EXPECT_LE(totals.samples, 2 * capacity);
    EXPECT_EQ(totals.samples + totals.thinned, step);
    EXPECT_LT(events.size(), std::size_t{batches}) << "dropped batches leave no empty events";
}

TEST(EventChannel, NeverDropsAnythingButSamples)
{
    EventChannel channel(8);
    std::int64_t sent = 0;
    for (int i = 0; i < 200; ++i) {
        channel.push(batch(i * 256, std::vector<float>(256, 1.0F)));
        for (Event& event : test::oneOfEachKind())
            if (!std::holds_alternative<StepBatch>(event.body)) {
                channel.push(std::move(event));
                ++sent;
            }
    }
    EXPECT_EQ(totalsOf(channel.take()).others, sent);
}

TEST(EventChannel, HasRoomAgainOnceItWasRead)
{
    EventChannel channel(4);
    for (int i = 0; i < 10; ++i) {
        channel.push(batch(0, {1, 2, 3, 4}));
        EXPECT_EQ(totalsOf(channel.take()).samples, 4);
    }
}

TEST(EventChannel, LosesNothingBetweenTwoThreads)
{
    constexpr int batches = 2000;
    Doorbell bell;
    EventChannel channel(300, &bell);
    std::atomic<bool> done = false;
    std::thread producer([&] {
        for (int i = 0; i < batches; ++i) {
            channel.push(batch(i * 16, std::vector<float>(16, 1.0F)));
            channel.push(notice(std::to_string(i)));
        }
        done = true;
        bell.ring();
    });
    Totals totals;
    std::int64_t expected = 0;
    const auto count = [&](const std::vector<Event>& events) {
        const Totals more = totalsOf(events);
        totals.samples += more.samples;
        totals.thinned += more.thinned;
        for (const Event& event : events)
            if (const auto* text = std::get_if<Notice>(&event.body)) {
                EXPECT_EQ(text->text, std::to_string(expected++));
            }
    };
    while (!done) {
        bell.wait(std::chrono::milliseconds(1));
        std::vector<Event> events;
        if (expected % 2 == 0)
            count(channel.take());
        else if (channel.tryTake(events))
            count(events);
    }
    producer.join();
    count(channel.take());
    EXPECT_EQ(expected, batches);
    EXPECT_EQ(totals.samples + totals.thinned, batches * 16);
}

TEST(Doorbell, RemembersARingUntilSomeoneWaits)
{
    Doorbell bell;
    bell.ring();
    bell.ring();
    bell.wait(std::chrono::hours(1));  // returns at once
}

TEST(Doorbell, WakesAWaitingThread)
{
    Doorbell bell;
    std::thread waiting([&] { bell.wait(std::chrono::hours(1)); });
    bell.ring();
    waiting.join();
}

}  // namespace
}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/support/comparison_bench.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <thread>

namespace tandem::test {
namespace {

// Long enough for any machine under any sanitizer: only a defect takes so long.
constexpr auto kHangs = std::chrono::seconds(100);

// A comparison syncs its log again and again, which takes most of a test's time on a disk and none in memory.
std::filesystem::path quickFolder()
{
    const char* inMemory = "/dev/shm";
    return ::access(inMemory, W_OK) == 0 ? std::filesystem::path(inMemory) : std::filesystem::temp_directory_path();
}

}  // namespace

ComparisonBench::ComparisonBench(TrainerHooks hooks, FakeBehaviour behaviour, std::uint32_t trainImages,
                                 std::uint32_t testImages)
    : m_data(quickFolder()), m_root(quickFolder()), m_factory(std::move(hooks), std::move(behaviour))
{
    writeSmallDataset(m_data.path(), trainImages, testImages);
}

void ComparisonBench::start(const std::string& changes, ComparisonOptions options)
{
    destroy();
    m_record = {};
    m_events.clear();
    m_states.assign(8, RunState::Idle);
    if (options.root.empty())
        options.root = m_root.path();
    m_preflightOnly = options.preflightOnly;
    m_comparison = std::make_unique<Comparison>(smallExperiment(m_data.path(), changes), std::move(options), m_factory,
                                                m_gpu, m_log);
    m_comparison->start();
}

void ComparisonBench::check(const Event& event)
{
    EXPECT_FALSE(m_record.end) << "nothing comes after the end: " << toJson(event);
    EXPECT_TRUE(!std::holds_alternative<ComparisonStart>(event.body) || m_events.empty()) << "the start comes first";
    const auto* change = std::get_if<RunStateChange>(&event.body);
    if (!change)
        return;
    RunState& state = m_states.at(static_cast<std::size_t>(event.run.value()));
    const auto& words = wordList(RunState::Idle);
    EXPECT_TRUE(isLegalMove(state, change->state))
        << words[static_cast<std::size_t>(state)] << " to " << words[static_cast<std::size_t>(change->state)];
    state = change->state;
}

void ComparisonBench::collect()
{
    for (Event& event : m_comparison->takeEvents()) {
        check(event);
        m_record.apply(event);
        m_events.push_back(std::move(event));
    }
}

void ComparisonBench::waitFor(const std::function<bool()>& condition)
{
    const auto begin = std::chrono::steady_clock::now();
    for (collect(); !condition(); collect()) {
        if (std::chrono::steady_clock::now() - begin > kHangs) {
            // Destroying a comparison that hangs would hang too.
            std::cerr << "the comparison never got where it was waited for\n";
            std::abort();
        }
        std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
}

void ComparisonBench::finish()
{
    if (!m_comparison->waitUntilOver(kHangs)) {
        std::cerr << "the comparison hangs\n";
        std::abort();
    }
    EXPECT_TRUE(m_comparison->isOver());
    collect();
    EXPECT_TRUE(m_record.end) << "the last event is the end";
    EXPECT_EQ(m_factory.alive(), 0) << "no trainer outlives its comparison";
    for (std::size_t run = 0; run < m_record.runs.size() && !m_preflightOnly; ++run) {
        EXPECT_TRUE(isOver(m_record.runs[run].state)) << m_record.runs[run].name;
        EXPECT_TRUE(m_record.runs[run].end) << m_record.runs[run].name;
    }
}

void ComparisonBench::destroy()
{
    m_comparison.reset();
}

int ComparisonBench::times(std::size_t run, RunState state) const
{
    int count = 0;
    for (const Event& event : m_events)
        if (const auto* change = std::get_if<RunStateChange>(&event.body))
            count += event.run == static_cast<std::int64_t>(run) && change->state == state ? 1 : 0;
    return count;
}

}  // namespace tandem::test

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/facts/record.h"
#include "core/run/comparison.h"
#include "tests/core/support/hooked_trainer.h"
#include "tests/support/test_data.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tandem::test {

/// All that a comparison needs, over the small data set: a folder for data and one for comparisons, the GPU thread, a
/// quiet log and fake trainers without a step time. Collects the events and checks each against the state machine.
class ComparisonBench {
public:
    explicit ComparisonBench(TrainerHooks hooks = {}, FakeBehaviour behaviour = {std::chrono::microseconds(0)},
                             std::uint32_t trainImages = 64, std::uint32_t testImages = 16);

    /// Constructs and starts a comparison of the small experiment (8 steps an epoch, 2 epochs) with changes.
    void start(const std::string& changes = "{}", ComparisonOptions options = {});
    /// Waits for the end, collects what is left and checks what must hold of every comparison that is over.
    void finish();
    void run(const std::string& changes = "{}", ComparisonOptions options = {})
    {
        start(changes, std::move(options));
        finish();
    }
    /// Collects events until a condition on the record holds.
    void waitFor(const std::function<bool()>& condition);
    void collect();
    void destroy();

    Comparison& comparison() { return *m_comparison; }
    const ComparisonRecord& record() const { return m_record; }
    const RunRecord& cpu() const { return m_record.runs.at(0); }
    const RunRecord& mps() const { return m_record.runs.at(1); }
    const std::vector<Event>& events() const { return m_events; }
    const HookedFactory& factory() const { return m_factory; }
    const std::filesystem::path& root() const { return m_root.path(); }
    const std::filesystem::path& data() const { return m_data.path(); }
    const Log& log() const { return m_log; }

    /// How often a run reported a state so far.
    int times(std::size_t run, RunState state) const;

private:
    void check(const Event& event);

    TemporaryFolder m_data, m_root;
    Log m_log{Log::Console::Quiet};
    HookedFactory m_factory;
    Executor m_gpu{"gpu"};
    ComparisonRecord m_record;
    std::vector<Event> m_events;
    std::vector<RunState> m_states;
    bool m_preflightOnly = false;
    std::unique_ptr<Comparison> m_comparison;  ///< last: uses all of the above
};

}  // namespace tandem::test

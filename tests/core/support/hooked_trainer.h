// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tests/support/fake_trainer.h"

#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <thread>

namespace tandem::test {

/// What happens before a call of the fake is passed on; each may throw. Called on the trainer's thread.
struct TrainerHooks {
    std::function<void(const std::string&device)> onCreate, onPrepare, onEvaluate, onWeights, onEvaluateWeights,
        onDestroy;
    std::function<void(const std::string& device, std::int64_t step)> onStep;
    std::function<void()> onDrawWeights;
    /// Changes what was measured; called after the fake.
    std::function<void(const std::string& device, EvaluationFacts& facts)> onEvaluated;
};

/// Fake trainers with hooks, which also remember the threads that touched each device.
class HookedFactory : public FakeTrainerFactory {
public:
    explicit HookedFactory(TrainerHooks hooks = {}, FakeBehaviour behaviour = {std::chrono::microseconds(0)})
        : FakeTrainerFactory(std::move(behaviour)), m_hooks(std::move(hooks))
    {
    }

    Weights drawWeights(const Experiment& experiment, const Dataset& dataset) const override;
    std::unique_ptr<Trainer> create(const TrainerRequest& request) const override;

    /// Threads from which trainers of a device were created, used or destroyed.
    std::set<std::thread::id> threadsOf(const std::string& device) const;

    const TrainerHooks& hooks() const { return m_hooks; }
    void touch(const std::string& device) const;

private:
    TrainerHooks m_hooks;
    mutable std::mutex m_mutex;
    mutable std::map<std::string, std::set<std::thread::id>> m_threads;
};

}  // namespace tandem::test

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/pause_gate.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <thread>

namespace tandem {
namespace {

/// A worker that passes the gate again and again until it is stopped, and counts.
class Worker {
public:
    explicit Worker(PauseGate& gate, bool evaluatesAfterEachStep = false)
        : m_gate(gate), m_evaluates(evaluatesAfterEachStep), m_thread([this] { run(); })
    {
    }
    ~Worker()
    {
        m_gate.requestStop();
        m_thread.join();
    }

    void waitForParks(int count) { wait([=, this] { return m_parks >= count; }); }
    void waitForSteps(int count) { wait([=, this] { return m_steps >= count; }); }

    int steps() { return read(m_steps); }
    int parks() { return read(m_parks); }
    int evaluations() { return read(m_evaluations); }

private:
    void run()
    {
        const auto onPark = [this] { count(m_parks); };
        while (!m_gate.stopToken().requested()) {
            m_gate.pass(onPark);
            if (m_gate.stopToken().requested())
                return;
            count(m_steps);
            if (m_evaluates)
                m_gate.passDuringEvaluation(onPark), count(m_evaluations);
        }
    }
    void count(int& what)
    {
        const std::lock_guard lock(m_mutex);
        ++what;
        m_changed.notify_all();
    }
    int read(const int& what)
    {
        const std::lock_guard lock(m_mutex);
        return what;
    }
    template<class Condition>
    void wait(Condition condition)
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, condition);
    }

    PauseGate& m_gate;
    const bool m_evaluates;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    int m_steps = 0, m_parks = 0, m_evaluations = 0;
    std::thread m_thread;
};

const auto kNeverParks = [] { ADD_FAILURE() << "parked at an open gate"; };

TEST(PauseGate, LetsEverythingThroughWhileOpen)
{
    PauseGate gate{StopToken{}};
    EXPECT_FALSE(gate.isClosed());
    for (int i = 0; i < 10; ++i) {
        gate.pass(kNeverParks);
        gate.passDuringEvaluation(kNeverParks);
    }
}

TEST(PauseGate, ParksTheWorkerOnceWhileClosed)
{
    PauseGate gate{StopToken{}};
    gate.close();
    EXPECT_TRUE(gate.isClosed());
    Worker worker(gate);
    worker.waitForParks(1);
    EXPECT_EQ(worker.steps(), 0);
    gate.open();
    worker.waitForSteps(3);
    EXPECT_EQ(worker.parks(), 1);
}

TEST(PauseGate, LetsExactlyOneStepThroughForEachThatIsAllowed)
{
    PauseGate gate{StopToken{}};
    gate.close();
    Worker worker(gate);
    for (int step = 1; step <= 5; ++step) {
        worker.waitForParks(step);
        EXPECT_EQ(worker.steps(), step - 1);
        gate.allowOneStep();
    }
    worker.waitForParks(6);
    EXPECT_EQ(worker.steps(), 5);
}

TEST(PauseGate, CountsStepsThatAreAllowedInAdvance)
{
    PauseGate gate{StopToken{}};
    gate.close();
    gate.allowOneStep();
    gate.allowOneStep();
    Worker worker(gate);
    worker.waitForParks(1);
    EXPECT_EQ(worker.steps(), 2);
}

TEST(PauseGate, ForgetsAllowedStepsWhenItOpensOrClosesAgain)
{
    PauseGate gate{StopToken{}};
    gate.allowOneStep();  // open: nothing to allow
    gate.close();
    gate.allowOneStep();
    gate.open();
    gate.close();
    gate.allowOneStep();
    gate.close();
    Worker worker(gate);
    worker.waitForParks(1);
    EXPECT_EQ(worker.steps(), 0);
}

TEST(PauseGate, WakesAParkedWorkerOnStop)
{
    PauseGate gate{StopToken{}};
    gate.close();
    {
        Worker worker(gate);
        worker.waitForParks(1);
    }  // stops it and joins
    EXPECT_TRUE(gate.stopToken().requested());
    gate.pass(kNeverParks);
    gate.passDuringEvaluation(kNeverParks);
}

TEST(PauseGate, RunsTheEvaluationThatFollowsAnAllowedStepThrough)
{
    PauseGate gate{StopToken{}};
    gate.close();
    Worker worker(gate, true);
    worker.waitForParks(1);
    gate.allowOneStep();
    worker.waitForParks(2);
    EXPECT_EQ(worker.steps(), 1);
    EXPECT_EQ(worker.evaluations(), 1);
}

TEST(PauseGate, ParksAnEvaluationThatWasGoingOnWhenItClosed)
{
    PauseGate gate{StopToken{}};
    gate.pass(kNeverParks);  // a step that nobody allowed one by one
    gate.close();
    std::mutex mutex;
    std::condition_variable changed;
    bool parked = false, through = false;
    std::thread worker([&] {
        gate.passDuringEvaluation([&] {
            const std::lock_guard lock(mutex);
            parked = true;
            changed.notify_all();
        });
        const std::lock_guard lock(mutex);
        through = true;
    });
    {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return parked; });
        EXPECT_FALSE(through);
    }
    gate.open();
    worker.join();
    EXPECT_TRUE(through);
}

TEST(PauseGate, TakesCommandsFromAnyThread)
{
    PauseGate gate{StopToken{}};
    Worker worker(gate);
    std::thread commander([&] {
        for (int i = 0; i < 500; ++i) {
            gate.close();
            gate.allowOneStep();
            gate.isClosed();
            gate.open();
        }
    });
    for (int i = 0; i < 500; ++i) {
        gate.close();
        gate.open();
    }
    commander.join();
    gate.open();
    worker.waitForSteps(worker.steps() + 1);
}

TEST(StopToken, IsSharedByItsCopies)
{
    StopToken token;
    const StopToken copy = token;
    EXPECT_FALSE(copy.requested());
    token.request();
    EXPECT_TRUE(copy.requested());
    EXPECT_FALSE(StopToken{}.requested());
}

}  // namespace
}  // namespace tandem

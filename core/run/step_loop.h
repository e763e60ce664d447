// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/run_context.h"

#include <chrono>
#include <vector>

namespace tandem {

/// The training loop of one run on its worker thread: steps, evaluations, epochs, pauses, and what it reports of them.
class StepLoop {
public:
    explicit StepLoop(RunContext& context);

    void run();        ///< may throw whatever the trainer throws
    RunEnd end() const;
    void flush();      ///< fetches and sends the losses that are still on the device

private:
    using Clock = std::chrono::steady_clock;

    void passGate(bool betweenSteps);
    void oneStep();
    void evaluateIfDue(bool epochEnds);
    void evaluate(bool whole);
    void finishEpoch();
    std::int64_t imagesInStep(std::int64_t step) const;

    RunContext& m_context;
    const Experiment& m_experiment;
    const std::int64_t m_samples, m_stepsPerEpoch, m_totalSteps;
    std::int64_t m_step = 0;                   ///< steps done
    std::int64_t m_epochImages = 0, m_images = 0;
    Clock::duration m_epochTime{}, m_trainTime{};
    std::vector<StepSample> m_samplesToSend;
    Clock::time_point m_lastFetch;
    bool m_stopped = false;
};

}  // namespace tandem

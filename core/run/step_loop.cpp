// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/step_loop.h"


#include <algorithm>

namespace tandem {
namespace {

// Each fetch of losses waits for the device, so there are at most about 50 a second.
constexpr auto kFetchInterval = std::chrono::milliseconds(20);

double seconds(std::chrono::steady_clock::duration duration)
{
    return std::chrono::duration<double>(duration).count();
}

}  // namespace

StepLoop::StepLoop(RunContext& context)
    : m_context(context), m_experiment(context.request.experiment), m_samples(context.request.dataset->train.count),
      m_stepsPerEpoch((m_samples + m_experiment.batchSize - 1) / m_experiment.batchSize),
      m_totalSteps(std::min(m_stepsPerEpoch * m_experiment.epochs, context.maxSteps.value_or(INT64_MAX))),
      m_lastFetch(Clock::now())
{
}

std::int64_t StepLoop::imagesInStep(std::int64_t step) const
{
    const std::int64_t begin = step % m_stepsPerEpoch * m_experiment.batchSize;
    return std::min(m_experiment.batchSize, m_samples - begin);
}

void StepLoop::flush()
{
    m_lastFetch = Clock::now();
    m_context.trainer->fetch(m_samplesToSend);
    if (!m_samplesToSend.empty())
        m_context.send(StepBatch{std::exchange(m_samplesToSend, {}), 0});
    for (Event::Body& facts : m_context.trainer->takeFacts())
        m_context.send(std::move(facts));
}

void StepLoop::passGate(bool betweenSteps)
{
    bool parked = false;
    const auto onPark = [&] {
        parked = true;
        flush();
        m_context.send(RunStateChange{RunState::Paused});
    };
    if (betweenSteps)
        m_context.gate.pass(onPark);
    else
        m_context.gate.passDuringEvaluation(onPark);
    m_stopped = m_context.gate.stopToken().requested();
    if (parked && !m_stopped)
        m_context.send(RunStateChange{betweenSteps ? RunState::Running : RunState::Evaluating});
}

void StepLoop::oneStep()
{
    const auto begin = Clock::now();
    m_context.trainer->step(m_step);
    const std::int64_t images = imagesInStep(m_step);
    ++m_step;
    const bool epochEnds = m_step % m_stepsPerEpoch == 0 || m_step == m_totalSteps;
    if (epochEnds || m_context.gate.isClosed() || Clock::now() - m_lastFetch >= kFetchInterval)
        flush();
    m_epochTime += Clock::now() - begin;
    m_trainTime += Clock::now() - begin;
    m_epochImages += images;
    m_images += images;
}

void StepLoop::evaluate(bool whole)
{
    flush();
    m_context.send(RunStateChange{RunState::Evaluating});
    const auto keepGoing = [&] {
        passGate(false);
        return !m_stopped;
    };
    const auto part = std::min(m_experiment.evaluate.partSamples, m_context.request.dataset->test.count);
    auto facts = m_context.trainer->evaluate(whole ? std::nullopt : std::optional(part), keepGoing);
    if (!facts)
        return;
    facts->step = m_step;
    facts->epoch = m_step / m_stepsPerEpoch;
    facts->whole = whole;
    m_context.send(std::move(*facts));
    for (Event::Body& probe : m_context.trainer->takeFacts())
        m_context.send(std::move(probe));
    m_context.send(RunStateChange{RunState::Running});
}

void StepLoop::evaluateIfDue(bool epochEnds)
{
    const std::int64_t every = m_experiment.evaluate.everySteps;
    if (epochEnds)
        evaluate(true);
    else if (every > 0 && m_step % every == 0)
        evaluate(false);
}

void StepLoop::finishEpoch()
{
    const double time = seconds(m_epochTime);
    m_context.send(EpochFacts{m_step / m_stepsPerEpoch, m_step, time, time > 0 ? static_cast<double>(m_epochImages) / time : 0.0});
    m_epochTime = {};
    m_epochImages = 0;
}

void StepLoop::run()
{
    m_context.send(RunStateChange{RunState::Running});
    while (m_step < m_totalSteps) {
        passGate(true);
        if (m_stopped)
            break;
        oneStep();
        const bool epochEnds = m_step % m_stepsPerEpoch == 0;
        if (epochEnds)
            finishEpoch();
        evaluateIfDue(epochEnds || m_step == m_totalSteps);
        if (m_stopped)
            break;
    }
    flush();
}

RunEnd StepLoop::end() const
{
    RunEnd end;
    end.outcome = m_step == m_totalSteps && !m_stopped ? Outcome::Finished : Outcome::Cancelled;
    end.steps = m_step;
    end.seconds = seconds(m_trainTime);
    end.imagesPerSecond = end.seconds > 0 ? static_cast<double>(m_images) / end.seconds : 0.0;
    return end;
}

}  // namespace tandem

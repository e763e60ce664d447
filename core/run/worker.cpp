// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/worker.h"

#include "core/run/step_loop.h"

#include <exception>
#include <functional>

namespace tandem::worker {
namespace {

// LibTorch appends a backtrace to its messages; the first line says what was wrong.
std::string firstLines(const std::string& text)
{
    const auto backtrace = text.find("\nException raised from");
    std::string message = text.substr(0, backtrace);
    while (!message.empty() && message.back() == '\n')
        message.pop_back();
    return message;
}

/// The one fence: what is raised inside comes out as a text.
std::optional<std::string> guarded(const std::function<void()>& work)
{
    try {
        work();
        return std::nullopt;
    } catch (const std::exception& problem) {
        return firstLines(problem.what());
    } catch (...) {
        return "an exception of unknown type";
    }
}

RunState stateFor(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Finished: return RunState::Finished;
    case Outcome::Failed: return RunState::Failed;
    case Outcome::Cancelled: return RunState::Cancelled;
    case Outcome::Blocked: return RunState::Blocked;
    }
    return RunState::Failed;
}

void sendEnd(RunContext& context, RunEnd end)
{
    const RunState state = stateFor(end.outcome);
    context.send(std::move(end));
    context.send(RunStateChange{state});
}

}  // namespace

void prepare(RunContext& context)
{
    context.send(RunStateChange{RunState::Preparing});
    const auto problem = guarded([&] {
        context.trainer = context.factory.create(context.request);
        PreflightFacts facts = context.trainer->prepare();
        context.send(std::move(facts));
        context.send(RunStateChange{RunState::Ready});
    });
    if (problem) {
        context.trainer.reset();
        sendEnd(context, RunEnd{Outcome::Failed, *problem});
    }
}

void train(RunContext& context)
{
    if (!context.trainer)
        return;  // preparing it failed, and that was reported
    StepLoop loop(context);
    const auto problem = guarded([&] { loop.run(); });
    RunEnd end = loop.end();
    if (problem) {
        end.outcome = Outcome::Failed;
        end.error = *problem;
        // What was measured before the failure must not be lost, if the device still answers.
        guarded([&] { loop.flush(); });
    }
    guarded([&] {
        context.finalWeights = std::make_shared<const Weights>(context.trainer->weights());
        end.weightsHash = fingerprint(*context.finalWeights);
    });
    sendEnd(context, std::move(end));
}

void crossEvaluate(RunContext& context, std::int64_t trainedOn, const SharedWeights& weights)
{
    CrossEvaluation cell{trainedOn, context.index, 0, 0, {}};
    const auto problem = guarded([&] {
        const auto keepGoing = [&] { return !context.gate.stopToken().requested(); };
        const auto facts = context.trainer->evaluateWeights(*weights, keepGoing);
        if (facts)
            cell.accuracy = facts->accuracy, cell.loss = facts->loss;
        else
            cell.error = "stopped";
    });
    if (problem)
        cell.error = *problem;
    context.send(std::move(cell));
}

void endWithoutTraining(RunContext& context, Outcome outcome)
{
    if (context.trainer)
        sendEnd(context, RunEnd{outcome, {}});
}

void dispose(RunContext& context)
{
    guarded([&] { context.trainer.reset(); });
}

}  // namespace tandem::worker

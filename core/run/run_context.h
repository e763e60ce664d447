// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/pause_gate.h"
#include "core/experiment/experiment.h"
#include "core/run/event_channel.h"
#include "core/run/trainer.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace tandem {

/// What one run's worker, and the hub, share.
///
/// Written before the worker starts and read-only after: index, request, limits, begin. By lock inside: channel, gate.
/// Worker only: trainer. Written by the worker before it pushes the run's end, read by the hub after: finalWeights.
struct RunContext {
    RunContext(std::size_t runIndex, TrainerRequest trainerRequest, const TrainerFactory& trainers, Doorbell& bell)
        : index(static_cast<std::int64_t>(runIndex)), request(std::move(trainerRequest)), factory(trainers),
          channel(EventChannel::kDefaultCapacity, &bell), gate(StopToken{})
    {
    }

    const std::int64_t index;
    const TrainerRequest request;
    const TrainerFactory& factory;
    std::optional<std::int64_t> maxSteps;
    std::chrono::steady_clock::time_point begin;  ///< of the comparison; event times count from it

    EventChannel channel;
    PauseGate gate;
    std::unique_ptr<Trainer> trainer;
    SharedWeights finalWeights;

    /// Worker: sends one event, stamped now.
    void send(Event::Body body);
    double now() const;
};

}  // namespace tandem

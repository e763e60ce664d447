// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/trainer.h"

#include <atomic>
#include <chrono>
#include <optional>
#include <string>

namespace tandem::test {

/// How the fake behaves; set before the comparison starts.
struct FakeBehaviour {
    std::chrono::microseconds stepTime{200};
    std::optional<std::int64_t> nanFromStep;        ///< loss is NaN from this step on
    std::optional<std::int64_t> throwAtStep;        ///< raises on the second run only
    std::optional<std::int64_t> shiftSecondFrom;    ///< second device's loss is off by 0.25 from this step on
    bool secondDeviceAbsent = false;                ///< "mps-emulated" is not available
};

/// Trainers without LibTorch: the loss falls along a fixed curve, the pre-flight facts follow the experiment's step
/// settings, and float labels make "mps-emulated" stay at chance as in the origin case. Deterministic.
class FakeTrainerFactory : public TrainerFactory {
public:
    explicit FakeTrainerFactory(FakeBehaviour behaviour = {}) : m_behaviour(std::move(behaviour)) {}

    std::vector<DeviceFacts> devices() const override;
    EnvironmentFacts environment() const override;
    bool needsGpuThread(const std::string& device) const override;
    Weights drawWeights(const Experiment& experiment, const Dataset& dataset) const override;
    std::unique_ptr<Trainer> create(const TrainerRequest& request) const override;

    /// Trainers alive now: none may be left when a comparison is over.
    int alive() const { return m_alive.load(); }

private:
    FakeBehaviour m_behaviour;
    mutable std::atomic<int> m_alive{0};
};

}  // namespace tandem::test

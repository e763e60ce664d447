// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/train/emulator/fault_session.h"

namespace tandem::emulator {

/// The calls that a training loop makes of itself, so that faults can be injected where no operation of LibTorch is:
/// the fault language knows them as "tandem::…". Each does what it says and nothing else while no fault matches.
/// Used by the run's thread.
class TrainingHooks {
public:
    explicit TrainingHooks(FaultSession& session) : m_session(session) {}

    /// "tandem::construct": whether the optimizer is built before the move.
    bool optimizerBeforeMove(bool asConfigured) { return flag("tandem::construct", asConfigured); }
    /// "tandem::forward" and "tandem::dropout": whether layers work as in training.
    bool trainingForward(bool asConfigured) { return flag("tandem::forward", asConfigured); }
    bool droppingUnits(bool asConfigured) { return flag("tandem::dropout", asConfigured); }
    /// "tandem::move": a parameter that was just moved.
    void moved(const at::Tensor& parameter, const std::string& name);
    /// "tandem::gradient": what a backward pass left for a parameter.
    void gradient(const at::Tensor& gradient, const std::string& name);
    /// "tandem::update": an optimizer's step that changes these parameters.
    void update(const std::vector<at::Tensor>& parameters, const std::vector<std::string>& names, const std::function<void()>& step);
    /// "tandem::optimizer_state": a tensor of the optimizer's state after its step; may be replaced.
    void optimizerState(at::Tensor& state);
    /// "tandem::step": the end of a training step.
    void stepDone();

private:
    bool flag(const char* name, bool value);
    FaultSession& m_session;
};

/// "tandem::synchronize": waits for the emulated device's queue, unless a fault lets the wait end early.
void synchronize();

}  // namespace tandem::emulator

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/run_context.h"

namespace tandem {

/// The jobs of one run, in the order in which they are posted to its executor. Each reports through the context's
/// channel, and none throws: what the trainer raises becomes a failed run.
namespace worker {

/// Creates the trainer and looks at what it would train on. Sends `ready` with the facts, or the run's end.
void prepare(RunContext& context);

/// Trains to the end, to the step limit or to a stop. Always sends the run's end.
void train(RunContext& context);

/// Measures another run's final weights on this run's device and sends one cell of the table.
void crossEvaluate(RunContext& context, std::int64_t trainedOn, const SharedWeights& weights);

/// Ends a prepared run that must not train.
void endWithoutTraining(RunContext& context, Outcome outcome);

/// Destroys the trainer on its own thread.
void dispose(RunContext& context);

}  // namespace worker
}  // namespace tandem

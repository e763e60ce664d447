// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tandem {

/// One training step: loss and share of right answers on the batch, before the update. Steps count from 0.
struct StepSample {
    std::int64_t step = 0;
    float loss = 0, accuracy = 0;
};

/// Samples of consecutive steps. When a reader is slow a batch is thinned to its extremes and last sample; `thinned`
/// counts what was left out. Written as columns.
struct StepBatch {
    std::vector<StepSample> samples;
    std::int64_t thinned = 0;
};

/// A measurement on the test split.
struct EvaluationFacts {
    std::int64_t step = 0;       ///< training steps done before it
    std::int64_t epoch = 0;      ///< whole epochs done before it
    bool whole = false;          ///< whole split, or its first samples only
    std::int64_t samples = 0;
    double loss = 0, accuracy = 0;

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("step", self.step);
        visit("epoch", self.epoch);
        visit("whole", self.whole);
        visit("samples", self.samples);
        visit("loss", self.loss);
        visit("accuracy", self.accuracy);
    }
};

/// One epoch's end. Times leave out evaluation and pauses.
struct EpochFacts {
    std::int64_t epoch = 0;      ///< counts from 1
    std::int64_t step = 0;       ///< training steps done
    double seconds = 0, imagesPerSecond = 0;

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("epoch", self.epoch);
        visit("step", self.step);
        visit("seconds", self.seconds);
        visit("images_per_second", self.imagesPerSecond);
    }
};

/// How a run ended. Blocked: an error was found before the first step.
enum class Outcome { Finished, Failed, Cancelled, Blocked };
const std::vector<std::string>& wordList(Outcome);

struct RunEnd {
    Outcome outcome = Outcome::Finished;
    std::string error;           ///< what was raised, without a backtrace
    std::int64_t steps = 0;      ///< training steps done
    double seconds = 0, imagesPerSecond = 0;
    std::string weightsHash;     ///< of the final weights; empty if there are none

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("outcome", self.outcome);
        visit("error", self.error);
        visit("steps", self.steps);
        visit("seconds", self.seconds);
        visit("images_per_second", self.imagesPerSecond);
        visit("weights_hash", self.weightsHash);
    }
};

/// One cell of the table "trained on × evaluated on", over the whole test split.
struct CrossEvaluation {
    std::int64_t trainedOn = 0, evaluatedOn = 0;  ///< run indices
    double loss = 0, accuracy = 0;
    std::string error;           ///< why there is no figure; empty if there is one

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("trained_on", self.trainedOn);
        visit("evaluated_on", self.evaluatedOn);
        visit("loss", self.loss);
        visit("accuracy", self.accuracy);
        visit("error", self.error);
    }
};

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tandem {

/// A batch-norm layer's running statistics against those of the batches that it was just given.
struct NormFacts {
    std::string name;
    bool moved = true;                ///< its statistics changed since the last look
    double meanShift = 0;             ///< greatest |running mean − batch mean| in batch standard deviations
    double varianceRatio = 1;         ///< running variance / batch variance that is farthest from 1, as a ratio

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("name", self.name);
        visit("moved", self.moved);
        visit("mean_shift", self.meanShift);
        visit("variance_ratio", self.varianceRatio);
    }
};

/// A layer with a rectifier, or one that saturates.
struct UnitFacts {
    std::string name;
    double idleShare = 0;             ///< share of units that are zero, or saturated, for every sample looked at

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("name", self.name);
        visit("idle_share", self.idleShare);
    }
};

/// A dropout layer, tried twice on ones with the run's own masks and once in evaluation mode.
struct DropoutFacts {
    std::string name;
    double p = 0;                     ///< as configured
    std::int64_t elements = 0;
    double zeroShare = 0, keptMean = 0;
    bool repeats = false;             ///< two masks in a row are equal
    bool activeInEvaluation = false;

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("name", self.name);
        visit("p", self.p);
        visit("elements", self.elements);
        visit("zero_share", self.zeroShare);
        visit("kept_mean", self.keptMean);
        visit("repeats", self.repeats);
        visit("active_in_evaluation", self.activeInEvaluation);
    }
};

/// What is looked at beside each measurement on the whole test split.
struct EpochProbeFacts {
    std::int64_t step = 0;            ///< training steps done before it
    std::int64_t epoch = 0;           ///< whole epochs done before it
    // Predictions on the test split, copied back and counted on the host in 64-bit integers.
    std::int64_t samples = 0;
    std::int64_t shownCorrect = 0;    ///< as the device counted
    std::int64_t recountedCorrect = 0;
    std::int64_t predictionMin = 0, predictionMax = 0;
    double topPredictionShare = 0, topLabelShare = 0;
    double outputStd = 0, targetStd = 0;  ///< of regression; 0 otherwise
    std::vector<std::int64_t> predictionShape, labelShape;  ///< as the metric compared them
    // The same training samples in both modes; 0 samples where no layer cares.
    std::int64_t modeSamples = 0;
    double trainModeAccuracy = 0, evalModeAccuracy = 0;
    // The order of the epoch that ended, and the one before it.
    std::string orderHash, previousOrderHash;
    std::int64_t optimizerSteps = 0, dueSteps = 0;  ///< done and due since the start
    std::vector<std::string> wrongMode;  ///< layers that care and worked as in training while measured
    std::vector<NormFacts> norms;
    std::vector<UnitFacts> units;
    std::vector<DropoutFacts> dropouts;
    // The same steps timed in two ways, each step as the median one: after the device's own wait, and after reading back a
    // result, which no device can answer early.
    double secondsUndrained = 0, secondsDrained = 0;

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("step", self.step);
        visit("epoch", self.epoch);
        visit("samples", self.samples);
        visit("shown_correct", self.shownCorrect);
        visit("recounted_correct", self.recountedCorrect);
        visit("prediction_min", self.predictionMin);
        visit("prediction_max", self.predictionMax);
        visit("top_prediction_share", self.topPredictionShare);
        visit("top_label_share", self.topLabelShare);
        visit("output_std", self.outputStd);
        visit("target_std", self.targetStd);
        visit("prediction_shape", self.predictionShape);
        visit("label_shape", self.labelShape);
        visit("mode_samples", self.modeSamples);
        visit("train_mode_accuracy", self.trainModeAccuracy);
        visit("eval_mode_accuracy", self.evalModeAccuracy);
        visit("order_hash", self.orderHash);
        visit("previous_order_hash", self.previousOrderHash);
        visit("optimizer_steps", self.optimizerSteps);
        visit("due_steps", self.dueSteps);
        visit("wrong_mode", self.wrongMode);
        visit("norms", self.norms);
        visit("units", self.units);
        visit("dropouts", self.dropouts);
        visit("seconds_undrained", self.secondsUndrained);
        visit("seconds_drained", self.secondsDrained);
    }
};

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace tandem {

/// Thresholds of all rules, in one place. An experiment may override any of them: "rules": {"thresholds": {"agree_sigmas": 4}}.
/// They are the rule catalogue's proposals, tuned on the faults and the clean controls of `tandem scorecard`.
struct Thresholds {
    // Labels and head
    double fractionTolerance = 0;         ///< label-fractional: distance from a whole number
    double largestClassShare = 0.95;      ///< class-coverage
    double unusedOutputs = 5;             ///< class-coverage: outputs beyond the distinct labels
    double sumTolerance = 1e-3;           ///< double-softmax, nll-without-log, softmax-axis: |Σ − 1|
    double sumRows = 32;                  ///< the same: rows that are needed to say so
    // Inputs
    double inputStdMost = 20, inputStdLeast = 0.01, inputMeanOverStd = 10;  ///< input-scale
    double doubleScaledMost = 1.0 / 200;  ///< double-scaling: largest input of 8-bit origin
    double splitMeanShift = 0.25;         ///< train-test-stats: in standard deviations
    double splitStdRatioLeast = 0.8, splitStdRatioMost = 1.25;
    double distinctValuesLeast = 3;       ///< input-dtype-wrap
    // Start and order
    double initStdLeast = 0.1, initStdMost = 10;  ///< degenerate-init: of the scheme's expectation
    double labelRunFactor = 3;            ///< shuffle-off: mean run of one label over that of a random order
    double orderSigmas = 6;               ///< order-check: ascending runs
    double initialLossLeast = 0.5, initialLossMost = 2.5;  ///< initial-loss: of what chance gives
    double initialLossGap = 1e-3;         ///< initial-loss: between devices, relative
    double reducedPrecision = 2e-3;       ///< backend-self-test: relative errors that 10 bits of mantissa explain
    // Sizes
    double sizeReduction = 32767;         ///< size-threshold-risk: products summed for one output (2^15 − 1)
    double sizeRows = 65535;              ///< rows of a product (2^16 − 1)
    double sizeElements = 2147483647;     ///< elements of an output (2^31 − 1)
    // Each step
    double frozenSteps = 2;               ///< params-unchanged: readings in a row
    double movedMedian = 1e-4;            ///< partial-freeze: median relative drift of the others
    double driftRatio = 5;                ///< partial-freeze: between devices
    double missingReadings = 5;           ///< grad-missing: readings in a row of an all-zero gradient
    double updateMost = 0.1, updateLeast = 3e-5;  ///< update-ratio: ‖Δw‖/‖w‖
    double updateMostReadings = 10, updateLeastReadings = 10;
    double warmUpSteps = 50;              ///< update-ratio, memory-growth
    double stateReadings = 2;             ///< optimizer-state-stuck
    double lossBound = 1e-6;              ///< loss-out-of-range: below the bound of its kind
    double memoryBytesPerStep = 65536, memoryShare = 2e-4, memoryRising = 0.9;  ///< memory-growth
    double floorTolerance = 0.01, floorSpread = 0.02, floorSteps = 200;         ///< loss-floor
    // Each evaluation
    double chanceSigmas = 10;             ///< chance-level: other run this many σ above chance
    double chanceOwnSigmas = 3;           ///< chance-level: this run within so many σ of chance
    double chanceLossDecline = 0.05;      ///< chance-level: a training loss that came down by less is no learning
    double constantShare = 0.99, constantTrueShare = 0.9, constantStdRatio = 0.02;  ///< constant-prediction
    double modeGap = 0.15;                ///< train-eval-gap
    double normMeanShift = 1, normVarianceRatio = 4, normBatch = 8;  ///< norm-stats-check
    double idleUnits = 0.6;               ///< dead-units
    double dropoutSigmas = 5;             ///< dropout-mask-check
    double rateTolerance = 0.01;          ///< lr-schedule-check: relative
    double improving = 0.01;              ///< still-improving: per epoch
    // After the run
    double agreeSigmas = 3;               ///< verdict: runs agree within so many σ of the difference of two accuracies
    double drainedRatio = 0.7;            ///< timing-sync: undrained over drained time

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("fraction_tolerance", self.fractionTolerance);
        visit("largest_class_share", self.largestClassShare);
        visit("unused_outputs", self.unusedOutputs);
        visit("sum_tolerance", self.sumTolerance);
        visit("sum_rows", self.sumRows);
        visit("input_std_most", self.inputStdMost);
        visit("input_std_least", self.inputStdLeast);
        visit("input_mean_over_std", self.inputMeanOverStd);
        visit("double_scaled_most", self.doubleScaledMost);
        visit("split_mean_shift", self.splitMeanShift);
        visit("split_std_ratio_least", self.splitStdRatioLeast);
        visit("split_std_ratio_most", self.splitStdRatioMost);
        visit("distinct_values_least", self.distinctValuesLeast);
        visit("init_std_least", self.initStdLeast);
        visit("init_std_most", self.initStdMost);
        visit("label_run_factor", self.labelRunFactor);
        visit("order_sigmas", self.orderSigmas);
        visit("initial_loss_least", self.initialLossLeast);
        visit("initial_loss_most", self.initialLossMost);
        visit("initial_loss_gap", self.initialLossGap);
        visit("reduced_precision", self.reducedPrecision);
        visit("size_reduction", self.sizeReduction);
        visit("size_rows", self.sizeRows);
        visit("size_elements", self.sizeElements);
        visit("frozen_steps", self.frozenSteps);
        visit("moved_median", self.movedMedian);
        visit("drift_ratio", self.driftRatio);
        visit("missing_readings", self.missingReadings);
        visit("update_most", self.updateMost);
        visit("update_least", self.updateLeast);
        visit("update_most_readings", self.updateMostReadings);
        visit("update_least_readings", self.updateLeastReadings);
        visit("warm_up_steps", self.warmUpSteps);
        visit("state_readings", self.stateReadings);
        visit("loss_bound", self.lossBound);
        visit("memory_bytes_per_step", self.memoryBytesPerStep);
        visit("memory_share", self.memoryShare);
        visit("memory_rising", self.memoryRising);
        visit("floor_tolerance", self.floorTolerance);
        visit("floor_spread", self.floorSpread);
        visit("floor_steps", self.floorSteps);
        visit("chance_sigmas", self.chanceSigmas);
        visit("chance_own_sigmas", self.chanceOwnSigmas);
        visit("chance_loss_decline", self.chanceLossDecline);
        visit("constant_share", self.constantShare);
        visit("constant_true_share", self.constantTrueShare);
        visit("constant_std_ratio", self.constantStdRatio);
        visit("mode_gap", self.modeGap);
        visit("norm_mean_shift", self.normMeanShift);
        visit("norm_variance_ratio", self.normVarianceRatio);
        visit("norm_batch", self.normBatch);
        visit("idle_units", self.idleUnits);
        visit("dropout_sigmas", self.dropoutSigmas);
        visit("rate_tolerance", self.rateTolerance);
        visit("improving", self.improving);
        visit("agree_sigmas", self.agreeSigmas);
        visit("drained_ratio", self.drainedRatio);
    }
};

}  // namespace tandem

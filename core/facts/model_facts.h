// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tandem {

/// One parameter or buffer of the model before the first step, as it lies on its device.
struct ParameterFacts {
    std::string name;                 ///< "conv2d_1.weight"
    std::vector<std::int64_t> shape;
    std::string dtype, device;
    std::string role;                 ///< "weight", "bias", "norm" (scale and shift of a normalisation) or "buffer"
    bool contiguous = true;           ///< row-major without gaps
    bool requiresGrad = true;
    bool frozen = false;              ///< as the experiment says
    bool inOptimizer = true;
    std::int64_t address = 0;         ///< of its memory in this process, to tell whether two runs share it; 0: unknown
    double mean = 0, std = 0;
    double expectedStd = 0;           ///< of the scheme that draws initial weights; 0: no such expectation
    bool equalRows = false;           ///< of a matrix with more than one row: all rows hold the same numbers

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("name", self.name);
        visit("shape", self.shape);
        visit("dtype", self.dtype);
        visit("device", self.device);
        visit("role", self.role);
        visit("contiguous", self.contiguous);
        visit("requires_grad", self.requiresGrad);
        visit("frozen", self.frozen);
        visit("in_optimizer", self.inOptimizer);
        visit("address", self.address);
        visit("mean", self.mean);
        visit("std", self.std);
        visit("expected_std", self.expectedStd);
        visit("equal_rows", self.equalRows);
    }
};

/// The optimizer before the first step.
struct OptimizerFacts {
    std::string kind;                 ///< "adam"
    double lr = 0;
    std::int64_t tensors = 0;         ///< that it would change
    std::int64_t foreignTensors = 0;  ///< of these, not parameters of this model
    bool builtBeforeMove = false;
    std::vector<std::string> stateDevices;  ///< devices of its state, each once; empty while there is no state

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("kind", self.kind);
        visit("lr", self.lr);
        visit("tensors", self.tensors);
        visit("foreign_tensors", self.foreignTensors);
        visit("built_before_move", self.builtBeforeMove);
        visit("state_devices", self.stateDevices);
    }
};

/// The model's output on the first batch in evaluation mode, seen against loss and target. The class axis is axis 1.
struct HeadFacts {
    std::string lastLayer;            ///< kind of the last layer: "linear", "softmax"
    std::string activation;           ///< last layer that limits the range, if nothing with weights follows: "softmax", "relu"
    std::int64_t rows = 0;            ///< samples looked at
    double min = 0, max = 0;
    double classSumError = 0;         ///< greatest |Σ − 1| over the class axis
    double batchSumError = 0;         ///< greatest |Σ − 1| over the batch axis, of exp(output) where a log-softmax is last
    double logSumExpError = 0;        ///< greatest |log Σ exp| over the class axis: 0 for log-probabilities
    std::int64_t softmaxUnits = 0;    ///< size of the axis of the last softmax or log-softmax; 0: there is none
    std::vector<std::int64_t> outputShape, targetShape;  ///< as the loss would get them
    double targetMin = 0, targetMax = 0;
    std::int64_t targetValues = 0;    ///< distinct values of the target in the first batch
    bool targetOneHot = false;        ///< a matrix whose rows are zeros with a single one

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("last_layer", self.lastLayer);
        visit("activation", self.activation);
        visit("rows", self.rows);
        visit("min", self.min);
        visit("max", self.max);
        visit("class_sum_error", self.classSumError);
        visit("batch_sum_error", self.batchSumError);
        visit("log_sum_exp_error", self.logSumExpError);
        visit("softmax_units", self.softmaxUnits);
        visit("output_shape", self.outputShape);
        visit("target_shape", self.targetShape);
        visit("target_min", self.targetMin);
        visit("target_max", self.targetMax);
        visit("target_values", self.targetValues);
        visit("target_one_hot", self.targetOneHot);
    }
};

/// The first loss, in evaluation mode over the first samples of the training split, before any step. Taken only where
/// the labels keep the contract of the loss, so that nothing raises.
struct InitialLossFacts {
    std::int64_t samples = 0;         ///< 0: not taken
    double loss = 0;
    double targetVariance = 0;        ///< of the target: what mse starts near, with outputs near its mean
    std::string whyNot;               ///< why it was not taken

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("samples", self.samples);
        visit("loss", self.loss);
        visit("target_variance", self.targetVariance);
        visit("why_not", self.whyNot);
    }
};

}  // namespace tandem

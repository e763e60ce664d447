// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/facts/model_facts.h"
#include "core/facts/self_test_facts.h"
#include "core/facts/split_facts.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tandem {

/// One tensor, described. Statistics are over finite elements, computed on the host in float64.
struct TensorFacts {
    std::string dtype;                ///< "float32", "int64", …
    std::vector<std::int64_t> shape;
    double min = 0, max = 0, mean = 0, std = 0;
    std::int64_t nonFinite = 0;       ///< number of NaN and infinite elements

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("dtype", self.dtype);
        visit("shape", self.shape);
        visit("min", self.min);
        visit("max", self.max);
        visit("mean", self.mean);
        visit("std", self.std);
        visit("non_finite", self.nonFinite);
    }
};

/// Sizes of one layer's work on a training batch, where backends had wrap-around faults.
struct LayerSizeFacts {
    std::string name, kind;
    std::int64_t rows = 0;            ///< independent rows of a product, or pictures times positions
    std::int64_t reduction = 0;       ///< products summed for one output
    std::int64_t elements = 0;        ///< of its output

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("name", self.name);
        visit("kind", self.kind);
        visit("rows", self.rows);
        visit("reduction", self.reduction);
        visit("elements", self.elements);
    }
};

/// What one run would train on, seen before its first step and before its loss is ever called.
struct PreflightFacts {
    std::string device;
    bool emulated = false;
    std::string loss;
    std::string target;               ///< "index" or "one_hot"
    std::string labelContract;        ///< dtype that the loss wants
    TensorFacts labels;               ///< of the first batch, as the loss would get them
    double labelMaxFraction = 0;      ///< greatest distance of a label from a whole number, first batch
    std::int64_t labelMin = 0, labelMax = 0, labelClasses = 0;  ///< over the whole training split
    double testLargestShare = 0;      ///< share of the most frequent class in the test split
    TensorFacts input;                ///< of the first batch, after transforms
    TensorFacts output;               ///< of one forward pass in evaluation mode; no dtype if it failed
    std::string forwardError;         ///< what that forward pass raised; empty if it passed
    std::int64_t outputs = 0;         ///< size of the class axis
    std::int64_t parameters = 0;      ///< trainable numbers
    std::string weightsHash;          ///< of the initial weights, read back from the device
    std::string drawnWeightsHash;     ///< of the same weights as they were drawn on the CPU
    std::string planHash;             ///< of the batch order
    std::string inputHash;            ///< of the first batch's pixels, read back from the device
    std::string labelHash;            ///< of the first batch's labels by value, read back from the device
    std::int64_t seed = 0;
    std::int64_t batchSize = 0, stepsPerEpoch = 0, epochs = 0;
    std::vector<std::string> faults;          ///< injected on purpose, active on this device
    std::vector<std::string> inactiveFaults;  ///< asked for, but this device is not the emulated one
    SplitFacts train, test;
    OrderFacts order;                 ///< of the first epoch
    OrderFacts secondOrder;           ///< of the second epoch, drawn to be looked at; no samples if there is none
    std::vector<ParameterFacts> tensors;      ///< every parameter and buffer, in the order of layers
    OptimizerFacts optimizer;
    HeadFacts head;                   ///< no rows if the forward pass failed
    InitialLossFacts initialLoss;
    SelfTestFacts selfTest;
    std::vector<LayerSizeFacts> sizes;
    std::vector<std::string> layers;  ///< kinds, in order
    std::string batchesHash, batchesHashAgain;  ///< of the first batches, prepared twice
    bool nonBlocking = false;         ///< copies to the device do not wait
    std::int64_t axisOrderErrors = 0; ///< pixels of a known ramp that arrived in another place

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("device", self.device);
        visit("emulated", self.emulated);
        visit("loss", self.loss);
        visit("target", self.target);
        visit("label_contract", self.labelContract);
        visit("labels", self.labels);
        visit("label_max_fraction", self.labelMaxFraction);
        visit("label_min", self.labelMin);
        visit("label_max", self.labelMax);
        visit("label_classes", self.labelClasses);
        visit("test_largest_share", self.testLargestShare);
        visit("input", self.input);
        visit("output", self.output);
        visit("forward_error", self.forwardError);
        visit("outputs", self.outputs);
        visit("parameters", self.parameters);
        visit("weights_hash", self.weightsHash);
        visit("drawn_weights_hash", self.drawnWeightsHash);
        visit("plan_hash", self.planHash);
        visit("input_hash", self.inputHash);
        visit("label_hash", self.labelHash);
        visit("seed", self.seed);
        visit("batch_size", self.batchSize);
        visit("steps_per_epoch", self.stepsPerEpoch);
        visit("epochs", self.epochs);
        visit("faults", self.faults);
        visit("inactive_faults", self.inactiveFaults);
        visit("train", self.train);
        visit("test", self.test);
        visit("order", self.order);
        visit("second_order", self.secondOrder);
        visit("tensors", self.tensors);
        visit("optimizer", self.optimizer);
        visit("head", self.head);
        visit("initial_loss", self.initialLoss);
        visit("self_test", self.selfTest);
        visit("sizes", self.sizes);
        visit("layers", self.layers);
        visit("batches_hash", self.batchesHash);
        visit("batches_hash_again", self.batchesHashAgain);
        visit("non_blocking", self.nonBlocking);
        visit("axis_order_errors", self.axisOrderErrors);
    }
};

}  // namespace tandem

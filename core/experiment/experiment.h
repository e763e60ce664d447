// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/experiment/layers.h"
#include "core/experiment/rule_settings.h"
#include "core/faults/fault.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace tandem {

/// Divides bytes (0..255) by a constant.
struct ScaleTransform {
    double divisor = 255.0;
};
/// Subtracts the mean and divides by the standard deviation, per channel (one entry serves all channels).
struct NormalizeTransform {
    std::vector<double> mean, std;
};
using Transform = std::variant<ScaleTransform, NormalizeTransform>;

/// The order in which an epoch draws its samples. Sorted: by class. Repeated: one random order for every epoch.
enum class DataOrder { Shuffled, Repeated, Stored, Sorted };

struct DataConfig {
    std::string source = "mnist";  ///< "mnist", "fashion-mnist" or "idx:DIR"
    std::optional<std::int64_t> trainLimit, testLimit;  ///< take the first N images
    std::vector<Transform> trainTransforms, testTransforms;
    DataOrder order = DataOrder::Shuffled;
};

enum class Loss { CrossEntropy, Nll, Mse, BceWithLogits, Bce, SmoothL1 };

struct SgdConfig {
    double lr = 0.01, momentum = 0.0, weightDecay = 0.0;
};
struct AdamConfig {
    double lr = 1e-3, beta1 = 0.9, beta2 = 0.999, eps = 1e-8, weightDecay = 0.0;
};
struct AdamWConfig {
    double lr = 1e-3, beta1 = 0.9, beta2 = 0.999, eps = 1e-8, weightDecay = 0.01;
};
struct AdagradConfig {
    double lr = 0.01, eps = 1e-10, weightDecay = 0.0;
};
struct RmspropConfig {
    double lr = 0.01, alpha = 0.99, eps = 1e-8, weightDecay = 0.0, momentum = 0.0;
};
using OptimizerConfig = std::variant<SgdConfig, AdamConfig, AdamWConfig, AdagradConfig, RmspropConfig>;

enum class LabelDtype { Int64, Int32, UInt8, Float32 };
/// Auto: index for cross_entropy and nll, one-hot for the others. Column: the label in a matrix of one column.
/// Value: the label as a number, one a sample.
enum class TargetFormat { Auto, Index, OneHot, Column, Value };
enum class MemoryFormat { Contiguous, ChannelsLast };
enum class OptimizerBuilt { AfterMove, BeforeMove };
/// Own: all of the model's. Copy: those of a copy of the model. Part: those of the first half of the layers with weights.
enum class OptimizerParameters { Own, Copy, Part };
enum class WeightLayout { Contiguous, TransposedView };

/// What hand-written training loops get wrong, each with the right default.
struct StepConfig {
    std::optional<LabelDtype> labelDtype;  ///< unset: what the loss wants
    double labelScale = 1, labelOffset = 0;  ///< label · scale + offset, before the cast to its dtype
    TargetFormat target = TargetFormat::Auto;
    bool zeroGrad = true;
    std::int64_t accumulate = 1;    ///< batches whose gradients one update takes; they are set to zero after it
    bool zeroInWindow = false;      ///< sets gradients to zero before every batch all the same
    bool optimizerStep = true;      ///< false: only the schedule is stepped
    OptimizerParameters optimizerParameters = OptimizerParameters::Own;
    bool deviceMasks = false;       ///< dropout masks are drawn by each device's own generator, not shared
    bool trainMode = true;  ///< model.train() at the start of each epoch
    OptimizerBuilt optimizerBuilt = OptimizerBuilt::AfterMove;
    bool nonBlocking = false;
    MemoryFormat memoryFormat = MemoryFormat::Contiguous;
    WeightLayout weightLayout = WeightLayout::Contiguous;  ///< of matrices
    bool keepLosses = false;        ///< keeps every loss with its graph
};

enum class EvaluateActivation { None, Softmax, LogSoftmax };

struct EvaluateConfig {
    std::int64_t everySteps = 200;  ///< evaluate on a part of the test split; 0: only at the end of an epoch
    std::int64_t partSamples = 2000;
    std::int64_t batchSize = 200;  ///< the widest activations of the default model stay below 32 MB, where glibc reuses memory
    bool evalMode = true;           ///< model.eval() while evaluating
    bool restoreTrainMode = true;   ///< model.train() again after a measurement in evaluation mode
    bool onCpu = false;             ///< copy the weights to the CPU and evaluate there
    EvaluateActivation activation = EvaluateActivation::None;  ///< applied to the output before loss and metric
    std::int64_t axis = 1;          ///< that the prediction's argmax runs over
    bool keepdim = false;           ///< predictions [N, 1] against labels [N]: the metric compares every pair
};

struct RunConfig {
    std::string name;
    std::vector<std::string> devices;  ///< first one that is present is taken
    Json patch = Json::object();       ///< JSON Merge Patch (RFC 7386) on the experiment
};

/// A whole experiment file as a value. Immutable once a comparison has started.
struct Experiment {
    std::string name = "experiment";
    DataConfig data;
    ModelConfig model;
    Loss loss = Loss::CrossEntropy;
    OptimizerConfig optimizer = AdamConfig{};
    std::int64_t batchSize = 64, epochs = 1;
    std::uint64_t seed = 0;
    StepConfig step;
    EvaluateConfig evaluate;
    RuleSettings rules;
    std::vector<Fault> faults;        ///< injected on purpose: on mps-emulated, or on the CPU for the reference side
    std::vector<RunConfig> runs;
    std::size_t baseline = 0;         ///< index into runs
};

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/experiment/layers.h"
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

struct DataConfig {
    std::string source = "mnist";  ///< "mnist", "fashion-mnist" or "idx:DIR"
    std::optional<std::int64_t> trainLimit, testLimit;  ///< take the first N images
    std::vector<Transform> trainTransforms, testTransforms;
    bool shuffle = true;
};

enum class Loss { CrossEntropy, Nll, Mse, BceWithLogits };

struct SgdConfig {
    double lr = 0.01, momentum = 0.0, weightDecay = 0.0;
};
struct AdamConfig {
    double lr = 1e-3, beta1 = 0.9, beta2 = 0.999, eps = 1e-8, weightDecay = 0.0;
};
struct AdamWConfig {
    double lr = 1e-3, beta1 = 0.9, beta2 = 0.999, eps = 1e-8, weightDecay = 0.01;
};
using OptimizerConfig = std::variant<SgdConfig, AdamConfig, AdamWConfig>;

enum class LabelDtype { Int64, Int32, UInt8, Float32 };
enum class TargetFormat { Auto, Index, OneHot };  ///< Auto: index for cross_entropy and nll, one-hot for mse and bce
enum class MemoryFormat { Contiguous, ChannelsLast };
enum class OptimizerBuilt { AfterMove, BeforeMove };

/// What hand-written training loops get wrong, each with the right default.
struct StepConfig {
    std::optional<LabelDtype> labelDtype;  ///< unset: what the loss wants
    TargetFormat target = TargetFormat::Auto;
    bool zeroGrad = true;
    bool trainMode = true;  ///< model.train() at the start of each epoch
    OptimizerBuilt optimizerBuilt = OptimizerBuilt::AfterMove;
    bool nonBlocking = false;
    MemoryFormat memoryFormat = MemoryFormat::Contiguous;
};

struct EvaluateConfig {
    std::int64_t everySteps = 200;  ///< evaluate on a part of the test split; 0: only at the end of an epoch
    std::int64_t partSamples = 2000;
    std::int64_t batchSize = 200;  ///< the widest activations of the default model stay below 32 MB, where glibc reuses memory
    bool evalMode = true;           ///< model.eval() while evaluating
    bool onCpu = false;             ///< copy the weights to the CPU and evaluate there
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
    std::vector<Fault> faults;        ///< injected on purpose: on mps-emulated, or on the CPU for the reference side
    std::vector<RunConfig> runs;
    std::size_t baseline = 0;         ///< index into runs
};

}  // namespace tandem

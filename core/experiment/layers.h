// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/json.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace tandem {

/// Layers as written in an experiment file. Defaults are PyTorch's.
struct Conv2dLayer {
    std::int64_t out = 0, kernel = 0, stride = 1, padding = 0;
    bool bias = true;
};
struct LinearLayer {
    std::int64_t out = 0;
    bool bias = true;
};
struct ReluLayer {};
struct MaxPool2dLayer {
    std::int64_t kernel = 2, stride = 2;
};
struct FlattenLayer {};
struct DropoutLayer {
    double p = 0.5;  ///< probability that a unit is dropped
};
struct BatchNorm2dLayer {
    double eps = 1e-5, momentum = 0.1;
};
struct SoftmaxLayer {
    std::int64_t axis = 1;
};
struct LogSoftmaxLayer {
    std::int64_t axis = 1;
};

struct SigmoidLayer {};
struct TanhLayer {};
struct GeluLayer {};
struct AvgPool2dLayer {
    std::int64_t kernel = 2, stride = 2;
};
/// Normalises each sample over all its axes.
struct LayerNormLayer {
    double eps = 1e-5;
};
struct GroupNormLayer {
    std::int64_t groups = 1;
    double eps = 1e-5;
};

using Layer = std::variant<Conv2dLayer, LinearLayer, ReluLayer, MaxPool2dLayer, FlattenLayer, DropoutLayer, BatchNorm2dLayer,
                           SoftmaxLayer, LogSoftmaxLayer, SigmoidLayer, TanhLayer, GeluLayer, AvgPool2dLayer, LayerNormLayer,
                           GroupNormLayer>;

struct ModelConfig {
    std::vector<Layer> layers;
    std::optional<double> constantInit;  ///< every weight and bias starts at this number; unset: drawn from the seed
    std::vector<std::string> frozen;     ///< names of layers whose parameters are not trained, such as "conv2d_1"
};

/// The word that names the layer in an experiment file, such as "conv2d".
std::string layerKind(const Layer& layer);

/// "conv2d_1", "relu_1", "conv2d_2", …: the kind and its ordinal among layers of the same kind. Parameters are named
/// after it ("conv2d_1.weight"), and so are findings and errors.
std::vector<std::string> layerNames(const ModelConfig& model);

class JsonReader;

/// Reads {"layers": […]} or {"preset": "cnn" | "mlp"}, with "init" and "freeze".
ModelConfig readModel(JsonReader& reader);
Json toJson(const ModelConfig& model);

/// Named models: "cnn" is conv 32, conv 64, pool, fully connected 128 and the classes; "mlp" is 256, 128 and the classes.
const std::vector<std::string>& modelPresetNames();

}  // namespace tandem

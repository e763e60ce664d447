// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/experiment/experiment.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tandem {

/// Sizes without the batch axis: [channels, height, width] for pictures, [features] after flatten.
using Shape = std::vector<std::int64_t>;

/// A parameter or buffer that a layer owns.
struct ParameterShape {
    std::string name;  ///< such as "conv2d_1.weight"
    Shape sizes;
    bool trainable = true;  ///< false for batch-norm's running statistics
};

struct LayerShape {
    std::string name, kind;
    Shape input, output;
    std::vector<ParameterShape> parameters;
};

/// Follows one sample through the model without LibTorch. An impossible shape is an error that names the layer, the
/// shape that arrives and what to change.
Result<std::vector<LayerShape>> inferShapes(const ModelConfig& model, const Shape& input);

/// "1×28×28".
std::string shapeText(const Shape& shape);

}  // namespace tandem

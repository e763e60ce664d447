// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tandem {

/// A parameter or buffer as plain numbers on the host. float32, row-major.
struct NamedArray {
    std::string name;
    std::vector<std::int64_t> shape;
    std::vector<float> values;
};

/// The weights of one model, in the order of its layers.
using Weights = std::vector<NamedArray>;
using SharedWeights = std::shared_ptr<const Weights>;

/// Hash over names, shapes and bits: equal only for bitwise equal weights.
std::string fingerprint(const Weights& weights);

}  // namespace tandem

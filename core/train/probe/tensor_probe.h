// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/facts/preflight.h"
#include "core/train/torch_fwd.h"

#include <string>

namespace tandem {

/// "float32", "int64", …
std::string dtypeName(const at::Tensor& tensor);

/// Describes a tensor after copying it to the host.
TensorFacts describeTensor(const at::Tensor& tensor);

/// Hash of the elements' bits after copying to the host, row-major whatever the layout.
std::string hashBits(const at::Tensor& tensor);

/// Hash of the elements' values as float64, equal for equal numbers of different dtypes.
std::string hashValues(const at::Tensor& tensor);

/// Greatest distance of an element from a whole number.
double greatestFraction(const at::Tensor& tensor);

}  // namespace tandem

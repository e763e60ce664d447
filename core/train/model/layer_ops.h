// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/experiment/layers.h"
#include "core/train/torch_fwd.h"

#include <vector>

namespace tandem {

class MaskSource;
struct ForwardMode;

/// Applies one layer as a function.
/// @param parameters  the layer's own, in the order of LayerShape::parameters
at::Tensor applyLayer(const Layer& layer, const std::vector<at::Tensor>& parameters, const at::Tensor& input, ForwardMode mode,
                      MaskSource& masks);

}  // namespace tandem

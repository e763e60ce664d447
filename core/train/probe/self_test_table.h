// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/train/torch_fwd.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tandem::selftest {

using Tensors = std::vector<at::Tensor>;

/// A differentiable operation with the sizes of its inputs. Its values and gradients are compared with float64.
struct DifferentiableProbe {
    const char* name;
    std::vector<std::string> usedBy;  ///< layers, losses and optimizers of an experiment that need it
    std::vector<std::vector<std::int64_t>> sizes;
    std::function<at::Tensor(const Tensors& x)> run;
    bool frozenInput = false;         ///< the first input needs no gradient
    bool differences = true;          ///< its gradient is that of its values; false where a part is left out on purpose
};
const std::vector<DifferentiableProbe>& differentiableProbes();

/// A check that answers on its own.
/// @return what is wrong; empty if nothing is
struct DirectProbe {
    const char* name;
    const char* what;                 ///< as in ProbeFailure
    std::vector<std::string> usedBy;
    std::function<std::string(const c10::Device& device)> run;
};
const std::vector<DirectProbe>& directProbes();

}  // namespace tandem::selftest

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tests/train/tensors.h"

#include <functional>

namespace tandem::test {

/// An operation, or a few of them, with the sizes of its inputs. Inputs come in all layouts and dtypes.
struct Operation {
    std::string name;
    std::vector<std::vector<std::int64_t>> shapes;
    std::function<Tensors(const Tensors& x)> run;
    bool alsoEmpty = true;       ///< false where the CPU itself cannot take no samples
    bool mayNeedDouble = false;  ///< LibTorch itself computes a part in float64, which the device refuses
    bool singleOnly = false;     ///< only in float32, where LibTorch's two ways of computing it agree
    double within = 0;           ///< relative difference where LibTorch takes another way on devices other than the CPU
};

struct OpFamily {
    std::string name;
    std::vector<Operation> operations;
};

/// Every family, of both halves of the table.
std::vector<OpFamily> opTable();
std::vector<OpFamily> plainOps();   ///< elementwise, in-place, out=, reductions, products, indices, views, types
std::vector<OpFamily> layerOps();   ///< what models are made of

/// How the inputs of a case lie in memory.
enum class Layout { Contiguous, Transposed, Sliced, ChannelsLast, Empty, Scalar };

struct OpCase {
    const Operation* operation;
    Layout layout;
    c10::ScalarType dtype;

    std::string text() const;
};
/// Every layout and dtype that can be tried.
std::vector<OpCase> casesOf(const Operation& operation);

/// What can be seen of a case on a device.
struct OpOutcome {
    std::string refusal;              ///< what was raised; the rest is empty then
    Tensors results, inputs, gradients;
    std::vector<bool> shared, same;   ///< each result with each input and each earlier result
};
OpOutcome runCase(const OpCase& opCase, const c10::Device& device);

}  // namespace tandem::test

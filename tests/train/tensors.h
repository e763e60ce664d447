// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the tests below a comparison do with tensors. Includes LibTorch.

#pragma once

#include <gtest/gtest.h>
#include <torch/torch.h>

#include <cstdint>
#include <string>
#include <vector>

namespace tandem::test {

using Tensors = std::vector<at::Tensor>;

c10::Device emulatedDevice();

/// Standard normal numbers on the CPU, the same in every call with the same seed.
at::Tensor numbers(c10::IntArrayRef sizes, std::uint64_t seed = 1);
/// Whole numbers from `least` to `most`.
at::Tensor wholeNumbers(c10::IntArrayRef sizes, std::int64_t least, std::int64_t most, std::uint64_t seed = 1);

/// A copy on the CPU; an undefined tensor stays one.
at::Tensor hosted(const at::Tensor& tensor);
Tensors hosted(const Tensors& tensors);

/// Both undefined, or of one dtype, the same sizes and the same bits: NaN equals the same NaN. On any device.
testing::AssertionResult sameBits(const at::Tensor& a, const at::Tensor& b);
testing::AssertionResult sameBits(const Tensors& a, const Tensors& b);
/// As above, and laid out alike: strides and offset.
testing::AssertionResult sameLayout(const at::Tensor& a, const at::Tensor& b);

/// Greatest |a − b| relative to the greatest |b|.
double relativeDifference(const at::Tensor& a, const at::Tensor& b);

/// The first line of what an exception says; empty if there is none.
template<class Work>
std::string refusalOf(const Work& work)
{
    try {
        work();
    } catch (const std::exception& problem) {
        std::string text = problem.what();
        text.resize(std::min(text.find('\n'), text.size()));  // what follows is LibTorch's stack
        return text.empty() ? "an exception without text" : text;
    }
    return {};
}

}  // namespace tandem::test

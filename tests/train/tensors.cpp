// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/train/tensors.h"

#include <cstring>

namespace tandem::test {

c10::Device emulatedDevice()
{
    return {c10::DeviceType::MPS, 0};
}

at::Tensor numbers(c10::IntArrayRef sizes, std::uint64_t seed)
{
    return at::randn(sizes, at::make_generator<at::CPUGeneratorImpl>(seed));
}

at::Tensor wholeNumbers(c10::IntArrayRef sizes, std::int64_t least, std::int64_t most, std::uint64_t seed)
{
    return at::randint(least, most + 1, sizes, at::make_generator<at::CPUGeneratorImpl>(seed), at::TensorOptions(at::kLong));
}

at::Tensor hosted(const at::Tensor& tensor)
{
    return tensor.defined() ? tensor.detach().to(at::kCPU, tensor.scalar_type(), false, true) : tensor;
}

Tensors hosted(const Tensors& tensors)
{
    Tensors copies;
    for (const at::Tensor& tensor : tensors)
        copies.push_back(hosted(tensor));
    return copies;
}

testing::AssertionResult sameBits(const at::Tensor& a, const at::Tensor& b)
{
    if (a.defined() != b.defined())
        return testing::AssertionFailure() << "only one of them is defined";
    if (!a.defined())
        return testing::AssertionSuccess();
    if (a.scalar_type() != b.scalar_type())
        return testing::AssertionFailure() << "dtypes " << a.scalar_type() << " and " << b.scalar_type();
    if (a.sizes() != b.sizes())
        return testing::AssertionFailure() << "sizes " << a.sizes() << " and " << b.sizes();
    const at::Tensor x = hosted(a).contiguous(), y = hosted(b).contiguous();
    if (x.numel() == 0 || std::memcmp(x.data_ptr(), y.data_ptr(), x.nbytes()) == 0)
        return testing::AssertionSuccess();
    return testing::AssertionFailure() << "values\n" << x.flatten().slice(0, 0, 12) << "\nand\n" << y.flatten().slice(0, 0, 12);
}

testing::AssertionResult sameBits(const Tensors& a, const Tensors& b)
{
    if (a.size() != b.size())
        return testing::AssertionFailure() << a.size() << " and " << b.size() << " tensors";
    for (std::size_t i = 0; i < a.size(); ++i)
        if (const testing::AssertionResult same = sameBits(a[i], b[i]); !same)
            return testing::AssertionFailure() << "tensor " << i << ": " << same.message();
    return testing::AssertionSuccess();
}

testing::AssertionResult sameLayout(const at::Tensor& a, const at::Tensor& b)
{
    if (const testing::AssertionResult same = sameBits(a, b); !same || !a.defined())
        return same;
    if (a.strides() != b.strides() || a.storage_offset() != b.storage_offset())
        return testing::AssertionFailure() << "strides " << a.strides() << " from " << a.storage_offset() << " and " << b.strides() << " from "
                                           << b.storage_offset();
    return testing::AssertionSuccess();
}

double relativeDifference(const at::Tensor& a, const at::Tensor& b)
{
    const at::Tensor x = hosted(a).to(at::kDouble), y = hosted(b).to(at::kDouble);
    return x.sub(y).abs().max().item<double>() / y.abs().max().item<double>();
}

}  // namespace tandem::test

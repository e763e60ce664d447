// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/train/probe/tensor_probe.h"

#include "core/base/hash.h"

#include <torch/torch.h>

namespace tandem {
namespace {

at::Tensor hostCopy(const at::Tensor& tensor)
{
    return tensor.detach().to(torch::kCPU).contiguous();
}

// The field's names, not LibTorch's C++ spelling.
std::string dtypeName(c10::ScalarType type)
{
    switch (type) {
    case torch::kUInt8: return "uint8";
    case torch::kInt8: return "int8";
    case torch::kInt16: return "int16";
    case torch::kInt32: return "int32";
    case torch::kInt64: return "int64";
    case torch::kFloat16: return "float16";
    case torch::kBFloat16: return "bfloat16";
    case torch::kFloat32: return "float32";
    case torch::kFloat64: return "float64";
    case torch::kBool: return "bool";
    default: return c10::toString(type);
    }
}

}  // namespace

std::string dtypeName(const at::Tensor& tensor)
{
    return dtypeName(tensor.scalar_type());
}

TensorFacts describeTensor(const at::Tensor& tensor)
{
    TensorFacts facts;
    facts.dtype = dtypeName(tensor.scalar_type());
    facts.shape = tensor.sizes().vec();
    const auto values = hostCopy(tensor).to(torch::kFloat64).flatten();
    const auto finite = values.masked_select(at::isfinite(values));
    facts.nonFinite = values.numel() - finite.numel();
    if (finite.numel() > 0) {
        facts.min = finite.min().item<double>();
        facts.max = finite.max().item<double>();
        facts.mean = finite.mean().item<double>();
        facts.std = finite.numel() > 1 ? finite.std().item<double>() : 0.0;
    }
    return facts;
}

std::string hashBits(const at::Tensor& tensor)
{
    const auto host = hostCopy(tensor);
    Fingerprint hash;
    hash.add(host.data_ptr(), host.nbytes());
    return hash.hex();
}

std::string hashValues(const at::Tensor& tensor)
{
    return hashBits(hostCopy(tensor).to(torch::kFloat64));
}

double greatestFraction(const at::Tensor& tensor)
{
    const auto values = hostCopy(tensor).to(torch::kFloat64);
    return values.numel() == 0 ? 0.0 : (values - values.round()).abs().max().item<double>();
}

}  // namespace tandem

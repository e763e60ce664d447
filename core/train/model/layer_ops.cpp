// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/train/model/layer_ops.h"

#include "core/train/model/model.h"

#include <torch/torch.h>

namespace tandem {
namespace {

struct Apply {
    const std::vector<at::Tensor>& parameters;
    const at::Tensor& input;
    ForwardMode mode;
    MaskSource& masks;

    at::Tensor bias(bool has) const { return has ? parameters[1] : at::Tensor(); }

    at::Tensor operator()(const Conv2dLayer& conv) const
    {
        return at::conv2d(input, parameters[0], bias(conv.bias), conv.stride, conv.padding);
    }
    at::Tensor operator()(const LinearLayer& linear) const { return at::linear(input, parameters[0], bias(linear.bias)); }
    at::Tensor operator()(const ReluLayer&) const { return at::relu(input); }
    at::Tensor operator()(const MaxPool2dLayer& pool) const { return at::max_pool2d(input, pool.kernel, pool.stride); }
    at::Tensor operator()(const FlattenLayer&) const { return at::flatten(input, 1); }
    at::Tensor operator()(const DropoutLayer& dropout) const
    {
        return mode.dropping ? input * masks.maskFor(input, dropout.p) : input;
    }
    at::Tensor operator()(const BatchNorm2dLayer& norm) const
    {
        return at::batch_norm(input, parameters[0], parameters[1], parameters[2], parameters[3], mode.training,
                              mode.keepStatistics ? 0.0 : norm.momentum, norm.eps, false);
    }
    at::Tensor operator()(const SoftmaxLayer& softmax) const { return at::softmax(input, softmax.axis); }
    at::Tensor operator()(const SigmoidLayer&) const { return at::sigmoid(input); }
    at::Tensor operator()(const TanhLayer&) const { return at::tanh(input); }
    at::Tensor operator()(const GeluLayer&) const { return at::gelu(input); }
    at::Tensor operator()(const AvgPool2dLayer& pool) const { return at::avg_pool2d(input, pool.kernel, pool.stride); }
    at::Tensor operator()(const LayerNormLayer& norm) const
    {
        return at::layer_norm(input, input.sizes().slice(1), parameters[0], parameters[1], norm.eps);
    }
    at::Tensor operator()(const GroupNormLayer& norm) const
    {
        return at::group_norm(input, norm.groups, parameters[0], parameters[1], norm.eps);
    }
    at::Tensor operator()(const LogSoftmaxLayer& softmax) const { return at::log_softmax(input, softmax.axis); }
};

}  // namespace

at::Tensor applyLayer(const Layer& layer, const std::vector<at::Tensor>& parameters, const at::Tensor& input, ForwardMode mode,
                      MaskSource& masks)
{
    return std::visit(Apply{parameters, input, mode, masks}, layer);
}

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/train/step/loss.h"

#include <torch/torch.h>

namespace tandem {
namespace {

struct Make {
    std::vector<at::Tensor> parameters;

    std::unique_ptr<torch::optim::Optimizer> operator()(const SgdConfig& sgd)
    {
        return std::make_unique<torch::optim::SGD>(
            parameters, torch::optim::SGDOptions(sgd.lr).momentum(sgd.momentum).weight_decay(sgd.weightDecay));
    }
    std::unique_ptr<torch::optim::Optimizer> operator()(const AdamConfig& adam)
    {
        return std::make_unique<torch::optim::Adam>(parameters, torch::optim::AdamOptions(adam.lr)
                                                                    .betas({adam.beta1, adam.beta2})
                                                                    .eps(adam.eps)
                                                                    .weight_decay(adam.weightDecay));
    }
    std::unique_ptr<torch::optim::Optimizer> operator()(const AdamWConfig& adam)
    {
        return std::make_unique<torch::optim::AdamW>(parameters, torch::optim::AdamWOptions(adam.lr)
                                                                     .betas({adam.beta1, adam.beta2})
                                                                     .eps(adam.eps)
                                                                     .weight_decay(adam.weightDecay));
    }
    std::unique_ptr<torch::optim::Optimizer> operator()(const AdagradConfig& adagrad)
    {
        return std::make_unique<torch::optim::Adagrad>(
            parameters, torch::optim::AdagradOptions(adagrad.lr).eps(adagrad.eps).weight_decay(adagrad.weightDecay));
    }
    std::unique_ptr<torch::optim::Optimizer> operator()(const RmspropConfig& rmsprop)
    {
        return std::make_unique<torch::optim::RMSprop>(parameters, torch::optim::RMSpropOptions(rmsprop.lr)
                                                                       .alpha(rmsprop.alpha)
                                                                       .eps(rmsprop.eps)
                                                                       .weight_decay(rmsprop.weightDecay)
                                                                       .momentum(rmsprop.momentum));
    }
};

}  // namespace

at::Tensor computeLoss(Loss loss, const at::Tensor& output, const at::Tensor& target)
{
    switch (loss) {
    case Loss::CrossEntropy:
        return at::cross_entropy_loss(output, target);
    case Loss::Nll:
        return at::nll_loss(output, target);
    case Loss::Mse:
        return at::mse_loss(output, target);
    case Loss::BceWithLogits:
        return at::binary_cross_entropy_with_logits(output, target);
    case Loss::Bce:
        return at::binary_cross_entropy(output, target);
    case Loss::SmoothL1:
        return at::smooth_l1_loss(output, target);
    }
    throw std::logic_error("unknown loss");
}

std::unique_ptr<torch::optim::Optimizer> makeOptimizer(const OptimizerConfig& config, std::vector<at::Tensor> parameters)
{
    return std::visit(Make{std::move(parameters)}, config);
}

}  // namespace tandem

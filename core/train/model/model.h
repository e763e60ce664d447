// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/experiment/shapes.h"
#include "core/run/weights.h"
#include "core/train/torch_fwd.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tandem {

/// Draws dropout masks on the CPU from one run's own generator, so that all devices drop the same units and nothing is
/// drawn from LibTorch's default generators. Used by one thread.
class MaskSource {
public:
    explicit MaskSource(std::uint64_t seed);
    ~MaskSource();
    /// Float mask of the tensor's shape on its device: 0 with probability p, else 1/(1−p).
    at::Tensor maskFor(const at::Tensor& activation, double p);

private:
    std::unique_ptr<at::Generator> m_generator;
};

/// How layers that care work: batch-norm by `training`, dropout by `dropping`.
struct ForwardMode {
    bool training = false;
    bool dropping = false;
};

/// A model as a list of functions over named parameters: no module objects, so that a layer's output, a gradient or an
/// update can be looked at without hooks. Used by one thread.
class Model {
public:
    /// @param input    sizes of one sample without the batch axis
    /// @param weights  one array for each parameter and buffer, in the order of layers; copied
    Model(const ModelConfig& config, const Shape& input, const Weights& weights);
    ~Model();
    Model(Model&&) noexcept;

    /// Moves every parameter in place, as module.to(device) does: an optimizer that holds them keeps them.
    void moveTo(const c10::Device& device, bool channelsLast);

    /// @param input  [N, C, H, W] float32 on the model's device
    /// @return [N, classes]
    at::Tensor forward(const at::Tensor& input, ForwardMode mode, MaskSource& masks);

    /// Leaf tensors that require gradients, in the order of layers.
    std::vector<at::Tensor> trainable() const;
    /// Their names, such as "conv2d_1.weight".
    std::vector<std::string> trainableNames() const;
    /// Every parameter and buffer with its name.
    void forEach(const std::function<void(at::Tensor& tensor, const std::string& name)>& visit);
    void clearGradients();
    std::int64_t parameterCount() const;

    /// All parameters and buffers copied to the host.
    Weights weights() const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

/// Draws initial weights on the CPU from a generator of its own: uniform in ±1/√fan_in for weights and biases
/// (PyTorch's default for conv2d and linear), ones and zeros for batch-norm.
Weights drawInitialWeights(const ModelConfig& config, const Shape& input, std::uint64_t seed);

}  // namespace tandem

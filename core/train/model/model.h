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
    /// @param onDevice  draw masks of an accelerator on it, from its default generator, as programs without Tandem do
    explicit MaskSource(std::uint64_t seed, bool onDevice = false);
    ~MaskSource();
    /// A source that goes on with the same masks, without moving this one on.
    MaskSource clone() const;
    MaskSource(MaskSource&&) noexcept;
    /// Float mask of the tensor's shape on its device: 0 with probability p, else 1/(1−p).
    at::Tensor maskFor(const at::Tensor& activation, double p);

private:
    MaskSource(std::unique_ptr<at::Generator> generator, bool onDevice);
    std::unique_ptr<at::Generator> m_generator;
    bool m_onDevice;
};

/// How layers that care work: batch-norm by `training`, dropout by `dropping`.
struct ForwardMode {
    bool training = false;
    bool dropping = false;
    bool keepStatistics = false;  ///< batch-norm leaves its running statistics alone, for looks from outside
};

/// Sees what arrives at a layer and what leaves it.
using LayerObserver = std::function<void(std::size_t layer, const at::Tensor& input, const at::Tensor& output)>;

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
    /// @param transposedViews  matrices are laid out column by column, as views of their transpose
    void moveTo(const c10::Device& device, bool channelsLast, bool transposedViews = false);

    /// @param input  [N, C, H, W] float32 on the model's device
    /// @return [N, classes]
    at::Tensor forward(const at::Tensor& input, ForwardMode mode, MaskSource& masks, const LayerObserver& observer = {});

    const std::vector<Layer>& layers() const;
    /// Names and shapes, in the order of layers.
    const std::vector<LayerShape>& shapes() const;
    /// Parameters and buffers of one layer, in the order of LayerShape::parameters.
    const std::vector<at::Tensor>& parametersOf(std::size_t layer) const;

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

/// Draws initial weights on the CPU, unless the model starts at a constant, from a generator of its own: uniform in ±1/√fan_in for weights and biases
/// (PyTorch's default for conv2d and linear), ones and zeros for batch-norm.
Weights drawInitialWeights(const ModelConfig& config, const Shape& input, std::uint64_t seed);

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/train/model/model.h"

#include "core/train/model/layer_ops.h"

#include <torch/torch.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace tandem {
namespace {

Weights::const_iterator findArray(const Weights& weights, const ParameterShape& parameter)
{
    const auto found = std::find_if(weights.begin(), weights.end(), [&](const NamedArray& a) { return a.name == parameter.name; });
    if (found == weights.end() || found->shape != parameter.sizes)
        throw std::invalid_argument("the weights do not fit the model at " + parameter.name);
    return found;
}

}  // namespace

struct Model::Impl {
    std::vector<Layer> layers;
    std::vector<LayerShape> shapes;
    std::vector<std::vector<at::Tensor>> parameters;  // by layer, in the order of LayerShape::parameters
};

MaskSource::MaskSource(std::uint64_t seed, bool onDevice)
    : MaskSource(std::make_unique<at::Generator>(at::detail::createCPUGenerator(seed)), onDevice)
{
}

MaskSource::MaskSource(std::unique_ptr<at::Generator> generator, bool onDevice)
    : m_generator(std::move(generator)), m_onDevice(onDevice)
{
}
MaskSource::~MaskSource() = default;
MaskSource::MaskSource(MaskSource&&) noexcept = default;

MaskSource MaskSource::clone() const
{
    return {std::make_unique<at::Generator>(m_generator->clone()), m_onDevice};
}

at::Tensor MaskSource::maskFor(const at::Tensor& activation, double p)
{
    if (m_onDevice && !activation.is_cpu())
        return torch::empty(activation.sizes(), activation.options()).bernoulli_(1 - p).div_(1 - p);
    auto mask = torch::empty(activation.sizes(), torch::kFloat32);
    mask.bernoulli_(1 - p, *m_generator).div_(1 - p);
    return mask.to(activation.device());
}

Model::Model(const ModelConfig& config, const Shape& input, const Weights& weights) : m_impl(std::make_unique<Impl>())
{
    auto shapes = inferShapes(config, input);
    if (!shapes)
        throw std::invalid_argument(describe(shapes.error()));
    m_impl->layers = config.layers;
    m_impl->shapes = std::move(*shapes);
    for (const LayerShape& layer : m_impl->shapes) {
        auto& tensors = m_impl->parameters.emplace_back();
        for (const ParameterShape& parameter : layer.parameters) {
            const auto array = findArray(weights, parameter);
            auto tensor = torch::empty(parameter.sizes, torch::kFloat32);
            std::memcpy(tensor.data_ptr<float>(), array->values.data(), array->values.size() * sizeof(float));
            const bool frozen = std::find(config.frozen.begin(), config.frozen.end(), layer.name) != config.frozen.end();
            tensors.push_back(tensor.set_requires_grad(parameter.trainable && !frozen));
        }
    }
}

Model::~Model() = default;
Model::Model(Model&&) noexcept = default;

void Model::moveTo(const c10::Device& device, bool channelsLast, bool transposedViews)
{
    const torch::NoGradGuard noGrad;
    for (auto& tensors : m_impl->parameters)
        for (at::Tensor& tensor : tensors) {
            auto moved = tensor.detach().to(device);
            if (channelsLast && moved.dim() == 4)
                moved = moved.contiguous(at::MemoryFormat::ChannelsLast);
            if (transposedViews && moved.dim() == 2)
                moved = moved.t().contiguous().t();
            tensor.set_data(moved);
        }
}

at::Tensor Model::forward(const at::Tensor& input, ForwardMode mode, MaskSource& masks, const LayerObserver& observer)
{
    at::Tensor x = input;
    for (std::size_t i = 0; i < m_impl->layers.size(); ++i) {
        const at::Tensor y = applyLayer(m_impl->layers[i], m_impl->parameters[i], x, mode, masks);
        if (observer)
            observer(i, x, y);
        x = y;
    }
    return x;
}

const std::vector<Layer>& Model::layers() const
{
    return m_impl->layers;
}

const std::vector<LayerShape>& Model::shapes() const
{
    return m_impl->shapes;
}

const std::vector<at::Tensor>& Model::parametersOf(std::size_t layer) const
{
    return m_impl->parameters[layer];
}

std::vector<at::Tensor> Model::trainable() const
{
    std::vector<at::Tensor> list;
    for (const auto& tensors : m_impl->parameters)
        for (const at::Tensor& tensor : tensors)
            if (tensor.requires_grad())
                list.push_back(tensor);
    return list;
}

std::vector<std::string> Model::trainableNames() const
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < m_impl->shapes.size(); ++i)
        for (std::size_t j = 0; j < m_impl->parameters[i].size(); ++j)
            if (m_impl->parameters[i][j].requires_grad())
                names.push_back(m_impl->shapes[i].parameters[j].name);
    return names;
}

void Model::forEach(const std::function<void(at::Tensor&, const std::string&)>& visit)
{
    for (std::size_t i = 0; i < m_impl->shapes.size(); ++i)
        for (std::size_t j = 0; j < m_impl->parameters[i].size(); ++j)
            visit(m_impl->parameters[i][j], m_impl->shapes[i].parameters[j].name);
}

void Model::clearGradients()
{
    for (auto& tensors : m_impl->parameters)
        for (at::Tensor& tensor : tensors)
            tensor.mutable_grad().reset();
}

std::int64_t Model::parameterCount() const
{
    std::int64_t count = 0;
    for (const at::Tensor& tensor : trainable())
        count += tensor.numel();
    return count;
}

Weights Model::weights() const
{
    Weights weights;
    for (std::size_t i = 0; i < m_impl->shapes.size(); ++i)
        for (std::size_t j = 0; j < m_impl->parameters[i].size(); ++j) {
            const ParameterShape& shape = m_impl->shapes[i].parameters[j];
            const auto host = m_impl->parameters[i][j].detach().to(torch::kCPU).contiguous();
            const float* values = host.data_ptr<float>();
            weights.push_back({shape.name, shape.sizes, {values, values + host.numel()}});
        }
    return weights;
}

Weights drawInitialWeights(const ModelConfig& config, const Shape& input, std::uint64_t seed)
{
    const auto shapes = inferShapes(config, input);
    if (!shapes)
        throw std::invalid_argument(describe(shapes.error()));
    auto generator = at::detail::createCPUGenerator(seed);
    Weights weights;
    for (const LayerShape& layer : *shapes) {
        std::int64_t fanIn = 1;
        if (!layer.parameters.empty())
            for (std::size_t axis = 1; axis < layer.parameters[0].sizes.size(); ++axis)
                fanIn *= layer.parameters[0].sizes[axis];
        for (const ParameterShape& parameter : layer.parameters) {
            auto tensor = torch::zeros(parameter.sizes, torch::kFloat32);
            const bool isNorm = layer.kind == "batch_norm2d" || layer.kind == "layer_norm" || layer.kind == "group_norm";
            const std::string suffix = parameter.name.substr(parameter.name.rfind('.') + 1);
            if (isNorm && (suffix == "weight" || suffix == "running_var"))
                tensor.fill_(1.0);
            else if (!isNorm && config.constantInit)
                tensor.fill_(*config.constantInit);
            else if (!isNorm)
                tensor.uniform_(-1 / std::sqrt(static_cast<double>(fanIn)), 1 / std::sqrt(static_cast<double>(fanIn)), generator);
            const float* values = tensor.data_ptr<float>();
            weights.push_back({parameter.name, parameter.sizes, {values, values + tensor.numel()}});
        }
    }
    return weights;
}

}  // namespace tandem

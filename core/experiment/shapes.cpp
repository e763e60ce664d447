// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/experiment/shapes.h"

#include <functional>
#include <numeric>

namespace tandem {
namespace {

// No single activation or parameter may have more elements than this: beyond it the numbers are mistyped.
constexpr std::int64_t kMostElements = std::int64_t{1} << 31;

std::int64_t product(const Shape& shape)
{
    return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

class ShapeWalk {
public:
    explicit ShapeWalk(LayerShape& layer) : m_layer(layer) {}

    Status operator()(const Conv2dLayer& conv)
    {
        if (Status status = wantsPicture(); !status)
            return status;
        addParameter("weight", {conv.out, m_layer.input[0], conv.kernel, conv.kernel});
        if (conv.bias)
            addParameter("bias", {conv.out});
        return slide(conv.out, conv.kernel, conv.stride, conv.padding);
    }

    Status operator()(const MaxPool2dLayer& pool)
    {
        if (Status status = wantsPicture(); !status)
            return status;
        return slide(m_layer.input[0], pool.kernel, pool.stride, 0);
    }

    Status operator()(const LinearLayer& linear)
    {
        if (m_layer.input.size() != 1)
            return wrongShape("wants a flat vector of features", "Put \"flatten\" before it");
        addParameter("weight", {linear.out, m_layer.input[0]});
        if (linear.bias)
            addParameter("bias", {linear.out});
        m_layer.output = {linear.out};
        return {};
    }

    Status operator()(const FlattenLayer&)
    {
        m_layer.output = {product(m_layer.input)};
        return {};
    }

    Status operator()(const BatchNorm2dLayer&)
    {
        if (Status status = wantsPicture(); !status)
            return status;
        const std::int64_t channels = m_layer.input[0];
        addParameter("weight", {channels});
        addParameter("bias", {channels});
        addParameter("running_mean", {channels}, false);
        addParameter("running_var", {channels}, false);
        return unchanged();
    }

    Status operator()(const SoftmaxLayer& softmax) { return checkAxis(softmax.axis); }
    Status operator()(const LogSoftmaxLayer& softmax) { return checkAxis(softmax.axis); }
    Status operator()(const ReluLayer&) { return unchanged(); }
    Status operator()(const SigmoidLayer&) { return unchanged(); }
    Status operator()(const TanhLayer&) { return unchanged(); }
    Status operator()(const GeluLayer&) { return unchanged(); }

    Status operator()(const AvgPool2dLayer& pool)
    {
        if (Status status = wantsPicture(); !status)
            return status;
        return slide(m_layer.input[0], pool.kernel, pool.stride, 0);
    }

    Status operator()(const LayerNormLayer&)
    {
        addParameter("weight", m_layer.input);
        addParameter("bias", m_layer.input);
        return unchanged();
    }

    Status operator()(const GroupNormLayer& norm)
    {
        const std::int64_t channels = m_layer.input[0];
        if (channels % norm.groups != 0)
            return wrongShape("has " + std::to_string(norm.groups) + " groups, which do not divide the channels",
                              "Use a number of groups that divides " + std::to_string(channels));
        addParameter("weight", {channels});
        addParameter("bias", {channels});
        return unchanged();
    }

    Status operator()(const DropoutLayer&) { return unchanged(); }

private:
    Status unchanged()
    {
        m_layer.output = m_layer.input;
        return {};
    }

    Status checkAxis(std::int64_t axis)
    {
        const auto axes = static_cast<std::int64_t>(m_layer.input.size()) + 1;  // with the batch axis
        if (axis < -axes || axis >= axes)
            return wrongShape("has axis " + std::to_string(axis) + ", which this input does not have",
                              "Use 1 for the classes; axis 0 is the batch");
        return unchanged();
    }

    Status wantsPicture() const
    {
        if (m_layer.input.size() == 3)
            return {};
        return wrongShape("wants channels × height × width", "Move it before \"flatten\"");
    }

    Status slide(std::int64_t channels, std::int64_t kernel, std::int64_t stride, std::int64_t padding)
    {
        Shape output{channels};
        for (std::size_t axis = 1; axis < 3; ++axis) {
            const std::int64_t span = m_layer.input[axis] + 2 * padding - kernel;
            if (span < 0)
                return wrongShape("has a window of " + std::to_string(kernel) + "×" + std::to_string(kernel)
                                      + ", larger than what arrives",
                                  "Use a smaller kernel, more padding or fewer layers that shrink the picture");
            output.push_back(span / stride + 1);
        }
        m_layer.output = std::move(output);
        return {};
    }

    tl::unexpected<Error> wrongShape(const std::string& complaint, const std::string& remedy) const
    {
        return fail(ErrorCode::InvalidExperiment,
                    "layer " + m_layer.name + " " + complaint + "; the shape that arrives is " + shapeText(m_layer.input), {},
                    remedy);
    }

    void addParameter(const char* suffix, Shape sizes, bool trainable = true)
    {
        m_layer.parameters.push_back({m_layer.name + "." + suffix, std::move(sizes), trainable});
    }

    LayerShape& m_layer;
};

Status checkSizes(const LayerShape& layer)
{
    bool tooLarge = product(layer.output) > kMostElements;
    for (const ParameterShape& parameter : layer.parameters)
        tooLarge = tooLarge || product(parameter.sizes) > kMostElements;
    if (tooLarge)
        return fail(ErrorCode::InvalidExperiment, "layer " + layer.name + " would hold more than 2^31 numbers", {},
                    "Use fewer outputs");
    return {};
}

}  // namespace

std::string shapeText(const Shape& shape)
{
    std::string text;
    for (const std::int64_t size : shape)
        text += (text.empty() ? "" : "×") + std::to_string(size);
    return text;
}

Result<std::vector<LayerShape>> inferShapes(const ModelConfig& model, const Shape& input)
{
    std::vector<LayerShape> layers;
    const std::vector<std::string> names = layerNames(model);
    Shape arriving = input;
    for (std::size_t i = 0; i < model.layers.size(); ++i) {
        LayerShape layer{names[i], layerKind(model.layers[i]), arriving, {}, {}};
        Status status = std::visit(ShapeWalk(layer), model.layers[i]);
        if (status)
            status = checkSizes(layer);
        if (!status) {
            Error error = status.error();
            error.where = "$.model.layers[" + std::to_string(i) + "]";
            return fail(std::move(error));
        }
        arriving = layer.output;
        layers.push_back(std::move(layer));
    }
    return layers;
}

}  // namespace tandem

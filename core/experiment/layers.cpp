// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/experiment/layers.h"

#include "core/experiment/json_reader.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace tandem {
namespace {

constexpr std::int64_t kMostChannels = 65536;
constexpr std::int64_t kLargestKernel = 1024;

// One row a layer kind: its word, how its settings are read and how they are written.
struct LayerKind {
    const char* word;
    Layer (*read)(JsonReader&);
    Json (*write)(const Layer&);
};

template<class T>
Layer readPlain(JsonReader&)
{
    return T{};
}

Json writePlain(const Layer&)
{
    return Json::object();
}

template<class T>
Layer readAxis(JsonReader& reader)
{
    return T{reader.integer("axis", 1, -4, 3)};
}

template<class T>
Json writeAxis(const Layer& layer)
{
    return {{"axis", std::get<T>(layer).axis}};
}

Layer readConv2d(JsonReader& reader)
{
    Conv2dLayer conv;
    conv.out = reader.requiredInteger("out", 1, kMostChannels);
    conv.kernel = reader.requiredInteger("kernel", 1, kLargestKernel);
    conv.stride = reader.integer("stride", conv.stride, 1, kLargestKernel);
    conv.padding = reader.integer("padding", conv.padding, 0, kLargestKernel);
    conv.bias = reader.flag("bias", conv.bias);
    return conv;
}

Json writeConv2d(const Layer& layer)
{
    const auto& conv = std::get<Conv2dLayer>(layer);
    return {{"out", conv.out}, {"kernel", conv.kernel}, {"stride", conv.stride}, {"padding", conv.padding}, {"bias", conv.bias}};
}

Layer readLinear(JsonReader& reader)
{
    LinearLayer linear;
    linear.out = reader.requiredInteger("out", 1, 1 << 20);
    linear.bias = reader.flag("bias", linear.bias);
    return linear;
}

Json writeLinear(const Layer& layer)
{
    const auto& linear = std::get<LinearLayer>(layer);
    return {{"out", linear.out}, {"bias", linear.bias}};
}

Layer readMaxPool2d(JsonReader& reader)
{
    MaxPool2dLayer pool;
    pool.kernel = reader.integer("kernel", pool.kernel, 1, kLargestKernel);
    pool.stride = reader.integer("stride", pool.kernel, 1, kLargestKernel);
    return pool;
}

Json writeMaxPool2d(const Layer& layer)
{
    const auto& pool = std::get<MaxPool2dLayer>(layer);
    return {{"kernel", pool.kernel}, {"stride", pool.stride}};
}

Layer readDropout(JsonReader& reader)
{
    return DropoutLayer{reader.number("p", 0.5, 0.0, 0.999)};
}

Json writeDropout(const Layer& layer)
{
    return {{"p", std::get<DropoutLayer>(layer).p}};
}

Layer readBatchNorm2d(JsonReader& reader)
{
    BatchNorm2dLayer norm;
    norm.eps = reader.number("eps", norm.eps, 1e-12, 1.0);
    norm.momentum = reader.number("momentum", norm.momentum, 0.0, 1.0);
    return norm;
}

Json writeBatchNorm2d(const Layer& layer)
{
    const auto& norm = std::get<BatchNorm2dLayer>(layer);
    return {{"eps", norm.eps}, {"momentum", norm.momentum}};
}

Layer readAvgPool2d(JsonReader& reader)
{
    AvgPool2dLayer pool;
    pool.kernel = reader.integer("kernel", pool.kernel, 1, kLargestKernel);
    pool.stride = reader.integer("stride", pool.kernel, 1, kLargestKernel);
    return pool;
}

Json writeAvgPool2d(const Layer& layer)
{
    const auto& pool = std::get<AvgPool2dLayer>(layer);
    return {{"kernel", pool.kernel}, {"stride", pool.stride}};
}

Layer readLayerNorm(JsonReader& reader)
{
    return LayerNormLayer{reader.number("eps", LayerNormLayer{}.eps, 1e-12, 1.0)};
}

Json writeLayerNorm(const Layer& layer)
{
    return {{"eps", std::get<LayerNormLayer>(layer).eps}};
}

Layer readGroupNorm(JsonReader& reader)
{
    GroupNormLayer norm;
    norm.groups = reader.integer("groups", norm.groups, 1, kMostChannels);
    norm.eps = reader.number("eps", norm.eps, 1e-12, 1.0);
    return norm;
}

Json writeGroupNorm(const Layer& layer)
{
    const auto& norm = std::get<GroupNormLayer>(layer);
    return {{"groups", norm.groups}, {"eps", norm.eps}};
}

// In the order of the alternatives of Layer.
constexpr LayerKind kKinds[] = {
    {"conv2d", readConv2d, writeConv2d},
    {"linear", readLinear, writeLinear},
    {"relu", readPlain<ReluLayer>, writePlain},
    {"max_pool2d", readMaxPool2d, writeMaxPool2d},
    {"flatten", readPlain<FlattenLayer>, writePlain},
    {"dropout", readDropout, writeDropout},
    {"batch_norm2d", readBatchNorm2d, writeBatchNorm2d},
    {"softmax", readAxis<SoftmaxLayer>, writeAxis<SoftmaxLayer>},
    {"log_softmax", readAxis<LogSoftmaxLayer>, writeAxis<LogSoftmaxLayer>},
    {"sigmoid", readPlain<SigmoidLayer>, writePlain},
    {"tanh", readPlain<TanhLayer>, writePlain},
    {"gelu", readPlain<GeluLayer>, writePlain},
    {"avg_pool2d", readAvgPool2d, writeAvgPool2d},
    {"layer_norm", readLayerNorm, writeLayerNorm},
    {"group_norm", readGroupNorm, writeGroupNorm},
};
static_assert(std::size(kKinds) == std::variant_size_v<Layer>);

const std::vector<std::string>& layerWords()
{
    static const std::vector<std::string> words = [] {
        std::vector<std::string> list;
        for (const LayerKind& kind : kKinds)
            list.emplace_back(kind.word);
        return list;
    }();
    return words;
}

std::vector<Layer> presetLayers(const std::string& name)
{
    if (name == "mlp")
        return {FlattenLayer{}, LinearLayer{256}, ReluLayer{}, LinearLayer{128}, ReluLayer{}, LinearLayer{10}};
    return {Conv2dLayer{32, 3}, ReluLayer{}, Conv2dLayer{64, 3}, ReluLayer{}, MaxPool2dLayer{}, FlattenLayer{},
            LinearLayer{128}, ReluLayer{}, LinearLayer{10}};
}

Layer readLayer(JsonReader& parent, const Json& value, const std::string& place)
{
    const NamedSettings named = readNamedSettings(parent, value, place, layerWords(), "layer");
    JsonReader settings(named.settings, place + "." + named.name, parent.source());
    Layer layer;
    for (const LayerKind& kind : kKinds)
        if (named.name == kind.word && !parent.error())
            layer = kind.read(settings);
    if (!parent.error())
        settings.refuseUnknownKeys();
    parent.absorb(settings);
    return layer;
}

}  // namespace

const std::vector<std::string>& modelPresetNames()
{
    static const std::vector<std::string> names{"cnn", "mlp"};
    return names;
}

std::string layerKind(const Layer& layer)
{
    return kKinds[layer.index()].word;
}

std::vector<std::string> layerNames(const ModelConfig& model)
{
    std::map<std::string, int> seen;
    std::vector<std::string> names;
    for (const Layer& layer : model.layers) {
        const std::string kind = layerKind(layer);
        names.push_back(kind + "_" + std::to_string(++seen[kind]));
    }
    return names;
}

namespace {

std::vector<Layer> readLayers(JsonReader& reader)
{
    const bool hasPreset = reader.has("preset");
    if (hasPreset && reader.has("layers"))
        reader.problem("both \"preset\" and \"layers\" are given", reader.place(), "Keep one of the two");
    if (hasPreset) {
        const std::string preset = reader.word("preset", "cnn", modelPresetNames());
        reader.value("layers");
        return presetLayers(preset);
    }
    reader.value("preset");
    const Json* layers = reader.value("layers");
    if (!layers || !layers->is_array() || layers->empty()) {
        reader.problem("a model needs a list of layers", reader.placeOf("layers"),
                       R"(Write "layers": [{"linear": {"out": 10}}] or "preset": "cnn")");
        return presetLayers("cnn");
    }
    std::vector<Layer> list;
    for (std::size_t i = 0; i < layers->size(); ++i)
        list.push_back(readLayer(reader, (*layers)[i], reader.placeOf("layers") + "[" + std::to_string(i) + "]"));
    return list;
}

void readInit(JsonReader& reader, ModelConfig& model)
{
    const Json* init = reader.value("init");
    if (!init || *init == "default")
        return;
    if (init->is_number() && std::isfinite(init->get<double>()))
        model.constantInit = init->get<double>();
    else
        reader.problem("expected \"default\" or a number that every weight starts at, found " + init->dump(), reader.placeOf("init"));
}

void readFrozen(JsonReader& reader, ModelConfig& model)
{
    const Json* value = reader.value("freeze");
    if (!value)
        return;
    const std::vector<std::string> names = layerNames(model);
    for (const Json& entry : value->is_array() ? *value : Json::array({*value})) {
        const std::string name = entry.is_string() ? entry.get<std::string>() : entry.dump();
        if (std::find(names.begin(), names.end(), name) == names.end())
            reader.problem("no layer is named \"" + name + "\"", reader.placeOf("freeze"), "Layers are " + joinWords(names));
        else
            model.frozen.push_back(name);
    }
}

}  // namespace

ModelConfig readModel(JsonReader& reader)
{
    ModelConfig model;
    model.layers = readLayers(reader);
    readInit(reader, model);
    readFrozen(reader, model);
    return model;
}

Json toJson(const ModelConfig& model)
{
    Json layers = Json::array();
    for (const Layer& layer : model.layers) {
        const LayerKind& kind = kKinds[layer.index()];
        Json settings = kind.write(layer);
        if (settings.empty()) {
            layers.push_back(kind.word);
            continue;
        }
        Json entry = Json::object();
        entry[kind.word] = std::move(settings);
        layers.push_back(std::move(entry));
    }
    Json json = {{"layers", std::move(layers)}};
    json["init"] = model.constantInit ? Json(*model.constantInit) : Json("default");
    json["freeze"] = model.frozen;
    return json;
}

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/experiment/shapes.h"

#include "core/experiment/json_reader.h"
#include "tests/core/support/error_of.h"

#include <functional>
#include <numeric>

namespace tandem {
namespace {

using test::errorOf;
using test::problemOf;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

ModelConfig modelOf(const std::string& text)
{
    const Json json = Json::parse(text);
    JsonReader reader(json, "$.model", {});
    ModelConfig model = readModel(reader);
    EXPECT_FALSE(reader.error()) << describe(*reader.error());
    return model;
}

Result<std::vector<LayerShape>> shapesOf(const std::string& layers, const Shape& input = {1, 28, 28})
{
    return inferShapes(modelOf(R"({"layers": )" + layers + "}"), input);
}

Shape outputOf(const std::string& layer, const Shape& input)
{
    const auto shapes = shapesOf("[" + layer + "]", input);
    EXPECT_EQ(problemOf(shapes), "");
    return shapes ? shapes->back().output : Shape{};
}

std::int64_t trainableNumbers(const std::vector<LayerShape>& layers)
{
    std::int64_t total = 0;
    for (const LayerShape& layer : layers)
        for (const ParameterShape& parameter : layer.parameters)
            if (parameter.trainable)
                total += std::accumulate(parameter.sizes.begin(), parameter.sizes.end(), std::int64_t{1},
                                         std::multiplies<>());
    return total;
}

// The origin case's model, whose sizes are known from PyTorch.
TEST(Shapes, OfThePresetCnnAreKnown)
{
    const auto layers = inferShapes(modelOf(R"({"preset": "cnn"})"), {1, 28, 28});
    ASSERT_EQ(problemOf(layers), "");
    std::vector<std::string> outputs;
    for (const LayerShape& layer : *layers)
        outputs.push_back(layer.name + " " + shapeText(layer.output));
    EXPECT_THAT(outputs,
                ElementsAre("conv2d_1 32×26×26", "relu_1 32×26×26", "conv2d_2 64×24×24", "relu_2 64×24×24",
                            "max_pool2d_1 64×12×12", "flatten_1 9216", "linear_1 128", "relu_3 128", "linear_2 10"));
    EXPECT_EQ(trainableNumbers(*layers), 1'199'882);
}

TEST(Shapes, OfThePresetMlpAreKnown)
{
    const auto layers = inferShapes(modelOf(R"({"preset": "mlp"})"), {1, 28, 28});
    ASSERT_EQ(problemOf(layers), "");
    EXPECT_EQ(trainableNumbers(*layers), 784 * 256 + 256 + 256 * 128 + 128 + 128 * 10 + 10);
}

TEST(Shapes, OfAWindowFollowPyTorchsFormula)
{
    EXPECT_THAT(outputOf(R"({"conv2d": {"out": 4, "kernel": 3}})", {1, 28, 20}), ElementsAre(4, 26, 18));
    EXPECT_THAT(outputOf(R"({"conv2d": {"out": 4, "kernel": 3, "stride": 2}})", {1, 28, 28}), ElementsAre(4, 13, 13));
    EXPECT_THAT(outputOf(R"({"conv2d": {"out": 4, "kernel": 3, "padding": 1}})", {1, 28, 28}), ElementsAre(4, 28, 28));
    EXPECT_THAT(outputOf(R"({"conv2d": {"out": 4, "kernel": 5, "stride": 3, "padding": 2}})", {1, 28, 28}),
                ElementsAre(4, 10, 10));
    EXPECT_THAT(outputOf(R"({"conv2d": {"out": 4, "kernel": 28}})", {1, 28, 28}), ElementsAre(4, 1, 1));
    EXPECT_THAT(outputOf(R"("max_pool2d")", {8, 27, 27}), ElementsAre(8, 13, 13));
    EXPECT_THAT(outputOf(R"({"max_pool2d": {"kernel": 3}})", {8, 28, 28}), ElementsAre(8, 9, 9))
        << "the stride is the kernel's size";
    EXPECT_THAT(outputOf(R"({"max_pool2d": {"kernel": 3, "stride": 1}})", {8, 28, 28}), ElementsAre(8, 26, 26));
}

TEST(Shapes, StayTheSameThroughElementwiseLayers)
{
    for (const char* layer : {R"("relu")", R"("dropout")", R"("batch_norm2d")", R"("softmax")", R"("log_softmax")"})
        EXPECT_THAT(outputOf(layer, {3, 5, 7}), ElementsAre(3, 5, 7)) << layer;
}

TEST(Shapes, NameTheParametersOfEachLayer)
{
    const auto layers = shapesOf(
        R"([{"conv2d": {"out": 4, "kernel": 3, "bias": false}}, "batch_norm2d", "flatten", {"linear": {"out": 10}}])",
        {2, 8, 8});
    ASSERT_EQ(problemOf(layers), "");
    std::vector<std::string> parameters;
    for (const LayerShape& layer : *layers)
        for (const ParameterShape& parameter : layer.parameters)
            parameters.push_back(parameter.name + " " + shapeText(parameter.sizes)
                                 + (parameter.trainable ? "" : " fixed"));
    EXPECT_THAT(parameters, ElementsAre("conv2d_1.weight 4×2×3×3", "batch_norm2d_1.weight 4", "batch_norm2d_1.bias 4",
                                        "batch_norm2d_1.running_mean 4 fixed", "batch_norm2d_1.running_var 4 fixed",
                                        "linear_1.weight 10×144", "linear_1.bias 10"));
}

struct Impossible {
    const char* layers;
    const char* place;
    const char* layer;
    const char* arrives;
};

TEST(ImpossibleShape, IsRefusedWithTheLayerAndTheShapeThatArrives)
{
    for (const Impossible& model : {
             Impossible{R"([{"linear": {"out": 10}}])", "layers[0]", "linear_1", "1×28×28"},
             Impossible{R"(["flatten", {"conv2d": {"out": 8, "kernel": 3}}])", "layers[1]", "conv2d_1", "784"},
             Impossible{R"(["flatten", "max_pool2d"])", "layers[1]", "max_pool2d_1", "784"},
             Impossible{R"(["flatten", "batch_norm2d"])", "layers[1]", "batch_norm2d_1", "784"},
             Impossible{R"([{"conv2d": {"out": 8, "kernel": 29}}])", "layers[0]", "conv2d_1", "1×28×28"},
             Impossible{R"([{"max_pool2d": {"kernel": 16}}, "relu", {"max_pool2d": {"kernel": 2}}])", "layers[2]",
                        "max_pool2d_2", "1×1×1"},
             Impossible{R"(["flatten", {"softmax": {"axis": 2}}])", "layers[1]", "softmax_1", "784"},
             Impossible{R"(["flatten", {"log_softmax": {"axis": -3}}])", "layers[1]", "log_softmax_1", "784"},
         }) {
        const Error error = errorOf(shapesOf(model.layers));
        EXPECT_EQ(error.code, ErrorCode::InvalidExperiment);
        EXPECT_EQ(error.where, std::string("$.model.") + model.place);
        EXPECT_THAT(error.what, AllOf(HasSubstr(model.layer),
                                      HasSubstr(std::string("the shape that arrives is ") + model.arrives)));
        EXPECT_FALSE(error.remedy.empty());
    }
}

TEST(ImpossibleShape, IsRefusedWhereItIsAbsurdlyLarge)
{
    for (const char* layers :
         {R"(["flatten", {"linear": {"out": 1000000}}, {"linear": {"out": 1000000}}])",
          R"([{"conv2d": {"out": 65536, "kernel": 1, "padding": 1024}}])",
          R"([{"conv2d": {"out": 65536, "kernel": 1}}, {"conv2d": {"out": 65536, "kernel": 1}}])"}) {
        const Error error = errorOf(shapesOf(layers));
        EXPECT_EQ(error.code, ErrorCode::InvalidExperiment) << layers;
        EXPECT_THAT(error.what, AllOf(HasSubstr("_"), HasSubstr("2^31"))) << layers;
    }
}

TEST(LayerNames, CountLayersOfTheSameKind)
{
    EXPECT_THAT(layerNames(modelOf(R"({"layers": ["relu", "flatten", "relu", {"linear": {"out": 2}}, "relu"]})")),
                ElementsAre("relu_1", "flatten_1", "relu_2", "linear_1", "relu_3"));
}

TEST(Layers, HavePyTorchsDefaults)
{
    const ModelConfig model =
        modelOf(R"({"layers": [{"conv2d": {"out": 8, "kernel": 3}}, "dropout", "batch_norm2d", "max_pool2d"]})");
    const auto& conv = std::get<Conv2dLayer>(model.layers[0]);
    EXPECT_EQ(conv.stride, 1);
    EXPECT_EQ(conv.padding, 0);
    EXPECT_TRUE(conv.bias);
    EXPECT_EQ(std::get<DropoutLayer>(model.layers[1]).p, 0.5);
    EXPECT_EQ(std::get<BatchNorm2dLayer>(model.layers[2]).eps, 1e-5);
    EXPECT_EQ(std::get<BatchNorm2dLayer>(model.layers[2]).momentum, 0.1);
    EXPECT_EQ(std::get<MaxPool2dLayer>(model.layers[3]).kernel, 2);
}

}  // namespace
}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/train/step/batch_loader.h"

#include "core/experiment/words.h"

#include <torch/torch.h>

#include <stdexcept>

namespace tandem {
namespace {

c10::ScalarType scalarType(LabelDtype dtype)
{
    switch (dtype) {
    case LabelDtype::Int64: return torch::kInt64;
    case LabelDtype::Int32: return torch::kInt32;
    case LabelDtype::UInt8: return torch::kUInt8;
    case LabelDtype::Float32: return torch::kFloat32;
    }
    throw std::logic_error("unknown label dtype");
}

PixelPipeline pipelineOrThrow(const std::vector<Transform>& transforms, std::int64_t channels)
{
    auto pipeline = PixelPipeline::build(transforms, channels);
    if (!pipeline)
        throw std::invalid_argument(describe(pipeline.error()));
    return std::move(*pipeline);
}

}  // namespace

struct BatchLoader::Impl {
    std::shared_ptr<const Dataset> dataset;
    PixelPipeline train, test;
    c10::ScalarType labelType;
    double labelScale, labelOffset;
    TargetFormat format;
    std::int64_t outputs;
    bool nonBlocking, channelsLast;
};

BatchLoader::BatchLoader(const TrainerRequest& request, std::int64_t outputs)
{
    const Experiment& experiment = request.experiment;
    const Dataset& dataset = *request.dataset;
    m_impl = std::make_unique<Impl>(Impl{request.dataset, pipelineOrThrow(experiment.data.trainTransforms, dataset.channels),
                                         pipelineOrThrow(experiment.data.testTransforms, dataset.channels),
                                         scalarType(resolvedLabelDtype(experiment)),
                                         experiment.step.labelScale, experiment.step.labelOffset,
                                         resolvedTarget(experiment), outputs,
                                         experiment.step.nonBlocking,
                                         experiment.step.memoryFormat == MemoryFormat::ChannelsLast});
}

BatchLoader::~BatchLoader() = default;

Batch BatchLoader::load(const Split& split, const std::int64_t* begin, const std::int64_t* end, const c10::Device& device) const
{
    const Dataset& dataset = *m_impl->dataset;
    const std::int64_t count = end - begin;
    auto input = torch::empty({count, dataset.channels, dataset.height, dataset.width}, torch::kFloat32);
    const PixelPipeline& pipeline = &split == &dataset.test ? m_impl->test : m_impl->train;
    pipeline.fill(dataset, split, begin, end, input.data_ptr<float>());
    if (m_impl->channelsLast)
        input = input.contiguous(at::MemoryFormat::ChannelsLast);

    auto classes = torch::empty({count}, torch::kInt64);
    auto* label = classes.data_ptr<std::int64_t>();
    for (const std::int64_t* sample = begin; sample != end; ++sample)
        *label++ = split.labels[static_cast<std::size_t>(*sample)];
    const bool asStored = m_impl->labelScale == 1 && m_impl->labelOffset == 0;
    const at::Tensor values = asStored ? classes : classes.to(torch::kFloat64).mul(m_impl->labelScale).add(m_impl->labelOffset);
    at::Tensor target = values;
    if (m_impl->format == TargetFormat::OneHot)
        target = at::one_hot(classes, m_impl->outputs);
    else if (m_impl->format == TargetFormat::Column)
        target = values.unsqueeze(1);
    target = target.to(m_impl->labelType);

    const bool nonBlocking = m_impl->nonBlocking;
    Batch batch{input.to(device, nonBlocking), target.to(device, nonBlocking), values.to(torch::kInt64).to(device, nonBlocking), count, {}};
    batch.hostInput = std::move(input);
    return batch;
}

double BatchLoader::labelValue(std::uint8_t label) const
{
    return label * m_impl->labelScale + m_impl->labelOffset;
}

void BatchLoader::fillPixels(const Split& split, const std::int64_t* begin, const std::int64_t* end, float* into) const
{
    const PixelPipeline& pipeline = &split == &m_impl->dataset->test ? m_impl->test : m_impl->train;
    pipeline.fill(*m_impl->dataset, split, begin, end, into);
}

}  // namespace tandem

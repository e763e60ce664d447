// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/data/pixel_pipeline.h"

namespace tandem {
namespace {

struct Apply {
    float value;
    std::size_t channel;

    float operator()(const ScaleTransform& scale) const { return value / static_cast<float>(scale.divisor); }
    float operator()(const NormalizeTransform& normalize) const
    {
        const std::size_t entry = normalize.mean.size() == 1 ? 0 : channel;
        return (value - static_cast<float>(normalize.mean[entry])) / static_cast<float>(normalize.std[entry]);
    }
};

}  // namespace

Result<PixelPipeline> PixelPipeline::build(const std::vector<Transform>& transforms, std::int64_t channels)
{
    for (const Transform& transform : transforms)
        if (const auto* normalize = std::get_if<NormalizeTransform>(&transform))
            if (normalize->mean.size() != 1 && normalize->mean.size() != static_cast<std::size_t>(channels))
                return fail(ErrorCode::InvalidExperiment,
                            "normalize has " + std::to_string(normalize->mean.size()) + " channels, the images have "
                                + std::to_string(channels),
                            "$.data.transforms", "Give one number, or one a channel");
    PixelPipeline pipeline;
    pipeline.m_tables.resize(static_cast<std::size_t>(channels));
    for (std::size_t channel = 0; channel < pipeline.m_tables.size(); ++channel)
        for (std::size_t byte = 0; byte < 256; ++byte) {
            float value = static_cast<float>(byte);
            for (const Transform& transform : transforms)
                value = std::visit(Apply{value, channel}, transform);
            pipeline.m_tables[channel][byte] = value;
        }
    return pipeline;
}

void PixelPipeline::fill(const Dataset& dataset, const Split& split, const std::int64_t* begin, const std::int64_t* end,
                         float* into) const
{
    const auto plane = static_cast<std::size_t>(dataset.height * dataset.width);
    for (const std::int64_t* sample = begin; sample != end; ++sample) {
        const std::uint8_t* pixel = split.images.data() + *sample * dataset.pixels();
        for (const auto& table : m_tables)
            for (std::size_t i = 0; i < plane; ++i)
                *into++ = table[*pixel++];
    }
}

}  // namespace tandem

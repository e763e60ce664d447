// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/train/probe/data_probe.h"

#include "core/base/hash.h"
#include "core/experiment/transforms_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <unordered_set>

namespace tandem {
namespace {

constexpr std::int64_t kPixelSamples = 1000;
constexpr std::int64_t kFirstBatches = 20;

using Histogram = std::array<std::int64_t, 256>;

Histogram histogramOf(const Split& split)
{
    Histogram counts{};
    for (const std::uint8_t label : split.labels)
        ++counts[label];
    return counts;
}

void describeLabels(const Split& split, const Split& other, const BatchLoader& loader, SplitFacts& facts)
{
    const Histogram counts = histogramOf(split), others = histogramOf(other);
    std::vector<double> values;
    for (std::size_t label = 0; label < counts.size(); ++label) {
        if (counts[label] == 0)
            continue;
        values.push_back(loader.labelValue(static_cast<std::uint8_t>(label)));
        facts.missingInOther += others[label] == 0 ? 1 : 0;
    }
    facts.classes = static_cast<std::int64_t>(values.size());
    if (values.empty())
        return;
    facts.labelMin = *std::min_element(values.begin(), values.end());
    facts.labelMax = *std::max_element(values.begin(), values.end());
    facts.largestShare = static_cast<double>(*std::max_element(counts.begin(), counts.end())) / static_cast<double>(split.count);
}

ChannelFacts describeChannel(const std::vector<float>& pixels, std::size_t channel, std::size_t channels, std::size_t plane)
{
    ChannelFacts facts{0, 0, INFINITY, -INFINITY};
    double sum = 0, squares = 0, count = 0;
    for (std::size_t begin = channel * plane; begin < pixels.size(); begin += channels * plane)
        for (std::size_t i = begin; i < begin + plane; ++i) {
            const auto value = static_cast<double>(pixels[i]);
            sum += value;
            squares += value * value;
            count += 1;
            facts.min = std::min(facts.min, value);
            facts.max = std::max(facts.max, value);
        }
    facts.mean = sum / count;
    facts.std = std::sqrt(std::max(0.0, squares / count - facts.mean * facts.mean));
    return facts;
}

}  // namespace

SplitFacts describeSplit(const Dataset& dataset, const Split& split, const BatchLoader& loader, const std::vector<Transform>& transforms)
{
    SplitFacts facts;
    facts.count = split.count;
    facts.samples = std::min(split.count, kPixelSamples);
    describeLabels(split, &split == &dataset.train ? dataset.test : dataset.train, loader, facts);
    for (const Json& transform : toJson(transforms))
        facts.transforms.push_back(transform.dump());

    std::vector<std::int64_t> order(static_cast<std::size_t>(facts.samples));
    std::iota(order.begin(), order.end(), std::int64_t{0});
    std::vector<float> pixels(static_cast<std::size_t>(facts.samples * dataset.pixels()));
    loader.fillPixels(split, order.data(), order.data() + facts.samples, pixels.data());
    facts.distinctValues = static_cast<std::int64_t>(std::unordered_set<float>(pixels.begin(), pixels.end()).size());
    const auto channels = static_cast<std::size_t>(dataset.channels), plane = static_cast<std::size_t>(dataset.height * dataset.width);
    for (std::size_t channel = 0; channel < channels && !pixels.empty(); ++channel)
        facts.channels.push_back(describeChannel(pixels, channel, channels, plane));
    return facts;
}

OrderFacts describeOrder(const std::vector<std::int64_t>& order, const Split& split, std::int64_t batchSize, bool shuffled)
{
    OrderFacts facts;
    facts.shuffled = shuffled;
    facts.samples = static_cast<std::int64_t>(order.size());
    if (order.empty())
        return facts;
    const auto label = [&](std::size_t i) { return split.labels[static_cast<std::size_t>(order[i])]; };
    std::int64_t labelRuns = 1;
    facts.ascendingRuns = 1;
    for (std::size_t i = 1; i < order.size(); ++i) {
        facts.ascendingRuns += order[i] < order[i - 1] ? 1 : 0;
        labelRuns += label(i) != label(i - 1) ? 1 : 0;
    }
    facts.meanLabelRun = static_cast<double>(order.size()) / static_cast<double>(labelRuns);
    double equalNeighbours = 0;
    for (const std::int64_t count : histogramOf(split))
        equalNeighbours += std::pow(static_cast<double>(count) / static_cast<double>(split.count), 2);
    facts.randomLabelRun = equalNeighbours < 1 ? 1 / (1 - equalNeighbours) : static_cast<double>(order.size());
    const auto size = static_cast<std::size_t>(batchSize);
    for (std::size_t batch = 0; batch < static_cast<std::size_t>(kFirstBatches) && (batch + 1) * size <= order.size(); ++batch) {
        bool single = true;
        for (std::size_t i = batch * size + 1; i < (batch + 1) * size; ++i)
            single = single && label(i) == label(batch * size);
        facts.singleClassBatches += single && size > 1 ? 1 : 0;
    }
    Fingerprint hash;
    hash.add(order.data(), order.size() * sizeof(order[0]));
    facts.hash = hash.hex();
    return facts;
}

}  // namespace tandem

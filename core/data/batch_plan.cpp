// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/data/batch_plan.h"

#include "core/base/hash.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <utility>

namespace tandem {
namespace {

// std::uniform_int_distribution and std::shuffle differ between standard libraries, so both are spelled out here.
std::uint64_t drawBelow(std::mt19937_64& generator, std::uint64_t bound)
{
    const std::uint64_t unfair = (UINT64_MAX % bound + 1) % bound;  // draws above the last full multiple are repeated
    for (;;) {
        const std::uint64_t value = generator();
        if (unfair == 0 || value <= UINT64_MAX - unfair)
            return value % bound;
    }
}

}  // namespace

BatchPlan::BatchPlan(std::int64_t samples, std::int64_t batchSize, DataOrder order, std::uint64_t seed,
                     const std::vector<std::uint8_t>& labels)
    : m_samples(samples), m_batchSize(batchSize), m_order(order), m_seed(seed)
{
    if (order != DataOrder::Sorted)
        return;
    m_byClass.resize(labels.size());
    std::iota(m_byClass.begin(), m_byClass.end(), std::int64_t{0});
    std::stable_sort(m_byClass.begin(), m_byClass.end(), [&](std::int64_t a, std::int64_t b) {
        return labels[static_cast<std::size_t>(a)] < labels[static_cast<std::size_t>(b)];
    });
}

std::vector<std::int64_t> BatchPlan::epochOrder(std::int64_t epoch) const
{
    if (m_order == DataOrder::Sorted)
        return m_byClass;
    std::vector<std::int64_t> order(static_cast<std::size_t>(m_samples));
    std::iota(order.begin(), order.end(), std::int64_t{0});
    if (m_order == DataOrder::Stored)
        return order;
    if (m_order == DataOrder::Repeated)
        epoch = 0;
    std::seed_seq seeds{static_cast<std::uint32_t>(m_seed), static_cast<std::uint32_t>(m_seed >> 32),
                        static_cast<std::uint32_t>(epoch)};
    std::mt19937_64 generator(seeds);
    for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[drawBelow(generator, i)]);
    return order;
}

std::string BatchPlan::fingerprint() const
{
    Fingerprint hash;
    const std::vector<std::int64_t> order = epochOrder(0);
    hash.add(order.data(), order.size() * sizeof(order[0]));
    hash.add(&m_batchSize, sizeof(m_batchSize));
    return hash.hex();
}

}  // namespace tandem

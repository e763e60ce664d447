// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/experiment/experiment.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tandem {

/// The order in which samples are drawn: a pure function of seed, epoch, count and batch size, so that all runs that
/// agree on these see the same batches. Drawn on the CPU with std::mt19937_64, whose output the C++ standard fixes;
/// no device's generator takes part (cases Q1–Q11, I6).
class BatchPlan {
public:
    /// @param labels  of every sample; needed where the order is by class
    BatchPlan(std::int64_t samples, std::int64_t batchSize, DataOrder order, std::uint64_t seed,
              const std::vector<std::uint8_t>& labels = {});

    std::int64_t stepsPerEpoch() const { return (m_samples + m_batchSize - 1) / m_batchSize; }
    std::int64_t batchSize() const { return m_batchSize; }

    /// Sample indices of one whole epoch. Batch b is [b·batchSize, min((b+1)·batchSize, samples)).
    std::vector<std::int64_t> epochOrder(std::int64_t epoch) const;

    /// Hash of the first epoch's order and the batch size; equal plans have equal fingerprints.
    std::string fingerprint() const;

private:
    std::int64_t m_samples, m_batchSize;
    DataOrder m_order;
    std::vector<std::int64_t> m_byClass;  // the order, where it is by class
    std::uint64_t m_seed;
};

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/facts/split_facts.h"
#include "core/train/step/batch_loader.h"

namespace tandem {

/// A split as a run prepares it: labels of all samples, pixels of the first 1,000 after its transforms.
SplitFacts describeSplit(const Dataset& dataset, const Split& split, const BatchLoader& loader, const std::vector<Transform>& transforms);

/// @param order  sample indices of a whole epoch, in drawing order
OrderFacts describeOrder(const std::vector<std::int64_t>& order, const Split& split, std::int64_t batchSize, bool shuffled);

}  // namespace tandem

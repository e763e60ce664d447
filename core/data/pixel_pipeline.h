// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/data/dataset.h"

#include <array>
#include <cstdint>
#include <vector>

namespace tandem {

/// The transforms of one split as one table of 256 floats per channel. Every transform so far maps one byte to one
/// number, so a table gives exactly the numbers that float32 arithmetic step by step would, at the cost of a look-up.
/// Immutable; any thread.
class PixelPipeline {
public:
    /// Fails where a transform does not fit the number of channels.
    static Result<PixelPipeline> build(const std::vector<Transform>& transforms, std::int64_t channels);

    /// Writes the transformed pixels of the samples [begin, end) of `order` to `into`, which holds
    /// (end − begin) × channels × height × width floats.
    void fill(const Dataset& dataset, const Split& split, const std::int64_t* begin, const std::int64_t* end, float* into) const;

private:
    std::vector<std::array<float, 256>> m_tables;  // one a channel
};

}  // namespace tandem

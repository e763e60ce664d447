// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/data/pixel_pipeline.h"
#include "core/run/trainer.h"
#include "core/train/torch_fwd.h"

#include <memory>

namespace tandem {

/// One batch on the device. Complete only where at::Tensor is.
template<class Tensor>
struct BasicBatch {
    Tensor input;    ///< [N, C, H, W] float32
    Tensor target;   ///< what the loss gets: class indices or values [N], a column [N, 1] or one-hot rows [N, C]
    Tensor indices;  ///< [N] int64 labels, for counting right answers
    std::int64_t size = 0;
    Tensor hostInput;  ///< what `input` was copied from
};
using Batch = BasicBatch<at::Tensor>;

/// Makes batches as the experiment's step settings say: bytes → transforms → float32 on the host → device. Used by one
/// thread.
class BatchLoader {
public:
    /// @param outputs  size of the class axis, for one-hot targets
    BatchLoader(const TrainerRequest& request, std::int64_t outputs);
    ~BatchLoader();

    Batch load(const Split& split, const std::int64_t* begin, const std::int64_t* end, const c10::Device& device) const;

    /// A label as the loss would get it, before its format and dtype.
    double labelValue(std::uint8_t label) const;
    /// The pixels of samples after the split's transforms, on the host.
    void fillPixels(const Split& split, const std::int64_t* begin, const std::int64_t* end, float* into) const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace tandem

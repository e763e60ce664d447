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
    Tensor target;   ///< what the loss gets: class indices [N] or one-hot rows [N, C]
    Tensor indices;  ///< [N] int64 class indices, for counting right answers
    std::int64_t size = 0;
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

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace tandem

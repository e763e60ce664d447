// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/train/torch_fwd.h"

#include <cstdint>

namespace tandem {

/// Bytes of tensors alive on a device, where it can tell; 0 elsewhere. Any thread.
std::int64_t deviceBytes(const c10::Device& device);

/// Resident size of this process in bytes; 0 where it cannot be told. Any thread.
std::int64_t processBytes();

}  // namespace tandem

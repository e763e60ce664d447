// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// Forward declarations that keep the headers of core_train free of LibTorch.
namespace at {
class Tensor;
struct Generator;
}  // namespace at

namespace c10 {
struct Device;
}  // namespace c10

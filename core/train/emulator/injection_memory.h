// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/train/torch_fwd.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <random>
#include <vector>

namespace tandem::emulator {

/// What one injection remembers from call to call. Ends with its session, and gives back what it leaked.
struct InjectionMemory {
    explicit InjectionMemory(std::uint64_t seed);
    ~InjectionMemory();
    InjectionMemory(InjectionMemory&&) noexcept;

    std::int64_t calls = 0;                  ///< that matched
    std::mt19937_64 draws;                   ///< for probabilities
    std::optional<std::int64_t> firstWidth;
    std::deque<std::vector<char>> leaked;    ///< counted as memory of the device
    void leak(std::int64_t bytes);

    struct Tensors;                          ///< generator and leftovers
    std::unique_ptr<Tensors> tensors;
};

}  // namespace tandem::emulator

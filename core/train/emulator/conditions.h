// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/train/emulator/fault_session.h"

#include <functional>
#include <string_view>

namespace tandem::emulator {

/// True if the text fits the pattern, in which '*' stands for anything.
bool fits(std::string_view text, std::string_view pattern);

/// Whether a condition on an argument, or on a result after the call, holds.
/// @param nameOf  the name of a tensor's memory; empty if it has none
bool holds(const FaultCondition& condition, const OpCall& call, const std::function<std::string(const at::Tensor&)>& nameOf);

}  // namespace tandem::emulator

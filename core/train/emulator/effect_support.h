// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the effects share. Included by their source files only, after LibTorch's headers.

#pragma once

#include "core/train/emulator/fault_effects.h"
#include "core/train/emulator/injection_memory.h"

#include <map>
#include <string>
#include <vector>

namespace tandem::emulator {

struct InjectionMemory::Tensors {
    struct Leftover {
        std::int64_t rows;  ///< of the call on most rows so far
        at::Tensor result;
    };
    at::Generator generator;
    std::map<std::vector<std::int64_t>, Leftover> leftovers;  ///< by the result's sizes: one for each weight
};

/// The dtype of a name such as "int64". Throws std::invalid_argument for another word.
std::int8_t scalarTypeNamed(const std::string& name);

/// The result that the effect's setting "result" names, free of autograd, so that it can be written in place.
at::Tensor resultOf(Action& action);
/// The argument that the effect's setting "arg" names; an undefined tensor if there is none.
at::Tensor argumentOf(Action& action, const char* setting = "arg");
void setArgument(Action& action, const at::Tensor& value, const char* setting = "arg");

/// A share of the elements of a tensor, drawn from the injection's own generator: a boolean mask.
at::Tensor drawnMask(Action& action, const at::Tensor& like, double share);
/// Standard normal draws of the tensor's shape.
at::Tensor normalDraws(Action& action, const at::Tensor& like);

}  // namespace tandem::emulator

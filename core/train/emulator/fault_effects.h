// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/train/emulator/fault_session.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace tandem::emulator {

/// What one injection remembers from call to call.
struct InjectionMemory;

/// One injection acting on one call.
struct Action {
    const FaultInjection& injection;
    InjectionMemory& memory;
    OpCall& call;
    std::vector<at::Tensor>& saved;  ///< copies taken before the call, by the effect itself

    const FaultEffect& effect() const { return injection.effect; }
    /// The argument's or result's position on the stack; negative positions count from the end.
    std::size_t argument(std::int64_t position) const;
    std::size_t result(std::int64_t position) const;
};

/// The code of one kind of effect. Any part may be missing.
struct EffectCode {
    void (*before)(Action&) = nullptr;    ///< may change arguments
    void (*compute)(Action&) = nullptr;   ///< takes the place of the operation
    void (*after)(Action&) = nullptr;     ///< may change results
};

/// By kind; every kind of effectKinds() is in exactly one of them.
std::map<std::string, EffectCode> resultEffects();
std::map<std::string, EffectCode> argumentEffects();
std::map<std::string, EffectCode> callEffects();

}  // namespace tandem::emulator

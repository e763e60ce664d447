// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/train/torch_fwd.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace c10 {
struct FunctionSchema;
struct IValue;
}  // namespace c10

namespace tandem::emulator {

/// One call of an operation of the device on its way to the host and back. Used by one thread.
class LoweredCall {
public:
    LoweredCall();
    ~LoweredCall();

    /// Replaces the device's tensors by their aliases on the host, the device by the host, and generators of the device
    /// by what they draw from; a missing generator becomes the device's default one.
    /// Throws where a tensor of the host with dimensions stands among the device's.
    void lowerArguments(const c10::FunctionSchema& schema, std::vector<c10::IValue>& stack, std::size_t first);

    /// Replaces the host's tensors among the results by the device's: the caller's own ones where the operation returns
    /// what it wrote, views that share memory where it returns views.
    void raiseResults(std::vector<c10::IValue>& stack, std::size_t first);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace tandem::emulator

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Which session acts where. The device's calls come through the emulated device's own kernels; the reference's come
// through a dispatch key above all others, which only its scope switches on.

#include <torch/torch.h>

#include <torch/library.h>

#include "core/train/emulator/fault_session.h"

#include <atomic>

namespace tandem::emulator {
namespace {

constexpr auto kReferenceKey = c10::DispatchKey::TESTING_ONLY_GenericMode;

std::atomic<FaultSession*> deviceSession{nullptr};
thread_local FaultSession* referenceSession = nullptr;

void runOnReference(const c10::OperatorHandle& op, torch::jit::Stack* stack)
{
    // What the operation calls in turn is its own business, and so is what an effect calls.
    const c10::impl::ExcludeDispatchKeyGuard once(kReferenceKey);
    FaultSession* session = referenceSession;
    if (!session) {
        op.callBoxed(stack);
        return;
    }
    const std::size_t first = stack->size() - op.schema().arguments().size();
    const std::vector<c10::IValue> seen(stack->begin() + static_cast<std::ptrdiff_t>(first), stack->end());
    OpCall call{op.schema().name(), &op.schema(), *stack, first, seen, [&] { op.callBoxed(stack); }, {}};
    session->run(call);
}

TORCH_LIBRARY_IMPL(_, TESTING_ONLY_GenericMode, library)
{
    library.fallback(torch::CppFunction::makeFromBoxedFunction<&runOnReference>());
}

}  // namespace

class FaultScope::ReferenceMode {
public:
    explicit ReferenceMode(FaultSession& session) { referenceSession = &session; }
    ~ReferenceMode() { referenceSession = nullptr; }

private:
    const c10::impl::IncludeDispatchKeyGuard m_on{kReferenceKey};
};

FaultScope::FaultScope(FaultSession& session) : m_session(session.isEmpty() ? nullptr : &session)
{
    if (!m_session)
        return;
    if (session.side() == FaultSide::Device)
        deviceSession.store(m_session);
    else
        m_reference = std::make_unique<ReferenceMode>(session);
}

FaultScope::~FaultScope()
{
    if (m_session && m_session->side() == FaultSide::Device)
        deviceSession.store(nullptr);
}

FaultSession* activeDeviceSession()
{
    return deviceSession.load(std::memory_order_acquire);
}

}  // namespace tandem::emulator

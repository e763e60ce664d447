// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/train/emulator/faults.h"

#include "core/train/emulator/emulated_device.h"

#include <torch/torch.h>

#include <atomic>

namespace tandem::emulator {
namespace {

bool isFloatTensor(const c10::IValue& value)
{
    return value.isTensor() && value.toTensor().defined() && at::isFloatingType(value.toTensor().scalar_type());
}

// Casts the class indices that the real operation refuses; true if there was something to cast.
bool acceptFloatTarget(const OpCall& call, std::size_t argument)
{
    c10::IValue& target = call.stack[call.firstArgument + argument];
    if (!isFloatTensor(target))
        return false;
    target = target.toTensor().to(torch::kInt64);
    return true;
}

// lab-float-accept-badgrad, after the MPS loss of PyTorch up to 2.1 (case A1, pytorch #109574): the loss takes float
// class indices and its value is right, but the one-hot of the backward pass is built from the uncast values and
// matches nothing, so that no gradient arrives.
void floatLabelsBadGradient(const OpCall& call)
{
    if (call.name == "aten::nll_loss_forward" || call.name == "aten::nll_loss2d_forward") {
        acceptFloatTarget(call, 1);
        call.compute();
        return;
    }
    if (call.name == "aten::nll_loss_backward" || call.name == "aten::nll_loss2d_backward") {
        const bool wasFloat = acceptFloatTarget(call, 2);
        call.compute();
        if (wasFloat)
            call.stack.back().toTensor().zero_();
        return;
    }
    call.compute();
}

struct Fault {
    const char* id;
    void (*run)(const OpCall&);
};
constexpr Fault kFaults[] = {{"lab-float-accept-badgrad", floatLabelsBadGradient}};

// Process-wide, see FaultScope. The one fault that can be active so far.
std::atomic<const Fault*> active{nullptr};

}  // namespace

std::vector<std::string> faultIds()
{
    std::vector<std::string> ids;
    for (const Fault& fault : kFaults)
        ids.emplace_back(fault.id);
    return ids;
}

std::vector<std::string> activeFaults(const std::string& device, const std::vector<std::string>& wanted)
{
    return device == "mps-emulated" ? wanted : std::vector<std::string>{};
}

FaultScope::FaultScope(const std::vector<std::string>& faults) : m_active(!faults.empty())
{
    for (const std::string& wanted : faults)
        for (const Fault& fault : kFaults)
            if (wanted == fault.id)
                active.store(&fault);
}

FaultScope::~FaultScope()
{
    if (m_active)
        active.store(nullptr);
}

bool anyFaultActive()
{
    return active.load(std::memory_order_relaxed) != nullptr;
}

void runWithFaults(const OpCall& call)
{
    if (const Fault* fault = active.load())
        fault->run(call);
    else
        call.compute();
}

}  // namespace tandem::emulator

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/train/emulator/emulated_device.h"

#include "core/train/device/threads.h"
#include "core/train/emulator/device_state.h"
#include "core/train/emulator/fault_session.h"
#include "core/train/emulator/lowered_call.h"
#include "core/train/emulator/tensor_alias.h"
#include "core/train/emulator/training_hooks.h"

#include <torch/torch.h>

#ifndef __APPLE__
#include <c10/core/impl/DeviceGuardImplInterface.h>
#include <torch/library.h>
#endif

#include <algorithm>
#include <mutex>
#include <set>

namespace tandem::emulator {

#ifdef __APPLE__

bool isBuiltIn()
{
    return false;
}

#else

bool isBuiltIn()
{
    return true;
}

namespace {

constexpr auto kDevice = c10::DeviceType::MPS;

// LibTorch asks the guard how many devices there are and on which stream to work: one, and one.
struct Guard final : c10::impl::DeviceGuardImplInterface {
    c10::DeviceType type() const override { return kDevice; }
    c10::Device exchangeDevice(c10::Device device) const override { return device; }
    c10::Device getDevice() const override { return {kDevice, 0}; }
    void setDevice(c10::Device) const override {}
    void uncheckedSetDevice(c10::Device) const noexcept override {}
    c10::Stream getStream(c10::Device device) const noexcept override
    {
        return c10::Stream(c10::Stream::DEFAULT, device);
    }
    c10::Stream exchangeStream(c10::Stream stream) const noexcept override { return stream; }
    c10::DeviceIndex deviceCount() const noexcept override { return 1; }
};
C10_REGISTER_GUARD_IMPL(MPS, Guard);

// LibTorch's backward thread is not one of ours, and sums depend on the number of threads in their last bit.
void adoptComputeThreads()
{
    thread_local int adopted = 0;
    if (adopted == computeThreads())
        return;
    adopted = computeThreads();
    at::set_num_threads(adopted);
}

bool writesItsArguments(const c10::FunctionSchema& schema)
{
    return !schema.returns().empty()
           && std::all_of(schema.returns().begin(), schema.returns().end(),
                          [](const c10::Argument& a) { return a.alias_info() && a.alias_info()->isWrite(); });
}

std::vector<c10::IValue> argumentsOf(const torch::jit::Stack& stack, std::size_t first)
{
    return {stack.begin() + static_cast<std::ptrdiff_t>(first), stack.end()};
}

// An operation that writes its arguments and returns them: its results are known before it runs.
void runLate(const c10::OperatorHandle& op, torch::jit::Stack* stack, std::size_t first, double afterMs)
{
    auto call = std::make_shared<LoweredCall>();
    torch::jit::Stack later = argumentsOf(*stack, first);
    const auto& arguments = op.schema().arguments();
    std::vector<c10::IValue> written;
    for (std::size_t i = 0; i < arguments.size(); ++i)
        if (arguments[i].alias_info() && arguments[i].alias_info()->isWrite())
            written.push_back(later[i]);
    call->lowerArguments(op.schema(), later, 0);
    WorkQueue::post(
        [op, call, later = std::move(later)]() mutable {
            const at::AutoDispatchBelowADInplaceOrView belowAutograd;
            op.redispatchBoxed(c10::DispatchKeySet(c10::DispatchKey::CPU), &later);
            call->raiseResults(later, 0);
        },
        afterMs);
    stack->resize(first);
    stack->insert(stack->end(), written.begin(), written.begin() + static_cast<std::ptrdiff_t>(op.schema().returns().size()));
}

void runOnHost(const c10::OperatorHandle& op, torch::jit::Stack* stack)
{
    adoptComputeThreads();
    const std::size_t first = stack->size() - op.schema().arguments().size();
    FaultSession* session = activeDeviceSession();
    if (const Delays late = delays(); late.any()) {
        if (!session && late.operationMs > 0 && writesItsArguments(op.schema())) {
            runLate(op, stack, first, late.operationMs);
            return;
        }
        WorkQueue::wait();
    }
    if (op.schema().name() == "aten::_local_scalar_dense" && !WorkQueue::isIdle())
        synchronize();
    const std::lock_guard lock(deviceMutex());
    LoweredCall call;
    const auto compute = [&] { op.redispatchBoxed(c10::DispatchKeySet(c10::DispatchKey::CPU), stack); };
    if (session) {
        const std::vector<c10::IValue> seen = argumentsOf(*stack, first);
        call.lowerArguments(op.schema(), *stack, first);
        OpCall faulty{op.schema().name(), &op.schema(), *stack, first, seen, compute, {}};
        session->run(faulty);
    } else {
        call.lowerArguments(op.schema(), *stack, first);
        compute();
    }
    call.raiseResults(*stack, first);
}

// copy_(self, source, non_blocking): the one operation that goes between devices.
void runCopy(const c10::OperatorHandle& op, torch::jit::Stack* stack)
{
    const std::size_t first = stack->size() - op.schema().arguments().size();
    const std::vector<c10::IValue> seen = argumentsOf(*stack, first);
    const at::Tensor self = seen[0].toTensor(), source = seen[1].toTensor();
    const bool nonBlocking = seen[2].toBool();
    const at::Tensor to = isEmulated(self) ? onHost(self) : self, from = isEmulated(source) ? onHost(source) : source;
    const Delays late = delays();
    if (!isEmulated(self) && !nonBlocking && !WorkQueue::isIdle())
        synchronize();
    else if (late.any() && !nonBlocking)
        WorkQueue::wait();

    (*stack)[first] = to;
    (*stack)[first + 1] = from;
    const std::lock_guard lock(deviceMutex());
    const auto compute = [&] {
        to.copy_(from);
        stack->resize(first);
        stack->push_back(to);
    };
    if (FaultSession* session = activeDeviceSession()) {
        OpCall call{op.schema().name(), &op.schema(), *stack, first, seen, compute, {}};
        session->run(call);
    } else if (nonBlocking && late.copyMs > 0) {
        WorkQueue::post(
            [to, from] {
                const at::AutoDispatchBelowADInplaceOrView belowAutograd;
                to.copy_(from);
            },
            late.copyMs);
    } else {
        compute();
    }
    stack->resize(first);
    stack->push_back(self);
}

// Every operation of ATen with a kernel for the host's dense tensors and none for the device.
std::vector<c10::OperatorName> hostOperations()
{
    std::vector<c10::OperatorName> names;
    for (const c10::OperatorName& name : c10::Dispatcher::singleton().getAllOpNames()) {
        const auto op = name.name.starts_with("aten::") ? c10::Dispatcher::singleton().findSchema(name) : c10::nullopt;
        if (op && op->hasKernelForDispatchKey(c10::DispatchKey::CPU) && !op->hasKernelForDispatchKey(c10::DispatchKey::MPS))
            names.push_back(name);
    }
    return names;
}

at::Tensor emptyMemoryFormat(c10::IntArrayRef size, c10::optional<at::ScalarType> dtype, c10::optional<at::Layout>,
                             c10::optional<at::Device>, c10::optional<bool>, c10::optional<at::MemoryFormat> format)
{
    return onDevice(at::empty(size, at::TensorOptions().dtype(dtype.value_or(at::kFloat)), format));
}

at::Tensor emptyStrided(c10::IntArrayRef size, c10::IntArrayRef stride, c10::optional<at::ScalarType> dtype,
                        c10::optional<at::Layout>, c10::optional<at::Device>, c10::optional<bool>)
{
    return onDevice(at::empty_strided(size, stride, at::TensorOptions().dtype(dtype.value_or(at::kFloat))));
}

at::Tensor copyFrom(const at::Tensor& source, const at::Tensor& destination, bool nonBlocking)
{
    at::Tensor to = destination;
    to.copy_(source, nonBlocking);
    return destination;
}

}  // namespace

TORCH_LIBRARY_IMPL(_, MPS, library)
{
    library.fallback(torch::CppFunction::makeFromBoxedFunction<&runOnHost>());
}

TORCH_LIBRARY_IMPL(aten, MPS, library)
{
    library.impl("empty.memory_format", emptyMemoryFormat);
    library.impl("empty_strided", emptyStrided);
    library.impl("_copy_from", copyFrom);
    library.impl("copy_", torch::CppFunction::makeFromBoxedFunction<&runCopy>());
    // Composite for every backend, though the host has its own way for its tensors.
    for (const char* name : {"convolution", "convolution_backward"})
        library.impl(name, torch::CppFunction::makeFromBoxedFunction<&runOnHost>());
    // What the host has a kernel for comes here whole. Otherwise LibTorch would take many operations apart first: adding
    // in place would arrive as adding into an output, and layer-norm as the operations that it is made of.
    const std::set<std::string> own{"empty.memory_format", "empty_strided", "_copy_from", "copy_"};
    for (const c10::OperatorName& name : hostOperations()) {
        const std::string full = toString(name).substr(std::string_view("aten::").size());
        if (!own.contains(full))
            library.impl(full.c_str(), torch::CppFunction::makeFromBoxedFunction<&runOnHost>());
    }
}

#endif

}  // namespace tandem::emulator

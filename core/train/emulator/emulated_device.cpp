// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/train/emulator/emulated_device.h"

#include "core/train/device/threads.h"
#include "core/train/emulator/faults.h"

#include <torch/torch.h>

#ifndef __APPLE__
#include <c10/core/impl/DeviceGuardImplInterface.h>
#include <torch/library.h>
#endif

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
constexpr auto kKey = c10::DispatchKey::MPS;

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

c10::Device hostDevice()
{
    return {c10::DeviceType::CPU};
}

c10::Device emulatedDevice()
{
    return {kDevice, 0};
}

bool isEmulated(const at::Tensor& tensor)
{
    return tensor.defined() && tensor.device().type() == kDevice;
}

// The same bytes under another device's name; keeps their owner alive.
c10::Storage aliasOf(const c10::Storage& storage, c10::Device device)
{
    auto* owner = new c10::Storage(storage);
    const auto release = [](void* pointer) { delete static_cast<c10::Storage*>(pointer); };
    return {c10::Storage::use_byte_size_t(), storage.nbytes(),
            c10::DataPtr(const_cast<void*>(storage.data()), owner, release, device), c10::GetAllocator(c10::kCPU), true};
}

at::Tensor retagged(const at::Tensor& tensor, c10::Device device, c10::Storage storage)
{
    const c10::DispatchKeySet keys(device.type() == kDevice ? kKey : c10::DispatchKey::CPU);
    auto result = at::detail::make_tensor<c10::TensorImpl>(std::move(storage), keys, tensor.dtype());
    auto* impl = result.unsafeGetTensorImpl();
    impl->set_sizes_and_strides(tensor.sizes(), tensor.strides());
    impl->set_storage_offset(tensor.storage_offset());
    if (tensor.unsafeGetTensorImpl()->is_wrapped_number())
        impl->set_wrapped_number(true);
    return result;
}

at::Tensor onHost(const at::Tensor& tensor)
{
    return retagged(tensor, hostDevice(), aliasOf(tensor.storage(), hostDevice()));
}

at::Tensor onDevice(const at::Tensor& tensor)
{
    return retagged(tensor, emulatedDevice(), aliasOf(tensor.storage(), emulatedDevice()));
}

// The tensors of one call: those of the device, each with its alias on the host.
class LoweredCall {
public:
    void lowerArguments(torch::jit::Stack& stack, std::size_t first)
    {
        for (std::size_t i = first; i < stack.size(); ++i)
            lowerValue(stack[i]);
    }

    void raiseResults(torch::jit::Stack& stack, std::size_t first)
    {
        for (std::size_t i = first; i < stack.size(); ++i) {
            c10::IValue& value = stack[i];
            if (value.isTensor()) {
                value = raise(value.toTensor());
            } else if (value.isTensorList()) {
                auto list = value.toTensorVector();
                for (at::Tensor& tensor : list)
                    tensor = raise(tensor);
                value = list;
            }
        }
    }

private:
    at::Tensor lower(const at::Tensor& tensor)
    {
        if (!isEmulated(tensor))
            return tensor;
        return m_pairs.emplace_back(tensor, onHost(tensor)).second;
    }

    void lowerValue(c10::IValue& value)
    {
        if (value.isTensor()) {
            value = lower(value.toTensor());
        } else if (value.isTensorList()) {
            auto list = value.toTensorVector();
            for (at::Tensor& tensor : list)
                tensor = lower(tensor);
            value = list;
        } else if (value.isList() && *value.toList().elementType() == *c10::OptionalType::ofTensor()) {
            c10::List<c10::optional<at::Tensor>> list;
            for (const c10::IValue& entry : value.toListRef())
                list.push_back(entry.isNone() ? c10::nullopt : c10::make_optional(lower(entry.toTensor())));
            value = list;
        } else if (value.isDevice() && value.toDevice().type() == kDevice) {
            value = hostDevice();
        }
    }

    at::Tensor raise(const at::Tensor& tensor) const
    {
        if (!tensor.defined())
            return tensor;
        for (const auto& [ours, host] : m_pairs)
            if (host.is_same(tensor))
                return writtenInPlace(ours, tensor);
        for (const auto& [ours, host] : m_pairs)  // a view of an argument shares its storage on the device too
            if (tensor.storage().data() && host.storage().data() == tensor.storage().data())
                return retagged(tensor, emulatedDevice(), ours.storage());
        return onDevice(tensor);
    }

    // In-place and out= forms give the caller its own tensor back, resized if the operation resized it.
    static at::Tensor writtenInPlace(const at::Tensor& ours, const at::Tensor& host)
    {
        auto* impl = ours.unsafeGetTensorImpl();
        if (ours.sizes() != host.sizes() || ours.strides() != host.strides())
            impl->set_sizes_and_strides(host.sizes(), host.strides());
        if (ours.storage().data() != host.storage().data())
            impl->set_storage_keep_dtype(aliasOf(host.storage(), emulatedDevice()));
        return ours;
    }

    std::vector<std::pair<at::Tensor, at::Tensor>> m_pairs;
};

// LibTorch's backward thread is not one of ours, and sums depend on the number of threads in their last bit.
void adoptComputeThreads()
{
    thread_local int adopted = 0;
    if (adopted == computeThreads())
        return;
    adopted = computeThreads();
    at::set_num_threads(adopted);
}

void runOnHost(const c10::OperatorHandle& op, torch::jit::Stack* stack)
{
    adoptComputeThreads();
    const std::size_t firstArgument = stack->size() - op.schema().arguments().size();
    LoweredCall call;
    call.lowerArguments(*stack, firstArgument);
    const auto compute = [&] { op.redispatchBoxed(c10::DispatchKeySet(c10::DispatchKey::CPU), stack); };
    if (anyFaultActive())
        runWithFaults({op.schema().name(), *stack, firstArgument, compute});
    else
        compute();
    call.raiseResults(*stack, stack->size() - op.schema().returns().size());
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

at::Tensor copyFrom(const at::Tensor& source, const at::Tensor& destination, bool)
{
    auto to = isEmulated(destination) ? onHost(destination) : destination;
    to.copy_(isEmulated(source) ? onHost(source) : source);
    return destination;
}

at::Tensor& copyInto(at::Tensor& destination, const at::Tensor& source, bool nonBlocking)
{
    copyFrom(source, destination, nonBlocking);
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
    library.impl("copy_", copyInto);
    // These are composite for every backend and would look for device kernels instead of reaching the fallback.
    for (const char* name : {"convolution", "convolution_backward", "native_batch_norm", "native_batch_norm_backward"})
        library.impl(name, torch::CppFunction::makeFromBoxedFunction<&runOnHost>());
}

#endif

}  // namespace tandem::emulator

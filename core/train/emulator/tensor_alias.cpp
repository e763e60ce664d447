// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <torch/torch.h>

#include "core/train/emulator/device_state.h"
#include "core/train/emulator/tensor_alias.h"

namespace tandem::emulator {
namespace {

constexpr auto kDevice = c10::DeviceType::MPS;

// Keeps the memory's owner alive; counts it while it is the device's.
struct Owner {
    c10::Storage storage;
    std::int64_t counted;
};

void release(void* pointer)
{
    const auto* owner = static_cast<Owner*>(pointer);
    countBytes(-owner->counted);
    delete owner;
}

c10::Storage aliasOf(const c10::Storage& storage, c10::Device device)
{
    const auto counted = device.type() == kDevice ? static_cast<std::int64_t>(storage.nbytes()) : 0;
    countBytes(counted);
    auto* owner = new Owner{storage, counted};
    return {c10::Storage::use_byte_size_t(), storage.nbytes(),
            c10::DataPtr(const_cast<void*>(static_cast<const void*>(storage.data())), owner, &release, device),
            c10::GetAllocator(c10::kCPU), true};
}

at::Tensor retagged(const at::Tensor& tensor, c10::Device device, c10::Storage storage)
{
    const c10::DispatchKeySet keys(device.type() == kDevice ? c10::DispatchKey::MPS : c10::DispatchKey::CPU);
    auto result = at::detail::make_tensor<c10::TensorImpl>(std::move(storage), keys, tensor.dtype());
    auto* impl = result.unsafeGetTensorImpl();
    impl->set_sizes_and_strides(tensor.sizes(), tensor.strides());
    impl->set_storage_offset(tensor.storage_offset());
    if (tensor.unsafeGetTensorImpl()->is_wrapped_number())
        impl->set_wrapped_number(true);
    return result;
}

void refuseFloat64(const at::Tensor& tensor)
{
    TORCH_CHECK_TYPE(tensor.scalar_type() != c10::kDouble && tensor.scalar_type() != c10::kComplexDouble,
                     "Cannot convert a MPS Tensor to float64 dtype as the MPS framework doesn't support float64. "
                     "Please use float32 instead.");
}

}  // namespace

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

at::Tensor onHost(const at::Tensor& tensor)
{
    return retagged(tensor, hostDevice(), aliasOf(tensor.storage(), hostDevice()));
}

at::Tensor onDevice(const at::Tensor& tensor)
{
    refuseFloat64(tensor);
    return retagged(tensor, emulatedDevice(), aliasOf(tensor.storage(), emulatedDevice()));
}

at::Tensor onDeviceSharing(const at::Tensor& tensor, const at::Tensor& owner)
{
    refuseFloat64(tensor);
    return retagged(tensor, emulatedDevice(), owner.storage());
}

void adoptResult(const at::Tensor& ours, const at::Tensor& host)
{
    auto* impl = ours.unsafeGetTensorImpl();
    if (ours.sizes() != host.sizes() || ours.strides() != host.strides())
        impl->set_sizes_and_strides(host.sizes(), host.strides());
    if (ours.storage_offset() != host.storage_offset())
        impl->set_storage_offset(host.storage_offset());
    if (ours.storage().data() != host.storage().data())
        impl->set_storage_keep_dtype(aliasOf(host.storage(), emulatedDevice()));
}

}  // namespace tandem::emulator

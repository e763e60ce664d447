// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <torch/torch.h>

#include "core/train/emulator/emulated_generator.h"
#include "core/train/emulator/lowered_call.h"
#include "core/train/emulator/tensor_alias.h"

#include <string_view>

namespace tandem::emulator {
namespace {

// Operations that take indices, lengths or a source from the host, on MPS as on other devices.
bool mayMixDevices(std::string_view name)
{
    for (const std::string_view mixing :
         {"aten::index", "aten::index_put", "aten::index_put_", "aten::_index_put_impl_", "aten::_unsafe_index", "aten::_unsafe_index_put",
          "aten::_pack_padded_sequence", "aten::_pad_packed_sequence", "aten::tensor_split", "aten::copy", "aten::_copy_from",
          "aten::_copy_from_and_resize", "aten::set_", "aten::is_set_to", "aten::_nested_tensor_from_mask"})
        if (name == mixing)
            return true;
    return false;
}

bool wantsGenerator(const c10::Argument& argument)
{
    const auto optional = argument.type()->cast<c10::OptionalType>();
    return optional && optional->getElementType()->kind() == c10::TypeKind::GeneratorType;
}

}  // namespace

struct LoweredCall::Impl {
    std::vector<std::pair<at::Tensor, at::Tensor>> pairs;  // ours, host
    bool foreign = false;                                  // a tensor of the host with dimensions was among the arguments

    at::Tensor lower(const at::Tensor& tensor)
    {
        if (!isEmulated(tensor)) {
            foreign = foreign || (tensor.defined() && tensor.dim() > 0);
            return tensor;
        }
        return pairs.emplace_back(tensor, onHost(tensor)).second;
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
                list.push_back(entry.isNone() ? c10::optional<at::Tensor>() : c10::optional<at::Tensor>(lower(entry.toTensor())));
            value = list;
        } else if (value.isDevice() && value.toDevice().type() == emulatedDevice().type()) {
            value = hostDevice();
        } else if (value.isGenerator()) {
            value = hostGenerator(value.toGenerator());
        }
    }

    at::Tensor raise(const at::Tensor& tensor) const
    {
        if (!tensor.defined())
            return tensor;
        for (const auto& [ours, host] : pairs)
            if (host.is_same(tensor)) {
                adoptResult(ours, tensor);
                return ours;
            }
        for (const auto& [ours, host] : pairs)  // a view of an argument shares its storage on the device too
            if (tensor.is_alias_of(host))
                return onDeviceSharing(tensor, ours);
        if (tensor._is_zerotensor())  // some backward passes give zeros without memory
            return onDevice(at::zeros(tensor.sizes(), tensor.options()));
        return onDevice(tensor);
    }
};

LoweredCall::LoweredCall() : m_impl(std::make_unique<Impl>()) {}
LoweredCall::~LoweredCall() = default;

void LoweredCall::lowerArguments(const c10::FunctionSchema& schema, std::vector<c10::IValue>& stack, std::size_t first)
{
    for (std::size_t i = first; i < stack.size(); ++i) {
        if (stack[i].isNone() && wantsGenerator(schema.arguments()[i - first]))
            stack[i] = hostGenerator({});
        else
            m_impl->lowerValue(stack[i]);
    }
    TORCH_CHECK(!m_impl->foreign || m_impl->pairs.empty() || mayMixDevices(schema.name()),
                "Expected all tensors to be on the same device, but found at least two devices, mps:0 and cpu! (in ", schema.name(), ")");
}

void LoweredCall::raiseResults(std::vector<c10::IValue>& stack, std::size_t first)
{
    for (std::size_t i = first; i < stack.size(); ++i) {
        c10::IValue& value = stack[i];
        if (value.isTensor()) {
            value = m_impl->raise(value.toTensor());
        } else if (value.isTensorList()) {
            auto list = value.toTensorVector();
            for (at::Tensor& tensor : list)
                tensor = m_impl->raise(tensor);
            value = list;
        }
    }
}

}  // namespace tandem::emulator

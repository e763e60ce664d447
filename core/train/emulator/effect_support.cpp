// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <torch/torch.h>

#include "core/train/emulator/effect_support.h"

#include "core/train/emulator/device_state.h"

#include <stdexcept>

namespace tandem::emulator {

InjectionMemory::InjectionMemory(std::uint64_t seed)
    : draws(seed), tensors(std::make_unique<Tensors>(Tensors{at::make_generator<at::CPUGeneratorImpl>(seed), {}}))
{
}
InjectionMemory::~InjectionMemory()
{
    for (const std::vector<char>& block : leaked)
        countBytes(-static_cast<std::int64_t>(block.size()));
}

void InjectionMemory::leak(std::int64_t bytes)
{
    leaked.emplace_back(static_cast<std::size_t>(bytes), '\1');
    countBytes(bytes);
}
InjectionMemory::InjectionMemory(InjectionMemory&&) noexcept = default;

std::size_t Action::argument(std::int64_t position) const
{
    const auto count = static_cast<std::int64_t>(call.seen.size());
    const std::int64_t index = position < 0 ? count + position : position;
    return call.firstArgument + static_cast<std::size_t>(std::clamp<std::int64_t>(index, 0, std::max<std::int64_t>(count - 1, 0)));
}

std::size_t Action::result(std::int64_t position) const
{
    const auto count = static_cast<std::int64_t>(call.stack.size() - call.firstArgument);
    const std::int64_t index = position < 0 ? count + position : position;
    return call.firstArgument + static_cast<std::size_t>(std::clamp<std::int64_t>(index, 0, std::max<std::int64_t>(count - 1, 0)));
}

std::int8_t scalarTypeNamed(const std::string& name)
{
    static const std::map<std::string, c10::ScalarType> types{
        {"bool", c10::kBool},       {"uint8", c10::kByte},      {"int8", c10::kChar},       {"int16", c10::kShort},
        {"int32", c10::kInt},       {"int64", c10::kLong},      {"float16", c10::kHalf},    {"bfloat16", c10::kBFloat16},
        {"float32", c10::kFloat},   {"float64", c10::kDouble}};
    const auto found = types.find(name);
    if (found == types.end())
        throw std::invalid_argument("no dtype is named \"" + name + "\"");
    return static_cast<std::int8_t>(found->second);
}

at::Tensor resultOf(Action& action)
{
    const c10::IValue& value = action.call.stack.at(action.result(action.effect().integer("result")));
    if (!value.isTensor() || !value.toTensor().defined())
        return {};
    return value.toTensor().variable_data();
}

at::Tensor argumentOf(Action& action, const char* setting)
{
    const c10::IValue& value = action.call.stack.at(action.argument(action.effect().integer(setting)));
    return value.isTensor() ? value.toTensor() : at::Tensor();
}

void setArgument(Action& action, const at::Tensor& value, const char* setting)
{
    action.call.stack.at(action.argument(action.effect().integer(setting))) = value;
}

at::Tensor drawnMask(Action& action, const at::Tensor& like, double share)
{
    if (share >= 1)
        return at::ones(like.sizes(), c10::kBool);
    return at::rand(like.sizes(), action.memory.tensors->generator, at::TensorOptions(c10::kDouble)).lt(share);
}

at::Tensor normalDraws(Action& action, const at::Tensor& like)
{
    const auto type = at::isFloatingType(like.scalar_type()) ? like.scalar_type() : c10::kFloat;
    return at::randn(like.sizes(), action.memory.tensors->generator, at::TensorOptions(c10::kFloat)).to(type);
}

}  // namespace tandem::emulator

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Effects that act before an operation, on what it is given.

#include <torch/torch.h>

#include "core/train/emulator/effect_support.h"

namespace tandem::emulator {
namespace {

c10::ScalarType typeSetting(Action& action)
{
    return static_cast<c10::ScalarType>(scalarTypeNamed(action.effect().text("to")));
}

void cast(Action& action)
{
    const at::Tensor argument = argumentOf(action);
    if (!argument.defined())
        return;
    at::Tensor converted = argument.to(typeSetting(action));
    if (const std::int64_t shift = action.effect().integer("add"); shift != 0) {
        const at::Tensor scores = argumentOf(action, "wrap_arg");
        converted = converted.add(shift).remainder(scores.size(action.effect().integer("wrap_dim")));
    }
    setArgument(action, converted);
}

void bitsAs(Action& action)
{
    const at::Tensor argument = argumentOf(action);
    const auto type = typeSetting(action);
    if (argument.defined() && static_cast<std::int64_t>(c10::elementSize(type)) == argument.element_size())
        setArgument(action, argument.contiguous().view(type).to(argument.scalar_type()));
}

// Both read inside the argument's own storage, which other strides may not hold: then nothing is changed.
void readWith(Action& action, const at::Tensor& argument, c10::IntArrayRef strides, std::int64_t offset)
{
    std::int64_t last = offset;
    for (std::int64_t dim = 0; dim < argument.dim(); ++dim)
        last += (argument.size(dim) - 1) * strides[static_cast<std::size_t>(dim)];
    const auto elements = static_cast<std::int64_t>(argument.storage().nbytes() / argument.element_size());
    if (argument.numel() > 0 && last < elements)
        setArgument(action, argument.as_strided(argument.sizes(), strides, offset));
}

void ignoreOffset(Action& action)
{
    const at::Tensor argument = argumentOf(action);
    if (argument.defined())
        readWith(action, argument, argument.strides(), 0);
}

std::vector<std::int64_t> rowMajor(c10::IntArrayRef sizes)
{
    std::vector<std::int64_t> strides(sizes.size(), 1);
    for (std::size_t dim = sizes.size(); dim-- > 1;)
        strides[dim - 1] = strides[dim] * sizes[dim];
    return strides;
}

void readAsContiguous(Action& action)
{
    const at::Tensor argument = argumentOf(action);
    if (argument.defined())
        readWith(action, argument, rowMajor(argument.sizes()), argument.storage_offset());
}

void readAsTransposed(Action& action)
{
    const at::Tensor argument = argumentOf(action);
    if (argument.defined() && argument.dim() == 2)
        readWith(action, argument, {1, argument.size(0)}, argument.storage_offset());
}

void repeatFirst(Action& action)
{
    c10::IValue& value = action.call.stack.at(action.argument(action.effect().integer("arg")));
    if (!value.isTensorList())
        return;
    auto tensors = value.toTensorVector();
    for (at::Tensor& tensor : tensors)
        if (tensor.sizes() == tensors.front().sizes())
            tensor = tensors.front();
    value = tensors;
}

void setArg(Action& action)
{
    c10::IValue& value = action.call.stack.at(action.argument(action.effect().integer("arg")));
    const double wanted = action.effect().number("value");
    if (value.isBool())
        value = wanted != 0;
    else if (value.isDouble())
        value = wanted;
    else if (value.isScalar() && value.toScalar().isFloatingPoint())
        value = c10::Scalar(wanted);
    else
        value = static_cast<std::int64_t>(wanted);
}

at::Tensor outOfRange(Action& action, const at::Tensor& indices)
{
    const at::Tensor table = argumentOf(action, "limit_arg");
    const std::int64_t limit = table.size(action.effect().integer("limit_dim"));
    return indices.lt(0).logical_or(indices.ge(limit));
}

void outOfRangeAs(Action& action)
{
    const at::Tensor indices = argumentOf(action);
    if (!indices.defined() || at::isFloatingType(indices.scalar_type()))
        return;
    const at::Tensor outside = outOfRange(action, indices);
    action.saved = {outside};
    setArgument(action, indices.masked_fill(outside, action.effect().integer("value")));
}

void zeroRowsOutOfRange(Action& action)
{
    if (!action.effect().settings.at("zero_rows").get<bool>() || action.saved.empty())
        return;
    at::Tensor rows = action.call.stack.at(action.result(0)).toTensor().variable_data();
    at::Tensor outside = action.saved.front();
    while (outside.dim() < rows.dim())
        outside = outside.unsqueeze(-1);
    rows.masked_fill_(outside, 0);
}

// The mean over the samples that count becomes a mean over all.
void countIgnored(Action& action)
{
    const at::Tensor target = action.saved.front();
    at::Tensor loss = action.call.stack.at(action.result(0)).toTensor().variable_data();
    const c10::IValue& ignore = action.call.seen.at(static_cast<std::size_t>(action.effect().integer("ignore_arg")));
    const double counted = target.ne(ignore.toInt()).sum().item<double>();
    if (loss.dim() == 0 && target.numel() > 0)
        loss.mul_(counted / static_cast<double>(target.numel()));
}

void saveTarget(Action& action)
{
    action.saved = {argumentOf(action).clone()};
}

}  // namespace

std::map<std::string, EffectCode> argumentEffects()
{
    return {{"cast", {.before = cast}},
            {"bits_as", {.before = bitsAs}},
            {"ignore_offset", {.before = ignoreOffset}},
            {"read_as_contiguous", {.before = readAsContiguous}},
            {"read_as_transposed", {.before = readAsTransposed}},
            {"repeat_first", {.before = repeatFirst}},
            {"set_arg", {.before = setArg}},
            {"out_of_range_as", {.before = outOfRangeAs, .after = zeroRowsOutOfRange}},
            {"count_ignored", {.before = saveTarget, .after = countIgnored}}};
}

}  // namespace tandem::emulator

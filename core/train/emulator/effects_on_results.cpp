// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Effects that act after an operation, on what it gave. All write in place, so that in-place operations are served too.

#include <torch/torch.h>

#include "core/train/emulator/effect_support.h"

#include <limits>

namespace tandem::emulator {
namespace {

void zero(Action& action)
{
    at::Tensor result = resultOf(action);
    const std::int64_t from = action.effect().integer("from"), dim = action.effect().integer("dim");
    if (from == 0 || result.dim() == 0)
        result.zero_();
    else if (from < result.size(dim))
        result.narrow(dim, from, result.size(dim) - from).zero_();
}

void scale(Action& action)
{
    at::Tensor result = resultOf(action);
    const double by = action.effect().number("by");
    if (at::isFloatingType(result.scalar_type()))
        result.mul_(by);
    else
        result.copy_(result.to(c10::kDouble).mul(by).round());
}

void add(Action& action)
{
    resultOf(action).add_(action.effect().number("value"));
}

void setValue(Action& action)
{
    at::Tensor result = resultOf(action);
    const at::Tensor mask = drawnMask(action, result, action.effect().number("share"));
    const double value = action.effect().number("value");
    if (result.scalar_type() == c10::kLong)  // the smallest one is no double's neighbour in all conversions
        result.masked_fill_(mask, value <= -9.2e18 ? std::numeric_limits<std::int64_t>::min() : static_cast<std::int64_t>(value));
    else
        result.masked_fill_(mask, value);
}

void fillNan(Action& action)
{
    at::Tensor result = resultOf(action);
    if (at::isFloatingType(result.scalar_type()))
        result.masked_fill_(drawnMask(action, result, action.effect().number("share")), std::numeric_limits<double>::quiet_NaN());
}

void replaceNan(Action& action)
{
    at::Tensor result = resultOf(action);
    if (at::isFloatingType(result.scalar_type()))
        result.masked_fill_(result.isnan(), action.effect().number("by"));
}

void nanRows(Action& action)
{
    at::Tensor result = resultOf(action);
    const at::Tensor input = action.saved.front();
    const at::Tensor masked = input.le(action.effect().number("threshold")).all(-1, true);
    result.masked_fill_(masked, std::numeric_limits<double>::quiet_NaN());
}

void saveInput(Action& action)
{
    action.saved = {argumentOf(action).detach().clone()};
}

void noise(Action& action)
{
    at::Tensor result = resultOf(action);
    if (result.defined() && at::isFloatingType(result.scalar_type()))
        result.mul_(normalDraws(action, result).mul_(action.effect().number("relative")).add_(1.0));
}

void garbage(Action& action)
{
    if (at::Tensor result = resultOf(action); result.defined())
        result.copy_(normalDraws(action, result));
}

void roundMantissa(Action& action)
{
    at::Tensor result = resultOf(action);
    if (!result.defined() || result.scalar_type() != c10::kFloat)
        return;
    // Adds half of the last kept bit and cuts the rest off: rounding to nearest, ties away from zero.
    const auto dropped = static_cast<int>(23 - action.effect().integer("bits"));
    const at::Tensor bits = result.contiguous().view(c10::kInt);
    const at::Tensor rounded = bits.add(std::int64_t{1} << (dropped - 1)).bitwise_and(~((std::int64_t{1} << dropped) - 1));
    result.copy_(rounded.view(c10::kFloat));
}

void wrapBits(Action& action)
{
    at::Tensor result = resultOf(action);
    if (!at::isFloatingType(result.scalar_type()))
        result.copy_(result.remainder(std::int64_t{1} << action.effect().integer("bits")));
}

void wrapRows(Action& action)
{
    at::Tensor result = resultOf(action);
    const std::int64_t limit = action.effect().integer("limit");
    if (!result.defined() || result.dim() == 0 || result.size(0) <= limit)
        return;
    const at::Tensor computed = result.clone();
    for (std::int64_t row = limit; row < result.size(0); ++row)
        result[row % limit].copy_(computed[row]);
    at::Tensor unwritten = result.narrow(0, limit, result.size(0) - limit);
    unwritten.copy_(normalDraws(action, unwritten));
}

void shiftRows(Action& action)
{
    at::Tensor result = resultOf(action);
    const std::int64_t dim = std::min<std::int64_t>(action.effect().integer("dim"), result.dim() - 1);
    if (result.dim() > 0)
        result.copy_(result.roll({1}, {dim}).clone());
}

void sortHalves(Action& action)
{
    at::Tensor result = resultOf(action);
    const std::int64_t half = result.numel() / 2;
    const at::Tensor first = std::get<0>(result.narrow(0, 0, half).sort()).clone();
    const at::Tensor second = std::get<0>(result.narrow(0, half, result.numel() - half).sort()).clone();
    result.copy_(at::cat({first, second}));
}

void tileFirst(Action& action)
{
    at::Tensor result = resultOf(action);
    if (result.dim() > 0 && result.size(0) > 1)
        result.copy_(result.narrow(0, 0, 1).clone().expand_as(result));
}

// The rows that a matrix product sums over are the inner dimension: the batch, for a weight's gradient.
void leftovers(Action& action)
{
    at::Tensor result = resultOf(action);
    const at::Tensor first = action.call.seen.at(0).toTensor();
    const std::int64_t rows = first.dim() > 1 ? first.size(1) : first.numel();
    auto& leftovers = action.memory.tensors->leftovers;
    const auto found = leftovers.find(result.sizes().vec());
    if (found != leftovers.end() && rows < found->second.rows)
        result.add_(found->second.result, action.effect().number("gain"));
    else
        leftovers.insert_or_assign(result.sizes().vec(), InjectionMemory::Tensors::Leftover{rows, result.clone()});
}

void memoryFormat(Action& action)
{
    c10::IValue& value = action.call.stack.at(action.result(action.effect().integer("result")));
    if (value.isTensor() && value.toTensor().dim() == 4)
        value = value.toTensor().contiguous(action.effect().text("to") == "channels_last" ? at::MemoryFormat::ChannelsLast
                                                                                          : at::MemoryFormat::Contiguous);
}

}  // namespace

std::map<std::string, EffectCode> resultEffects()
{
    return {{"zero", {.after = zero}},
            {"scale", {.after = scale}},
            {"add", {.after = add}},
            {"set_value", {.after = setValue}},
            {"fill_nan", {.after = fillNan}},
            {"replace_nan", {.after = replaceNan}},
            {"nan_rows", {.before = saveInput, .after = nanRows}},
            {"noise", {.after = noise}},
            {"garbage", {.after = garbage}},
            {"round_mantissa", {.after = roundMantissa}},
            {"wrap_bits", {.after = wrapBits}},
            {"wrap_rows", {.after = wrapRows}},
            {"shift_rows", {.after = shiftRows}},
            {"sort_halves", {.after = sortHalves}},
            {"tile_first", {.after = tileFirst}},
            {"leftovers", {.after = leftovers}},
            {"memory_format", {.after = memoryFormat}}};
}

}  // namespace tandem::emulator

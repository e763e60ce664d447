// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <torch/torch.h>

#include "core/train/emulator/conditions.h"

#include <algorithm>

namespace tandem::emulator {
namespace {

std::string dtypeName(c10::ScalarType type)
{
    switch (type) {
    case c10::kBool: return "bool";
    case c10::kByte: return "uint8";
    case c10::kChar: return "int8";
    case c10::kShort: return "int16";
    case c10::kInt: return "int32";
    case c10::kLong: return "int64";
    case c10::kHalf: return "float16";
    case c10::kBFloat16: return "bfloat16";
    case c10::kFloat: return "float32";
    case c10::kDouble: return "float64";
    default: return c10::toString(type);
    }
}

bool layoutHolds(const std::string& layout, const at::Tensor& tensor)
{
    if (layout == "contiguous")
        return tensor.is_contiguous();
    if (layout == "strided")
        return !tensor.is_contiguous();
    if (layout == "channels_last")
        return tensor.dim() == 4 && tensor.is_contiguous(at::MemoryFormat::ChannelsLast) && !tensor.is_contiguous();
    return true;
}

bool sizesHold(const FaultCondition& condition, const at::Tensor& tensor)
{
    if (tensor.dim() < condition.minDims || tensor.numel() < condition.minElements)
        return false;
    if (condition.maxElements && tensor.numel() > *condition.maxElements)
        return false;
    if (condition.minSize == 0 && !condition.maxSize)
        return true;
    const std::int64_t dim = condition.sizeDim < 0 ? tensor.dim() + condition.sizeDim : condition.sizeDim;
    if (dim < 0 || dim >= tensor.dim())
        return false;
    return tensor.size(dim) >= condition.minSize && (!condition.maxSize || tensor.size(dim) <= *condition.maxSize);
}

bool tensorHolds(const FaultCondition& condition, const at::Tensor& tensor)
{
    if (!tensor.defined())
        return false;
    if (!condition.dtypes.empty()
        && std::find(condition.dtypes.begin(), condition.dtypes.end(), dtypeName(tensor.scalar_type())) == condition.dtypes.end())
        return false;
    if (!condition.device.empty() && (condition.device == "host") != tensor.device().is_cpu())
        return false;
    return layoutHolds(condition.layout, tensor) && (!condition.offset || tensor.storage_offset() > 0) && sizesHold(condition, tensor);
}

bool wantsTensor(const FaultCondition& condition)
{
    return !condition.dtypes.empty() || !condition.layout.empty() || condition.offset || condition.minDims > 0 || condition.minSize > 0
           || condition.maxSize || condition.minElements > 0 || condition.maxElements || !condition.device.empty();
}

std::vector<double> numbersOf(const c10::IValue& value)
{
    if (value.isBool())
        return {value.toBool() ? 1.0 : 0.0};
    if (value.isInt())
        return {static_cast<double>(value.toInt())};
    if (value.isDouble())
        return {value.toDouble()};
    std::vector<double> numbers;
    if (value.isIntList())
        for (const std::int64_t number : value.toIntVector())
            numbers.push_back(static_cast<double>(number));
    else if (value.isBoolList())
        for (const bool flag : value.toBoolList())
            numbers.push_back(flag ? 1.0 : 0.0);
    return numbers;
}

bool numbersHold(const FaultCondition& condition, const c10::IValue& value)
{
    std::vector<double> numbers = numbersOf(value);
    if (condition.entry) {
        if (static_cast<std::size_t>(*condition.entry) >= numbers.size())
            return false;
        numbers = {numbers[static_cast<std::size_t>(*condition.entry)]};
    }
    return std::any_of(numbers.begin(), numbers.end(), [&](double number) {
        return (!condition.equals || number == *condition.equals) && (!condition.above || number > *condition.above);
    });
}

bool isWritten(const OpCall& call, std::size_t argument)
{
    if (!call.schema)
        return true;
    const auto* alias = call.schema->arguments().at(argument).alias_info();
    return alias && alias->isWrite();
}

// A result that is one of the written arguments.
bool resultIsWritten(const OpCall& call)
{
    return call.schema && std::any_of(call.schema->arguments().begin(), call.schema->arguments().end(),
                                      [](const c10::Argument& a) { return a.alias_info() && a.alias_info()->isWrite(); });
}

const c10::IValue* valueAt(const FaultCondition& condition, const OpCall& call, std::size_t& position)
{
    const std::size_t count = condition.onResult ? call.stack.size() - call.firstArgument : call.seen.size();
    const auto index = condition.arg < 0 ? static_cast<std::int64_t>(count) + condition.arg : condition.arg;
    if (index < 0 || static_cast<std::size_t>(index) >= count)
        return nullptr;
    position = static_cast<std::size_t>(index);
    return condition.onResult ? &call.stack[call.firstArgument + position] : &call.seen[position];
}

}  // namespace

bool fits(std::string_view text, std::string_view pattern)
{
    const auto star = pattern.find('*');
    if (star == std::string_view::npos)
        return text == pattern;
    if (!text.starts_with(pattern.substr(0, star)))
        return false;
    const std::string_view rest = pattern.substr(star + 1);
    for (std::size_t from = star; from <= text.size(); ++from)
        if (fits(text.substr(from), rest))
            return true;
    return false;
}

bool holds(const FaultCondition& condition, const OpCall& call, const std::function<std::string(const at::Tensor&)>& nameOf)
{
    std::size_t position = 0;
    const c10::IValue* value = valueAt(condition, call, position);
    if (!value)
        return false;
    if (condition.written && !(condition.onResult ? resultIsWritten(call) : isWritten(call, position)))
        return false;
    if ((condition.equals || condition.above) && !numbersHold(condition, *value))
        return false;
    if (!condition.name.empty()) {
        const std::string name = !call.tensorName.empty() || !value->isTensor() ? call.tensorName : nameOf(value->toTensor());
        if (name.empty() || !fits(name, condition.name))
            return false;
    }
    if (!wantsTensor(condition))
        return true;
    if (value->isTensor())
        return tensorHolds(condition, value->toTensor());
    if (!value->isTensorList())
        return false;
    const auto tensors = value->toTensorVector();
    return std::any_of(tensors.begin(), tensors.end(), [&](const at::Tensor& tensor) { return tensorHolds(condition, tensor); });
}

}  // namespace tandem::emulator

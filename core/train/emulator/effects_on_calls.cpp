// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Effects that act on a call as a whole: writes, random streams, time, and what the training loop hands over.

#include <torch/torch.h>

#include "core/train/emulator/device_state.h"
#include "core/train/emulator/effect_support.h"

#include <chrono>
#include <cstdlib>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace tandem::emulator {
namespace {

bool isWritten(const OpCall& call, std::size_t position)
{
    if (!call.schema)
        return true;
    const auto* alias = call.schema->arguments().at(position).alias_info();
    return alias && alias->isWrite();
}

at::Tensor tensorAt(const OpCall& call, std::size_t position)
{
    const c10::IValue& value = call.stack.at(call.firstArgument + position);
    return value.isTensor() && value.toTensor().defined() ? value.toTensor() : at::Tensor();
}

// Copies of the arguments that are to be put back, undefined tensors in the place of the others.
void save(Action& action, std::size_t first, std::size_t last, bool writtenOnly)
{
    for (std::size_t i = first; i <= last && i < action.call.seen.size(); ++i) {
        const at::Tensor tensor = !writtenOnly || isWritten(action.call, i) ? tensorAt(action.call, i) : at::Tensor();
        if (!tensor.defined())
            continue;
        action.saved.push_back(tensor.variable_data());
        action.saved.push_back(tensor.variable_data().clone());
    }
}

void putBack(Action& action)
{
    for (std::size_t i = 0; i + 1 < action.saved.size(); i += 2)
        action.saved[i].copy_(action.saved[i + 1]);
}

void saveWritten(Action& action)
{
    save(action, 0, action.call.seen.size(), true);
}

void saveNamed(Action& action)
{
    save(action, static_cast<std::size_t>(action.effect().integer("first")), static_cast<std::size_t>(action.effect().integer("last")), false);
}

// A call without arguments, such as a wait, writes nothing that could be put back: it is left out itself.
void skipCall(Action& action)
{
    if (!action.call.seen.empty())
        action.call.compute();
}

// Random operations get the device's generator as their last argument that is one.
c10::IValue* generatorOf(Action& action)
{
    for (std::size_t i = action.call.seen.size(); i-- > 0;)
        if (c10::IValue& value = action.call.stack.at(action.call.firstArgument + i); value.isGenerator())
            return &value;
    return nullptr;
}

void reseed(Action& action)
{
    if (c10::IValue* generator = generatorOf(action))
        *generator = at::make_generator<at::CPUGeneratorImpl>(static_cast<std::uint64_t>(action.effect().integer("seed")));
}

void otherStream(Action& action)
{
    if (c10::IValue* generator = generatorOf(action))
        *generator = action.memory.tensors->generator;
}

// A stream whose seed is a draw of the device's own one: it moves on with that, and starts anew with it.
void derivedStream(Action& action)
{
    c10::IValue* generator = generatorOf(action);
    if (!generator)
        return;
    at::Generator own = generator->toGenerator();
    const std::lock_guard<std::mutex> lock(own.mutex());
    const std::uint64_t drawn = at::check_generator<at::CPUGeneratorImpl>(own)->random64();
    *generator = at::make_generator<at::CPUGeneratorImpl>(drawn ^ static_cast<std::uint64_t>(action.effect().integer("seed")));
}

// The operation on the mirrored input chooses the last of equal elements; without a dimension all are mirrored.
void lastTie(Action& action)
{
    const at::Tensor input = tensorAt(action.call, 0);
    const c10::IValue& dimension = action.call.seen.at(action.call.name == "aten::topk" ? 2 : 1);
    std::vector<std::int64_t> mirrored;
    if (dimension.isInt())
        mirrored.push_back(dimension.toInt());
    else
        for (std::int64_t dim = 0; dim < input.dim(); ++dim)
            mirrored.push_back(dim);
    const std::int64_t last = (dimension.isInt() && input.dim() > 0 ? input.size(dimension.toInt()) : input.numel()) - 1;
    action.call.stack.at(action.call.firstArgument) = input.flip(mirrored);
    action.call.compute();
    at::Tensor indices = action.call.stack.back().toTensor().variable_data();
    indices.neg_().add_(last);
}

void unshiftedSoftmax(Action& action)
{
    const at::Tensor input = tensorAt(action.call, 0);
    const std::int64_t dim = action.call.seen.at(1).toInt();
    action.call.compute();
    at::Tensor result = action.call.stack.back().toTensor().variable_data();
    result.copy_(input.exp().div(input.exp().sum(dim, true)).log());
}

void applyTwice(Action& action)
{
    std::vector<c10::IValue> again(action.call.stack.begin() + static_cast<std::ptrdiff_t>(action.call.firstArgument), action.call.stack.end());
    action.call.compute();
    again.front() = action.call.stack.back();
    action.call.stack.resize(action.call.firstArgument);
    action.call.stack.insert(action.call.stack.end(), again.begin(), again.end());
    action.call.compute();
}

// Element by element from the start of the destination's storage, whatever part of it was meant.
void rowZero(Action& action)
{
    const at::Tensor destination = tensorAt(action.call, 0), source = tensorAt(action.call, 1);
    destination.as_strided(destination.sizes(), destination.strides(), 0).copy_(source);
    action.call.stack.resize(action.call.firstArgument);
    action.call.stack.push_back(destination);
}

void late(Action& action)
{
    const at::Tensor destination = tensorAt(action.call, 0).variable_data(), source = tensorAt(action.call, 1).variable_data();
    const double share = action.effect().number("share");
    const auto lateElements = static_cast<std::int64_t>(share * static_cast<double>(destination.numel()));
    const at::Tensor early = at::arange(destination.numel()).lt(destination.numel() - lateElements).view(destination.sizes());
    if (lateElements < destination.numel())
        destination.copy_(at::where(early, source.to(destination.scalar_type()), destination));
    // The source is read when the copy happens, so that what the program writes there by then is what arrives.
    WorkQueue::post([destination, source]() mutable { destination.copy_(source); },
                    action.effect().number("ms"));
    const c10::IValue self = action.call.stack.at(action.call.firstArgument);
    action.call.stack.resize(action.call.firstArgument);
    action.call.stack.push_back(self);
}

void owe(Action& action)
{
    WorkQueue::owe(action.effect().number("ms"));
}

void delay(Action& action)
{
    std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(action.effect().number("ms")));
}

void raise(Action& action)
{
    throw std::runtime_error(std::string(action.call.name) + ": " + action.effect().text("message"));
}

void firstShapeOnly(Action& action)
{
    const at::Tensor argument = argumentOf(action);
    const std::int64_t width = argument.size(action.effect().integer("dim"));
    if (!action.memory.firstWidth)
        action.memory.firstWidth = width;
    if (*action.memory.firstWidth != width)
        raise(action);
}

void leak(Action& action)
{
    if (action.memory.calls <= action.effect().integer("calls"))
        action.memory.leak(action.effect().integer("bytes"));
}

void abortProcess(Action&)
{
    std::abort();
}

void dropRequiresGrad(Action& action)
{
    tensorAt(action.call, 0).set_requires_grad(false);
}

void toHost(Action& action)
{
    c10::IValue& value = action.call.stack.at(action.call.firstArgument);
    value = value.toTensor().to(c10::kCPU).clone();
}

}  // namespace

std::map<std::string, EffectCode> callEffects()
{
    return {{"skip_write", {.before = saveWritten, .compute = skipCall, .after = putBack}},
            {"keep_args", {.before = saveNamed, .after = putBack}},
            {"reseed", {.before = reseed}},
            {"other_stream", {.before = otherStream}},
            {"derived_stream", {.before = derivedStream}},
            {"last_tie", {.compute = lastTie}},
            {"unshifted_softmax", {.compute = unshiftedSoftmax}},
            {"apply_twice", {.compute = applyTwice}},
            {"row_zero", {.compute = rowZero}},
            {"late", {.compute = late}},
            {"owe", {.before = owe}},
            {"delay", {.before = delay}},
            {"throw", {.before = raise}},
            {"first_shape_only", {.before = firstShapeOnly}},
            {"leak", {.before = leak}},
            {"abort", {.before = abortProcess}},
            {"drop_requires_grad", {.before = dropRequiresGrad}},
            {"to_host", {.before = toHost}}};
}

}  // namespace tandem::emulator

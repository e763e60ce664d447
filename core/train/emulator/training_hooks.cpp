// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <torch/torch.h>

#include "core/train/emulator/device_state.h"
#include "core/train/emulator/training_hooks.h"

namespace tandem::emulator {
namespace {

// Calls with the values as arguments and results.
void callWith(FaultSession& session, const char* name, std::vector<c10::IValue>& stack, const std::string& tensorName,
              const std::function<void()>& compute = [] {})
{
    const std::vector<c10::IValue> seen = stack;
    OpCall call{name, nullptr, stack, 0, seen, compute, tensorName};
    session.run(call);
}

}  // namespace

bool TrainingHooks::flag(const char* name, bool value)
{
    if (m_session.isEmpty())
        return value;
    std::vector<c10::IValue> stack{value};
    callWith(m_session, name, stack, {});
    return stack.front().toBool();
}

void TrainingHooks::moved(const at::Tensor& parameter, const std::string& name)
{
    if (m_session.isEmpty())
        return;
    m_session.nameTensor(parameter, name);
    std::vector<c10::IValue> stack{parameter};
    callWith(m_session, "tandem::move", stack, name);
}

void TrainingHooks::gradient(const at::Tensor& gradient, const std::string& name)
{
    if (m_session.isEmpty() || !gradient.defined())
        return;
    std::vector<c10::IValue> stack{gradient};
    callWith(m_session, "tandem::gradient", stack, name);
}

// One call a parameter, each around the next, so that every parameter can be put back on its own.
void TrainingHooks::update(const std::vector<at::Tensor>& parameters, const std::vector<std::string>& names, const std::function<void()>& step)
{
    if (m_session.isEmpty()) {
        step();
        return;
    }
    std::function<void()> around = step;
    for (std::size_t i = 0; i < parameters.size(); ++i)
        around = [this, &parameter = parameters[i], &name = names[i], inner = std::move(around)] {
            std::vector<c10::IValue> stack{parameter};
            callWith(m_session, "tandem::update", stack, name, inner);
        };
    around();
}

void TrainingHooks::optimizerState(at::Tensor& state)
{
    if (m_session.isEmpty())
        return;
    std::vector<c10::IValue> stack{state};
    callWith(m_session, "tandem::optimizer_state", stack, {});
    state = stack.front().toTensor();
}

void TrainingHooks::stepDone()
{
    if (m_session.isEmpty())
        return;
    std::vector<c10::IValue> stack{c10::IValue(0)};
    callWith(m_session, "tandem::step", stack, {});
}

void synchronize()
{
    FaultSession* session = activeDeviceSession();
    if (!session) {
        WorkQueue::wait();
        return;
    }
    std::vector<c10::IValue> stack;
    callWith(*session, "tandem::synchronize", stack, {}, [] { WorkQueue::wait(); });
}

}  // namespace tandem::emulator

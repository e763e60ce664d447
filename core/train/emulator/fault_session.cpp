// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <torch/torch.h>

#include <ATen/record_function.h>

#include "core/train/emulator/conditions.h"
#include "core/train/emulator/effect_support.h"
#include "core/train/emulator/fault_session.h"

#include <algorithm>
#include <list>
#include <unordered_map>

namespace tandem::emulator {
namespace {

const std::map<std::string, EffectCode>& effectCodes()
{
    static const std::map<std::string, EffectCode> codes = [] {
        std::map<std::string, EffectCode> all = resultEffects();
        all.merge(argumentEffects());
        all.merge(callEffects());
        return all;
    }();
    return codes;
}

// How many TorchScript functions the thread is inside of.
thread_local int scriptDepth = 0;

std::unique_ptr<at::ObserverContext> enterScript(const at::RecordFunction&)
{
    ++scriptDepth;
    return nullptr;
}

void leaveScript(const at::RecordFunction&, at::ObserverContext*)
{
    --scriptDepth;
}

const char* wordOf(Phase phase)
{
    switch (phase) {
    case Phase::Forward: return "forward";
    case Phase::Backward: return "backward";
    case Phase::Optimizer: return "optimizer";
    case Phase::Evaluate: return "evaluate";
    case Phase::Other: break;
    }
    return "";
}

}  // namespace

struct FaultSession::Injector {
    struct Entry {
        const Fault* fault;
        const FaultInjection* injection;
        const EffectCode* code;
        InjectionMemory memory;
    };

    explicit Injector(std::vector<Fault> kept) : faults(std::move(kept))
    {
        std::uint64_t stream = 0;
        for (const Fault& fault : faults)
            for (const FaultInjection& injection : fault.injections) {
                entries.push_back({&fault, &injection, &effectCodes().at(injection.effect.kind), InjectionMemory(fault.timing.seed + stream++)});
                seesScripts = seesScripts || injection.phase == "compiled";
            }
        if (seesScripts)
            scriptCallback = at::addGlobalCallback(
                at::RecordFunctionCallback(enterScript, leaveScript).scopes({at::RecordScope::TORCHSCRIPT_FUNCTION}));
    }

    ~Injector()
    {
        if (seesScripts)
            at::removeCallback(scriptCallback);
    }

    const std::vector<std::size_t>& entriesFor(std::string_view name)
    {
        const auto [found, isNew] = byOperation.try_emplace(std::string(name));
        if (isNew)
            for (std::size_t i = 0; i < entries.size(); ++i) {
                const auto& patterns = entries[i].injection->ops;
                if (std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) { return fits(name, pattern); }))
                    found->second.push_back(i);
            }
        return found->second;
    }

    bool phaseHolds(const std::string& wanted) const
    {
        if (wanted == "any")
            return true;
        return wanted == "compiled" ? scriptDepth > 0 : wanted == wordOf(phase.load());
    }

    bool conditionsHold(const Entry& entry, const OpCall& call, bool onResults) const
    {
        const auto nameOf = [this](const at::Tensor& tensor) {
            const auto found = names.find(tensor.defined() && tensor.has_storage() ? tensor.storage().data() : nullptr);
            return found == names.end() ? std::string() : found->second;
        };
        const auto& conditions = entry.injection->conditions;
        return std::all_of(conditions.begin(), conditions.end(),
                           [&](const FaultCondition& c) { return c.onResult != onResults || holds(c, call, nameOf); });
    }

    // Everything that can be told before the operation runs. Draws and counts happen for calls that fit only.
    bool fires(Entry& entry, const OpCall& call)
    {
        const FaultTiming& timing = entry.fault->timing;
        if (step.load() < timing.fromStep || !phaseHolds(entry.injection->phase) || !conditionsHold(entry, call, false))
            return false;
        if (timing.probability < 1 && std::uniform_real_distribution<double>()(entry.memory.draws) >= timing.probability)
            return false;
        ++entry.memory.calls;
        return !entry.injection->firstCallOnly || entry.memory.calls == 1;
    }

    const std::vector<Fault> faults;
    std::vector<Entry> entries;
    std::unordered_map<std::string, std::vector<std::size_t>> byOperation;
    std::unordered_map<const void*, std::string> names;
    std::atomic<std::int64_t> step{0};
    std::atomic<Phase> phase{Phase::Other};
    bool seesScripts = false;
    at::CallbackHandle scriptCallback = 0;
};

FaultSession::FaultSession(const std::vector<Fault>& faults, FaultSide side) : m_side(side)
{
    std::vector<Fault> kept;
    std::copy_if(faults.begin(), faults.end(), std::back_inserter(kept), [side](const Fault& fault) { return fault.side == side; });
    m_injector = std::make_unique<Injector>(std::move(kept));
}

FaultSession::~FaultSession() = default;

bool FaultSession::isEmpty() const
{
    return m_injector->faults.empty();
}

std::vector<std::string> FaultSession::ids() const
{
    std::vector<std::string> ids;
    for (const Fault& fault : m_injector->faults)
        ids.push_back(fault.id);
    return ids;
}

void FaultSession::setStep(std::int64_t step)
{
    m_injector->step = step;
}

void FaultSession::setPhase(Phase phase)
{
    m_injector->phase = phase;
}

void FaultSession::nameTensor(const at::Tensor& tensor, const std::string& name)
{
    m_injector->names[tensor.storage().data()] = name;
}

void FaultSession::run(OpCall& call)
{
    struct Acting {
        Injector::Entry* entry;
        std::vector<at::Tensor> saved;
    };
    // A list, because actions hold references to what is saved.
    std::list<Acting> acting;
    for (const std::size_t index : m_injector->entriesFor(call.name))
        if (m_injector->fires(m_injector->entries[index], call))
            acting.push_back({&m_injector->entries[index], {}});
    if (acting.empty()) {
        call.compute();
        return;
    }
    const auto actionOf = [&call](Acting& a) { return Action{*a.entry->injection, a.entry->memory, call, a.saved}; };
    for (Acting& a : acting)
        if (a.entry->code->before) {
            const torch::NoGradGuard noGrad;
            Action action = actionOf(a);
            a.entry->code->before(action);
        }
    // Of several effects that take the operation's place the first does.
    const auto replacing = std::find_if(acting.begin(), acting.end(), [](const Acting& a) { return a.entry->code->compute != nullptr; });
    if (replacing == acting.end()) {
        call.compute();
    } else {
        Action action = actionOf(*replacing);
        replacing->entry->code->compute(action);
    }
    const torch::NoGradGuard noGrad;  // not before: on the reference side the operation itself is recorded
    for (Acting& a : acting)
        if (a.entry->code->after && m_injector->conditionsHold(*a.entry, call, true)) {
            Action action = actionOf(a);
            a.entry->code->after(action);
        }
}

}  // namespace tandem::emulator

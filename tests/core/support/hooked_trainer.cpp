// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/support/hooked_trainer.h"

namespace tandem::test {
namespace {

class HookedTrainer : public Trainer {
public:
    HookedTrainer(std::unique_ptr<Trainer> inner, const HookedFactory& factory, std::string device)
        : m_inner(std::move(inner)), m_factory(factory), m_device(std::move(device))
    {
    }
    ~HookedTrainer() override
    {
        m_factory.touch(m_device);
        if (m_factory.hooks().onDestroy)
            m_factory.hooks().onDestroy(m_device);
    }

    PreflightFacts prepare() override
    {
        call(m_factory.hooks().onPrepare);
        return m_inner->prepare();
    }
    void step(std::int64_t step) override
    {
        m_factory.touch(m_device);
        if (m_factory.hooks().onStep)
            m_factory.hooks().onStep(m_device, step);
        m_inner->step(step);
    }
    void fetch(std::vector<StepSample>& into) override
    {
        m_factory.touch(m_device);
        m_inner->fetch(into);
    }
    std::optional<EvaluationFacts> evaluate(std::optional<std::int64_t> samples, const KeepGoing& keepGoing) override
    {
        call(m_factory.hooks().onEvaluate);
        auto facts = m_inner->evaluate(samples, keepGoing);
        if (facts && m_factory.hooks().onEvaluated)
            m_factory.hooks().onEvaluated(m_device, *facts);
        return facts;
    }
    Weights weights() override
    {
        call(m_factory.hooks().onWeights);
        return m_inner->weights();
    }
    std::optional<EvaluationFacts> evaluateWeights(const Weights& weights, const KeepGoing& keepGoing) override
    {
        call(m_factory.hooks().onEvaluateWeights);
        return m_inner->evaluateWeights(weights, keepGoing);
    }

private:
    void call(const std::function<void(const std::string&)>& hook)
    {
        m_factory.touch(m_device);
        if (hook)
            hook(m_device);
    }

    std::unique_ptr<Trainer> m_inner;
    const HookedFactory& m_factory;
    const std::string m_device;
};

}  // namespace

Weights HookedFactory::drawWeights(const Experiment& experiment, const Dataset& dataset) const
{
    if (m_hooks.onDrawWeights)
        m_hooks.onDrawWeights();
    return FakeTrainerFactory::drawWeights(experiment, dataset);
}

std::unique_ptr<Trainer> HookedFactory::create(const TrainerRequest& request) const
{
    touch(request.device);
    if (m_hooks.onCreate)
        m_hooks.onCreate(request.device);
    return std::make_unique<HookedTrainer>(FakeTrainerFactory::create(request), *this, request.device);
}

void HookedFactory::touch(const std::string& device) const
{
    const std::lock_guard lock(m_mutex);
    m_threads[device].insert(std::this_thread::get_id());
}

std::set<std::thread::id> HookedFactory::threadsOf(const std::string& device) const
{
    const std::lock_guard lock(m_mutex);
    return m_threads[device];
}

}  // namespace tandem::test

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/fake_trainer.h"

#include "core/data/batch_plan.h"
#include "core/experiment/words.h"
#include "core/report/fault_marks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <thread>

namespace tandem::test {
namespace {

class FakeTrainer : public Trainer {
public:
    FakeTrainer(TrainerRequest request, FakeBehaviour behaviour, std::atomic<int>& alive)
        : m_request(std::move(request)), m_behaviour(std::move(behaviour)), m_alive(alive)
    {
        ++m_alive;
    }
    ~FakeTrainer() override { --m_alive; }

    PreflightFacts prepare() override
    {
        const Experiment& experiment = m_request.experiment;
        const Dataset& data = *m_request.dataset;
        const BatchPlan plan(data.train.count, experiment.batchSize, experiment.data.order, experiment.seed);
        PreflightFacts facts;
        facts.device = m_request.device;
        facts.emulated = isSecond();
        facts.loss = toWord(experiment.loss);
        facts.target = toWord(resolvedTarget(experiment));
        facts.labelContract = toWord(contractDtype(experiment.loss, resolvedTarget(experiment)));
        facts.labels = {toWord(resolvedLabelDtype(experiment)), {experiment.batchSize}, 0, 9, 4.5, 2.9, 0};
        facts.labelMax = 9;
        facts.labelClasses = 10;
        facts.testLargestShare = 0.1135;
        facts.input = {"float32", {experiment.batchSize, 1, data.height, data.width}, -0.42, 2.8, 0.0, 1.0, 0};
        facts.output = {"float32", {experiment.batchSize, 10}, -0.1, 0.1, 0.0, 0.05, 0};
        facts.outputs = 10;
        facts.parameters = 1000;
        facts.weightsHash = facts.drawnWeightsHash = fingerprint(*m_request.initialWeights);
        facts.planHash = plan.fingerprint();
        facts.inputHash = toJson(experiment);
        facts.labelHash = "labels";
        facts.seed = static_cast<std::int64_t>(experiment.seed);
        facts.batchSize = experiment.batchSize;
        facts.stepsPerEpoch = plan.stepsPerEpoch();
        facts.epochs = experiment.epochs;
        const RunFaults faults = splitFaults(experiment.faults, m_request.device);
        facts.faults = faults.active;
        facts.inactiveFaults = faults.inactive;
        return facts;
    }

    void step(std::int64_t step) override
    {
        std::this_thread::sleep_for(m_behaviour.stepTime);
        if (isSecond() && m_behaviour.throwAtStep == step)
            throw std::runtime_error("expected scalar type Long but found Float\nException raised from fake");
        m_done = step + 1;
        m_pending.push_back({step, static_cast<float>(lossAt(step)), static_cast<float>(accuracyAt(step))});
    }

    void fetch(std::vector<StepSample>& into) override
    {
        into.insert(into.end(), m_pending.begin(), m_pending.end());
        m_pending.clear();
    }

    std::optional<EvaluationFacts> evaluate(std::optional<std::int64_t> samples, const KeepGoing& keepGoing) override
    {
        for (int batch = 0; batch < 4; ++batch)
            if (!keepGoing())
                return std::nullopt;
        EvaluationFacts facts;
        facts.samples = samples.value_or(m_request.dataset->test.count);
        facts.loss = lossAt(m_done);
        facts.accuracy = accuracyAt(m_done);
        return facts;
    }

    Weights weights() override
    {
        Weights weights = *m_request.initialWeights;
        if (!isFrozen())
            weights[0].values[0] += static_cast<float>(m_done);
        return weights;
    }

    std::optional<EvaluationFacts> evaluateWeights(const Weights&, const KeepGoing& keepGoing) override
    {
        return evaluate(std::nullopt, keepGoing);
    }

private:
    // Two runs see the same input when their data settings agree.
    static std::string toJson(const Experiment& experiment)
    {
        return std::to_string(experiment.batchSize) + experiment.data.source + std::to_string(experiment.seed)
               + std::to_string(experiment.data.trainTransforms.size());
    }

    bool isSecond() const { return m_request.device == "mps-emulated"; }
    bool isFrozen() const { return isSecond() && resolvedLabelDtype(m_request.experiment) == LabelDtype::Float32; }

    double lossAt(std::int64_t step) const
    {
        if (m_behaviour.nanFromStep && step >= *m_behaviour.nanFromStep)
            return std::numeric_limits<double>::quiet_NaN();
        const double wobble = 0.05 * std::sin(static_cast<double>(step) * 1.7);
        const double shift = isSecond() && m_behaviour.shiftSecondFrom && step >= *m_behaviour.shiftSecondFrom ? 0.25 : 0.0;
        return (isFrozen() ? 2.3 : 2.3 * std::exp(-static_cast<double>(step) / 40.0) + 0.06) + wobble + shift;
    }

    double accuracyAt(std::int64_t step) const
    {
        return isFrozen() ? 0.1 : 0.985 - 0.88 * std::exp(-static_cast<double>(step) / 15.0);
    }

    const TrainerRequest m_request;
    const FakeBehaviour m_behaviour;
    std::atomic<int>& m_alive;
    std::vector<StepSample> m_pending;
    std::int64_t m_done = 0;
};

}  // namespace

std::vector<DeviceFacts> FakeTrainerFactory::devices() const
{
    DeviceFacts cpu{"cpu", "CPU", true};
    DeviceFacts mps{"mps", "Apple GPU", false, "this is not a Mac", "Use \"mps-emulated\""};
    DeviceFacts emulated{"mps-emulated", "Emulated MPS (runs on the CPU)", !m_behaviour.secondDeviceAbsent};
    emulated.emulated = true;
    if (m_behaviour.secondDeviceAbsent)
        emulated.reason = "switched off for this test", emulated.instead = "Use \"cpu\"";
    return {cpu, mps, emulated};
}

EnvironmentFacts FakeTrainerFactory::environment() const
{
    EnvironmentFacts environment;
    environment.tandem = "test";
    environment.libtorch = "none";
    environment.cores = 2;
    return environment;
}

bool FakeTrainerFactory::needsGpuThread(const std::string& device) const
{
    return device != "cpu";
}

Weights FakeTrainerFactory::drawWeights(const Experiment& experiment, const Dataset&) const
{
    return {{"linear_1.weight", {2, 2}, {static_cast<float>(experiment.seed), 1.0F, 2.0F, 3.0F}}};
}

std::unique_ptr<Trainer> FakeTrainerFactory::create(const TrainerRequest& request) const
{
    return std::make_unique<FakeTrainer>(request, m_behaviour, m_alive);
}

}  // namespace tandem::test

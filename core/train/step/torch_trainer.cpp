// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/train/step/torch_trainer.h"

#include "core/train/device/devices.h"
#include "core/train/emulator/training_hooks.h"
#include "core/train/model/model.h"
#include "core/train/probe/preflight_probe.h"
#include "core/train/step/batch_loader.h"
#include "core/train/step/evaluation.h"
#include "core/train/step/loss.h"
#include "core/train/step/optimizer_state.h"

#include <torch/torch.h>

namespace tandem {
namespace {

// Dropout draws from a stream of its own, so that adding a dropout layer does not change the initial weights.
constexpr std::uint64_t kDropoutStream = 0x6D61736B73ULL;

// Faults of the device side act on the emulated device, those of the reference side on the CPU, none elsewhere.
emulator::FaultSession sessionFor(const std::string& device, const std::vector<Fault>& faults)
{
    if (device == "mps-emulated")
        return {faults, FaultSide::Device};
    return {device == "cpu" ? faults : std::vector<Fault>{}, FaultSide::Reference};
}

Shape sampleShape(const Dataset& dataset)
{
    return {dataset.channels, dataset.height, dataset.width};
}

}  // namespace

struct TorchTrainer::Impl {
    explicit Impl(const TrainerRequest& r)
        : request(r), experiment(request.experiment), device(torchDevice(request.device)),
          session(sessionFor(request.device, experiment.faults)), hooks(session),
          plan(request.dataset->train.count, experiment.batchSize, experiment.data.shuffle, experiment.seed),
          model(experiment.model, sampleShape(*request.dataset), *request.initialWeights),
          loader(request, modelOutputs(experiment.model, sampleShape(*request.dataset))),
          masks(experiment.seed ^ kDropoutStream)
    {
        const emulator::FaultScope scope(session);
        const bool channelsLast = experiment.step.memoryFormat == MemoryFormat::ChannelsLast;
        const bool buildFirst = hooks.optimizerBeforeMove(experiment.step.optimizerBuilt == OptimizerBuilt::BeforeMove);
        if (buildFirst)
            optimizer = makeOptimizer(experiment.optimizer, model.trainable());
        model.moveTo(device, channelsLast);
        model.forEach([this](at::Tensor& tensor, const std::string& name) { hooks.moved(tensor, name); });
        if (!buildFirst)
            optimizer = makeOptimizer(experiment.optimizer, model.trainable());
    }

    ForwardMode mode(bool asInTraining)
    {
        return {hooks.trainingForward(asInTraining), hooks.droppingUnits(asInTraining)};
    }

    void update()
    {
        const std::vector<at::Tensor> parameters = model.trainable();
        const std::vector<std::string> names = model.trainableNames();
        for (std::size_t i = 0; i < parameters.size(); ++i)
            hooks.gradient(parameters[i].grad(), names[i]);
        session.setPhase(emulator::Phase::Optimizer);
        hooks.update(parameters, names, [this] { optimizer->step(); });
        forEachStateTensor(*optimizer, [this](at::Tensor& state) { hooks.optimizerState(state); });
    }

    std::optional<EvaluationFacts> evaluate(Model& measured, const c10::Device& where, std::optional<std::int64_t> samples,
                                            const KeepGoing& keepGoing)
    {
        session.setPhase(emulator::Phase::Evaluate);
        auto facts = evaluateModel(request, loader, measured, where, mode(!experiment.evaluate.evalMode), masks, samples, keepGoing);
        session.setPhase(emulator::Phase::Other);
        return facts;
    }

    // What was measured in a step and still lies on the device.
    struct Pending {
        std::int64_t step, size;
        at::Tensor loss, correct;
    };

    const TrainerRequest request;
    const Experiment& experiment;
    const c10::Device device;
    emulator::FaultSession session;
    emulator::TrainingHooks hooks;
    const BatchPlan plan;
    Model model;
    const BatchLoader loader;
    MaskSource masks;
    std::unique_ptr<torch::optim::Optimizer> optimizer;
    std::int64_t epochOfOrder = -1;
    std::vector<std::int64_t> order;
    std::vector<Pending> pending;

    Batch trainingBatch(std::int64_t step)
    {
        const std::int64_t epoch = step / plan.stepsPerEpoch();
        if (epoch != epochOfOrder) {
            order = plan.epochOrder(epoch);
            epochOfOrder = epoch;
        }
        const std::int64_t begin = step % plan.stepsPerEpoch() * plan.batchSize();
        const std::int64_t end = std::min<std::int64_t>(begin + plan.batchSize(), static_cast<std::int64_t>(order.size()));
        return loader.load(request.dataset->train, order.data() + begin, order.data() + end, device);
    }
};

TorchTrainer::TorchTrainer(const TrainerRequest& request) : m_impl(std::make_unique<Impl>(request)) {}
TorchTrainer::~TorchTrainer() = default;

PreflightFacts TorchTrainer::prepare()
{
    Impl& t = *m_impl;
    const emulator::FaultScope scope(t.session);
    PreflightFacts facts = probePreflight(t.request, t.plan, t.trainingBatch(0), t.model);
    facts.faults = t.session.ids();
    for (const Fault& fault : t.experiment.faults)
        if (std::find(facts.faults.begin(), facts.faults.end(), fault.id) == facts.faults.end())
            facts.inactiveFaults.push_back(fault.id);
    return facts;
}

void TorchTrainer::step(std::int64_t step)
{
    Impl& t = *m_impl;
    const emulator::FaultScope scope(t.session);
    t.session.setStep(step);
    const Batch batch = t.trainingBatch(step);
    if (t.experiment.step.zeroGrad)
        t.model.clearGradients();
    t.session.setPhase(emulator::Phase::Forward);
    const at::Tensor output = t.model.forward(batch.input, t.mode(t.experiment.step.trainMode), t.masks);
    const at::Tensor loss = computeLoss(t.experiment.loss, output, batch.target);
    t.session.setPhase(emulator::Phase::Backward);
    loss.backward();
    t.update();
    t.session.setPhase(emulator::Phase::Other);
    t.hooks.stepDone();
    const torch::NoGradGuard noGrad;
    t.pending.push_back({step, batch.size, loss.detach(), output.detach().argmax(1).eq(batch.indices).sum()});
}

void TorchTrainer::fetch(std::vector<StepSample>& into)
{
    Impl& t = *m_impl;
    if (t.pending.empty())
        return;
    const emulator::FaultScope scope(t.session);
    const auto pending = std::exchange(t.pending, {});
    std::vector<at::Tensor> losses, correct;
    for (const Impl::Pending& entry : pending) {
        losses.push_back(entry.loss);
        correct.push_back(entry.correct);
    }
    const auto lossValues = at::stack(losses).to(torch::kCPU);
    const auto correctValues = at::stack(correct).to(torch::kCPU);
    for (std::size_t i = 0; i < pending.size(); ++i) {
        const auto index = static_cast<std::int64_t>(i);
        into.push_back({pending[i].step, lossValues[index].item<float>(),
                        static_cast<float>(correctValues[index].item<std::int64_t>()) / static_cast<float>(pending[i].size)});
    }
}

std::optional<EvaluationFacts> TorchTrainer::evaluate(std::optional<std::int64_t> samples, const KeepGoing& keepGoing)
{
    Impl& t = *m_impl;
    const emulator::FaultScope scope(t.session);
    if (!t.experiment.evaluate.onCpu)
        return t.evaluate(t.model, t.device, samples, keepGoing);
    Model onHost(t.experiment.model, sampleShape(*t.request.dataset), t.model.weights());
    return t.evaluate(onHost, torch::kCPU, samples, keepGoing);
}

Weights TorchTrainer::weights()
{
    const emulator::FaultScope scope(m_impl->session);
    return m_impl->model.weights();
}

std::optional<EvaluationFacts> TorchTrainer::evaluateWeights(const Weights& weights, const KeepGoing& keepGoing)
{
    Impl& t = *m_impl;
    const emulator::FaultScope scope(t.session);
    Model other(t.experiment.model, sampleShape(*t.request.dataset), weights);
    other.moveTo(t.device, t.experiment.step.memoryFormat == MemoryFormat::ChannelsLast);
    return t.evaluate(other, t.device, std::nullopt, keepGoing);
}

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/train/step/torch_trainer.h"

#include "core/base/hash.h"
#include "core/experiment/words.h"
#include "core/train/device/devices.h"
#include "core/train/emulator/training_hooks.h"
#include "core/train/model/model.h"
#include "core/train/probe/epoch_probe.h"
#include "core/train/probe/preflight_probe.h"
#include "core/train/probe/step_probe.h"
#include "core/train/step/batch_loader.h"
#include "core/train/step/evaluation.h"
#include "core/train/step/loss.h"
#include "core/train/step/optimizer_state.h"

#include <torch/torch.h>

#include <chrono>

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

std::string hashOf(const std::vector<std::int64_t>& order)
{
    Fingerprint hash;
    hash.add(order.data(), order.size() * sizeof(order[0]));
    return hash.hex();
}

// What so many steps take if each takes the median: a step that the system interrupted does not count.
double typicalTotal(std::vector<double> seconds)
{
    if (seconds.empty())
        return 0;
    const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
    std::nth_element(seconds.begin(), middle, seconds.end());
    return *middle * static_cast<double>(seconds.size());
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
          plan(request.dataset->train.count, experiment.batchSize, experiment.data.order, experiment.seed, request.dataset->train.labels),
          model(experiment.model, sampleShape(*request.dataset), *request.initialWeights),
          loader(request, modelOutputs(experiment.model, sampleShape(*request.dataset))),
          masks(experiment.seed ^ kDropoutStream, experiment.step.deviceMasks)
    {
        const emulator::FaultScope scope(session);
        seedDevice(device, experiment.seed);
        const bool channelsLast = experiment.step.memoryFormat == MemoryFormat::ChannelsLast;
        builtBeforeMove = hooks.optimizerBeforeMove(experiment.step.optimizerBuilt == OptimizerBuilt::BeforeMove);
        if (builtBeforeMove)
            optimizer = makeOptimizer(experiment.optimizer, optimizedParameters());
        model.moveTo(device, channelsLast, experiment.step.weightLayout == WeightLayout::TransposedView);
        model.forEach([this](at::Tensor& tensor, const std::string& name) { hooks.moved(tensor, name); });
        if (!builtBeforeMove)
            optimizer = makeOptimizer(experiment.optimizer, optimizedParameters());
        stepProbe = std::make_unique<StepProbe>(model, isAdaptive(experiment.optimizer));
    }

    // What the optimizer gets: all parameters unless the experiment shows a mistake.
    std::vector<at::Tensor> optimizedParameters() const
    {
        std::vector<at::Tensor> parameters = model.trainable();
        if (experiment.step.optimizerParameters == OptimizerParameters::Part)
            parameters.resize((parameters.size() + 1) / 2);
        if (experiment.step.optimizerParameters == OptimizerParameters::Copy)
            for (at::Tensor& parameter : parameters)
                parameter = parameter.detach().clone().requires_grad_();
        return parameters;
    }

    ForwardMode mode(bool asInTraining)
    {
        return {hooks.trainingForward(asInTraining), hooks.droppingUnits(asInTraining), false};
    }

    // model.train() at the start of each epoch; a measurement that does not restore the mode leaves evaluation mode behind.
    ForwardMode trainingMode()
    {
        return mode(experiment.step.trainMode && !leftInEvaluation);
    }

    // Which layers work in another mode than the phase wants, by what the program asked for; what a device makes of that is
    // measured elsewhere.
    std::vector<std::string> layersThatCare(bool wanted, bool asked) const
    {
        std::vector<std::string> names;
        for (std::size_t i = 0; i < model.layers().size(); ++i) {
            const Layer& layer = model.layers()[i];
            if (wanted != asked && (std::holds_alternative<BatchNorm2dLayer>(layer) || std::holds_alternative<DropoutLayer>(layer)))
                names.push_back(model.shapes()[i].name);
        }
        return names;
    }

    // What the optimizer itself would use: schedules change it there.
    double learningRate() const
    {
        return optimizer->param_groups().empty() ? 0.0 : optimizer->param_groups().front().options().get_lr();
    }

    // The same stretch of work by the clock as it is shown, after the device's own wait, and after reading back a result,
    // which no device can answer early.
    void timeStep(std::chrono::steady_clock::time_point begin)
    {
        const auto since = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); };
        waitForDevice(device);
        shownSeconds.push_back(since());
        for (const at::Tensor& parameter : model.trainable())
            parameter.detach().flatten().slice(0, 0, 1).to(torch::kCPU);
        drainedSeconds.push_back(since());
    }

    void update(bool step)
    {
        const std::vector<at::Tensor> parameters = model.trainable();
        const std::vector<std::string> names = model.trainableNames();
        for (std::size_t i = 0; i < parameters.size(); ++i)
            hooks.gradient(parameters[i].grad(), names[i]);
        if (!step)
            return;
        session.setPhase(emulator::Phase::Optimizer);
        hooks.update(parameters, names, [this] { optimizer->step(); });
        ++optimizerSteps;
        forEachStateTensor(*optimizer, [this](at::Tensor& state) { hooks.optimizerState(state); });
    }

    std::optional<EvaluationFacts> evaluate(Model& measured, const c10::Device& where, std::optional<std::int64_t> samples,
                                            const KeepGoing& keepGoing)
    {
        session.setPhase(emulator::Phase::Evaluate);
        const ForwardMode measuring = mode(!experiment.evaluate.evalMode);
        auto measurement = evaluateModel(request, loader, measured, where, measuring, masks, samples, keepGoing);
        session.setPhase(emulator::Phase::Other);
        if (!measurement)
            return std::nullopt;
        leftInEvaluation = leftInEvaluation || (experiment.evaluate.evalMode && !experiment.evaluate.restoreTrainMode);
        lastProbe = std::move(measurement->probe);
        lastProbe.wrongMode = layersThatCare(false, !experiment.evaluate.evalMode);
        return measurement->facts;
    }

    // Beside each measurement on the whole test split.
    void probeEpoch()
    {
        lastProbe.step = nextStep;
        lastProbe.epoch = nextStep / plan.stepsPerEpoch();
        lastProbe.orderHash = orderHash;
        lastProbe.previousOrderHash = previousOrderHash;
        lastProbe.optimizerSteps = optimizerSteps;
        lastProbe.dueSteps = dueSteps;
        lastProbe.secondsUndrained = typicalTotal(shownSeconds);
        lastProbe.secondsDrained = typicalTotal(drainedSeconds);
        const ForwardMode inTraining = trainingMode();
        session.setPhase(emulator::Phase::Evaluate);
        const ForwardMode whileMeasured = mode(!experiment.evaluate.evalMode);
        session.setPhase(emulator::Phase::Other);
        probeModes({request, loader, model, device, masks, inTraining, whileMeasured}, normStatistics, lastProbe);
        facts.push_back(std::move(lastProbe));
    }

    // Batches of one update form a window.
    bool opensWindow(std::int64_t step) const { return step % experiment.step.accumulate == 0; }
    bool closesWindow(std::int64_t step) const { return (step + 1) % experiment.step.accumulate == 0; }

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
    bool builtBeforeMove = false, leftInEvaluation = false;
    std::int64_t nextStep = 0, optimizerSteps = 0, dueSteps = 0;
    std::int64_t epochOfOrder = -1;
    std::vector<std::int64_t> order;
    std::string orderHash, previousOrderHash;
    std::vector<Pending> pending;
    std::vector<at::Tensor> keptLosses;      // with their graphs, where the experiment shows that mistake
    std::unique_ptr<StepProbe> stepProbe;
    std::vector<at::Tensor> normStatistics;  // at the last look
    EpochProbeFacts lastProbe;
    std::vector<double> shownSeconds, drainedSeconds;  // of each step looked at
    std::vector<Event::Body> facts;

    Batch trainingBatch(std::int64_t step)
    {
        const std::int64_t epoch = step / plan.stepsPerEpoch();
        if (epoch != epochOfOrder) {
            order = plan.epochOrder(epoch);
            epochOfOrder = epoch;
            previousOrderHash = std::exchange(orderHash, hashOf(order));
            leftInEvaluation = false;
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
    const Batch firstBatch = t.trainingBatch(0);
    t.session.setPhase(emulator::Phase::Forward);
    const auto onBackward = [&](bool begins) { t.session.setPhase(begins ? emulator::Phase::Backward : emulator::Phase::Forward); };
    PreflightFacts facts =
        probePreflight({t.request, t.plan, t.loader, firstBatch, t.model, *t.optimizer, t.device, t.builtBeforeMove, onBackward});
    t.session.setPhase(emulator::Phase::Other);
    facts.faults = t.session.ids();
    for (const Fault& fault : t.experiment.faults)
        if (std::find(facts.faults.begin(), facts.faults.end(), fault.id) == facts.faults.end())
            facts.inactiveFaults.push_back(fault.id);
    return facts;
}

void TorchTrainer::step(std::int64_t step)
{
    Impl& t = *m_impl;
    const StepConfig& config = t.experiment.step;
    const emulator::FaultScope scope(t.session);
    t.session.setStep(step);
    const Batch batch = t.trainingBatch(step);
    if (config.zeroGrad && (t.opensWindow(step) || config.zeroInWindow))
        t.model.clearGradients();
    const bool look = StepProbe::isDue(step);
    if (look)
        t.stepProbe->begin(step, t.model, batch, t.device);

    const auto begin = std::chrono::steady_clock::now();
    t.session.setPhase(emulator::Phase::Forward);
    const ForwardMode mode = t.trainingMode();
    const at::Tensor output = t.model.forward(batch.input, mode, t.masks);
    at::Tensor loss = computeLoss(t.experiment.loss, output, batch.target);
    t.session.setPhase(emulator::Phase::Backward);
    // A number of C++ would be a 64-bit float in the backward pass of some releases, which devices refuse.
    const at::Tensor share = config.accumulate > 1 ? loss.div(torch::full({}, config.accumulate, loss.options())) : loss;
    share.backward({}, /*retain_graph=*/config.keepLosses);
    if (config.keepLosses)
        t.keptLosses.push_back(loss);
    const bool due = t.closesWindow(step);
    t.update(due && config.optimizerStep);
    t.dueSteps += due ? 1 : 0;
    t.nextStep = step + 1;
    t.session.setPhase(emulator::Phase::Other);
    t.hooks.stepDone();

    const torch::NoGradGuard noGrad;
    const at::Tensor predictions = predictedLabels(t.experiment.loss, output.detach(), 1, false);
    if (look) {
        t.timeStep(begin);
        StepFacts facts = t.stepProbe->end(t.model, *t.optimizer, loss.detach(), predictions, t.learningRate());
        facts.plannedRate = tandem::learningRate(t.experiment.optimizer);
        facts.windowOpen = !t.opensWindow(step);
        facts.updated = due;
        facts.wrongMode = t.layersThatCare(true, config.trainMode && !t.leftInEvaluation);
        t.facts.push_back(std::move(facts));
    }
    t.pending.push_back({step, batch.size, loss.detach(), predictions.eq(batch.indices).sum()});
}

std::vector<Event::Body> TorchTrainer::takeFacts()
{
    return std::exchange(m_impl->facts, {});
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
    std::optional<EvaluationFacts> facts;
    if (t.experiment.evaluate.onCpu) {
        Model onHost(t.experiment.model, sampleShape(*t.request.dataset), t.model.weights());
        facts = t.evaluate(onHost, torch::kCPU, samples, keepGoing);
    } else {
        facts = t.evaluate(t.model, t.device, samples, keepGoing);
    }
    if (facts && !samples)
        t.probeEpoch();
    return facts;
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

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/train/probe/step_probe.h"

#include "core/train/device/memory.h"
#include "core/train/step/optimizer_state.h"

#include <torch/torch.h>

#include <set>

namespace tandem {
namespace {

constexpr std::int64_t kFirstSteps = 20;
constexpr std::int64_t kInterval = 50;
// Half a unit in the last place of float32, relative.
constexpr double kHalfUlp = 1.0 / (1 << 24);

at::Tensor hostCopy(const at::Tensor& tensor)
{
    return tensor.detach().to(torch::kCPU, /*non_blocking=*/false, /*copy=*/true).contiguous();
}

double normOf(const at::Tensor& tensor)
{
    return tensor.norm().item<double>();
}

// Sum of the elements' bits as 32-bit integers; the order does not matter, every bit does.
std::int64_t checksum(const at::Tensor& pixels)
{
    const at::Tensor host = pixels.to(torch::kCPU).contiguous();
    const auto* bits = static_cast<const std::uint32_t*>(host.data_ptr());
    std::uint64_t sum = 0;
    for (std::int64_t i = 0; i < host.numel(); ++i)
        sum += bits[i];
    return static_cast<std::int64_t>(sum);
}

}  // namespace

struct StepProbe::Impl {
    bool adaptive;
    std::vector<at::Tensor> start, before;
    std::int64_t last = -1;
    StepFacts facts;
    at::Tensor deviceInput;
};

StepProbe::StepProbe(const Model& model, bool adaptive) : m_impl(std::make_unique<Impl>())
{
    m_impl->adaptive = adaptive;
    for (const at::Tensor& parameter : model.trainable())
        m_impl->start.push_back(hostCopy(parameter));
}

StepProbe::~StepProbe() = default;

bool StepProbe::isDue(std::int64_t step)
{
    return step < kFirstSteps || step % kInterval == 0;
}

void StepProbe::begin(std::int64_t step, const Model& model, const Batch& batch, const c10::Device& device)
{
    const torch::NoGradGuard noGrad;
    Impl& p = *m_impl;
    p.facts = {};
    p.facts.step = step;
    p.facts.sinceLast = step - p.last;
    p.last = step;
    p.before.clear();
    double squares = 0;
    for (const at::Tensor& parameter : model.trainable()) {
        p.before.push_back(hostCopy(parameter));
        if (parameter.grad().defined())
            squares += std::pow(normOf(hostCopy(parameter.grad())), 2);
    }
    p.facts.gradientBefore = std::sqrt(squares);
    p.facts.copy = {checksum(batch.hostInput), checksum(batch.input), 0};
    p.deviceInput = batch.input;
    const auto lookAt = [&](const at::Tensor& tensor, const char* name) {
        if (tensor.defined() && tensor.device() != device)
            p.facts.elsewhere.push_back(std::string(name) + " on " + tensor.device().str());
    };
    lookAt(batch.input, "input");
    lookAt(batch.target, "target");
}

StepFacts StepProbe::end(const Model& model, torch::optim::Optimizer& optimizer, const at::Tensor& loss,
                         const at::Tensor& predictions, double rate)
{
    const torch::NoGradGuard noGrad;
    Impl& p = *m_impl;
    StepFacts& facts = p.facts;
    facts.loss = loss.item<double>();
    const at::Tensor indices = predictions.to(torch::kCPU);
    facts.predictionMin = indices.min().item<std::int64_t>();
    facts.predictionMax = indices.max().item<std::int64_t>();
    facts.learningRate = rate;
    facts.copy.later = checksum(p.deviceInput);
    p.deviceInput = at::Tensor();
    facts.deviceBytes = deviceBytes(model.trainable().empty() ? c10::Device(torch::kCPU) : model.trainable()[0].device());
    facts.processBytes = processBytes();

    std::set<std::string> stateDevices;
    forEachStateTensor(optimizer, [&](at::Tensor& state) { stateDevices.insert(state.device().str()); });
    if (!model.trainable().empty())
        stateDevices.erase(model.trainable()[0].device().str());
    for (const std::string& device : stateDevices)
        facts.elsewhere.push_back("optimizer state on " + device);

    const std::vector<at::Tensor> parameters = model.trainable();
    const std::vector<std::string> names = model.trainableNames();
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const at::Tensor after = hostCopy(parameters[i]), &before = p.before[i];
        TensorStepFacts tensor;
        tensor.name = names[i];
        tensor.weight = normOf(before);
        tensor.update = normOf(after - before);
        tensor.drift = normOf(after - p.start[i]);
        tensor.changed = !at::equal(after, before);
        tensor.changeDue = false;
        if (parameters[i].grad().defined()) {
            const at::Tensor gradient = hostCopy(parameters[i].grad());
            tensor.gradient = normOf(gradient);
            // Adaptive optimizers move every element by about the learning rate, the others by rate times gradient.
            const at::Tensor expected = p.adaptive ? gradient.ne(0).to(torch::kFloat32).mul(rate) : gradient.abs().mul(rate);
            tensor.changeDue = expected.gt(before.abs().mul(kHalfUlp)).to(torch::kFloat32).mean().item<double>() >= 0.01;
        }
        if (const at::Tensor moment = secondMoment(optimizer, parameters[i]); moment.defined() && moment.numel() > 0)
            tensor.moment = hostCopy(moment).abs().max().item<double>();
        facts.tensors.push_back(std::move(tensor));
    }
    return std::move(facts);
}

}  // namespace tandem

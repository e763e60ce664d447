// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/train/probe/self_test.h"

#include "core/experiment/words.h"
#include "core/train/device/devices.h"
#include "core/train/probe/self_test_table.h"

#include <torch/torch.h>

#include <cmath>
#include <set>

namespace tandem {
namespace {

using selftest::DifferentiableProbe;
using selftest::DirectProbe;
using selftest::Tensors;

constexpr double kFloor = 1e-5;       // of the reference's scale
constexpr double kFactor = 20;        // over the CPU's own distance from float64
constexpr double kDifferenceStep = 1e-6;
constexpr double kDifferenceError = 1e-5;

// Numbers that are the same on every machine, of no special values and no ties.
at::Tensor values(const std::vector<std::int64_t>& sizes, std::size_t input)
{
    std::int64_t count = 1;
    for (const std::int64_t size : sizes)
        count *= size;
    return at::arange(count, at::kDouble).mul(0.7).add(1.3 * static_cast<double>(input)).sin().add(at::arange(count, at::kDouble).mul(0.11).cos()).view(sizes);
}

enum class Layout { Contiguous, Transposed, Offset, ChannelsLast };
constexpr const char* kLayoutNames[] = {"contiguous", "transposed", "offset", "channels-last"};

bool fits(Layout layout, const DifferentiableProbe& probe)
{
    if (layout != Layout::ChannelsLast && layout != Layout::Transposed)
        return true;
    const std::size_t dims = layout == Layout::ChannelsLast ? 4 : 2;
    return std::any_of(probe.sizes.begin(), probe.sizes.end(), [&](const auto& sizes) { return sizes.size() == dims; });
}

// The same numbers, laid out otherwise. Views are taken on the device: copies may lay a tensor out anew.
at::Tensor laidOut(const at::Tensor& tensor, Layout layout)
{
    if (layout == Layout::Transposed && tensor.dim() == 2)
        return tensor.t().contiguous().t();
    if (layout == Layout::ChannelsLast && tensor.dim() == 4)
        return tensor.contiguous(at::MemoryFormat::ChannelsLast);
    if (layout == Layout::Offset) {
        const at::Tensor behind = at::cat({at::full_like(tensor.narrow(0, 0, 1), 3.0), tensor}, 0);
        return behind.narrow(0, 1, tensor.size(0));
    }
    return tensor;
}

struct Answer {
    at::Tensor value;
    Tensors gradients;
};

// Weights each element differently, so that no error cancels out.
at::Tensor weighed(const at::Tensor& value)
{
    const at::Tensor weights = at::arange(value.numel(), at::kDouble).cos().view(value.sizes()).to(value.scalar_type()).to(value.device());
    return value.mul(weights).sum();
}

Answer answer(const DifferentiableProbe& probe, Layout layout, c10::ScalarType dtype, const c10::Device& device,
              const std::function<void(bool)>& onBackward = [](bool) {})
{
    Tensors leaves, inputs;
    for (std::size_t i = 0; i < probe.sizes.size(); ++i) {
        at::Tensor leaf = values(probe.sizes[i], i).to(dtype).to(device);
        leaf.requires_grad_(!(probe.frozenInput && i == 0));
        leaves.push_back(leaf);
        inputs.push_back(laidOut(leaf, layout));
    }
    Answer result;
    result.value = probe.run(inputs);
    const at::Tensor sum = weighed(result.value);
    onBackward(true);
    sum.backward();
    onBackward(false);
    result.value = result.value.detach().to(at::kCPU).to(at::kDouble);
    for (const at::Tensor& leaf : leaves)
        result.gradients.push_back(leaf.grad().defined() ? leaf.grad().to(at::kCPU).to(at::kDouble) : at::Tensor());
    return result;
}

double relativeError(const at::Tensor& found, const at::Tensor& reference)
{
    if (!found.defined() || !reference.defined())
        return found.defined() == reference.defined() ? 0.0 : INFINITY;
    if (found.numel() == 0)
        return 0;
    const double error = (found - reference).abs().max().item<double>() / (reference.abs().max().item<double>() + 1e-12);
    return std::isfinite(error) ? error : INFINITY;
}

// The gradient along one direction against central differences, both in float64 on the CPU.
double differenceError(const DifferentiableProbe& probe, Layout layout)
{
    const Answer analytic = answer(probe, layout, at::kDouble, at::kCPU);
    const auto shifted = [&](double step) {
        const at::NoGradGuard noGrad;
        Tensors inputs;
        for (std::size_t i = 0; i < probe.sizes.size(); ++i) {
            const at::Tensor start = values(probe.sizes[i], i), direction = values(probe.sizes[i], i + 7);
            inputs.push_back(laidOut(analytic.gradients[i].defined() ? start + direction * step : start, layout));
        }
        return weighed(probe.run(inputs)).item<double>();
    };
    double slope = 0;
    for (std::size_t i = 0; i < analytic.gradients.size(); ++i)
        if (analytic.gradients[i].defined())
            slope += analytic.gradients[i].mul(values(probe.sizes[i], i + 7)).sum().item<double>();
    const double measured = (shifted(kDifferenceStep) - shifted(-kDifferenceStep)) / (2 * kDifferenceStep);
    return std::abs(slope - measured) / (std::abs(measured) + 1e-3);
}

class SelfTest {
public:
    SelfTest(const Experiment& experiment, const c10::Device& device, const std::function<void(bool)>& onBackward)
        : m_device(device), m_onBackward(onBackward)
    {
        for (const Layer& layer : experiment.model.layers)
            m_used.insert(layerKind(layer));
        m_used.insert(toWord(experiment.loss));
        m_used.insert(optimizerWord(experiment.optimizer));
        m_used.insert("any");
        if (experiment.step.deviceMasks)
            m_used.insert("device_dropout");
    }

    SelfTestFacts run()
    {
        for (const DifferentiableProbe& probe : selftest::differentiableProbes())
            for (const Layout layout : {Layout::Contiguous, Layout::Transposed, Layout::Offset, Layout::ChannelsLast})
                if (fits(layout, probe))
                    tryDifferentiable(probe, layout);
        for (const DirectProbe& probe : selftest::directProbes()) {
            ++m_facts.tests;
            try {
                if (const std::string wrong = probe.run(m_device); !wrong.empty())
                    fail(probe.name, "", probe.what, wrong, probe.usedBy);
            } catch (const c10::Error& error) {
                fail(probe.name, "", "error", error.what_without_backtrace(), probe.usedBy);
            }
        }
        return std::move(m_facts);
    }

private:
    void tryDifferentiable(const DifferentiableProbe& probe, Layout layout)
    {
        const char* name = kLayoutNames[static_cast<std::size_t>(layout)];
        ++m_facts.tests;
        try {
            const Answer exact = answer(probe, layout, at::kDouble, at::kCPU), host = answer(probe, layout, at::kFloat, at::kCPU);
            const Answer first = answer(probe, layout, at::kFloat, m_device, m_onBackward);
            const Answer second = answer(probe, layout, at::kFloat, m_device, m_onBackward);
            compare(probe, name, "values", first.value, exact.value, host.value);
            for (std::size_t i = 0; i < exact.gradients.size(); ++i)
                compare(probe, name, "gradient", first.gradients[i], exact.gradients[i], host.gradients[i]);
            // The last digit may change from call to call, where a device adds in no fixed order.
            double repeat = relativeError(second.value, first.value);
            for (std::size_t i = 0; i < first.gradients.size(); ++i)
                repeat = std::max(repeat, relativeError(second.gradients[i], first.gradients[i]));
            if (repeat > kFloor)
                fail(probe.name, name, "repeat", "the same call answers differently, relative difference " + std::to_string(repeat), probe.usedBy,
                     repeat, kFloor);
            if (m_device.is_cpu() && probe.differences)
                if (const double error = differenceError(probe, layout); error > kDifferenceError)
                    fail(probe.name, name, "gradient", "does not fit central differences, relative error " + std::to_string(error), probe.usedBy,
                         error, kDifferenceError);
        } catch (const c10::Error& error) {
            fail(probe.name, name, "error", error.what_without_backtrace(), probe.usedBy);
        }
    }

    void compare(const DifferentiableProbe& probe, const char* layout, const char* what, const at::Tensor& found, const at::Tensor& exact,
                 const at::Tensor& host)
    {
        const double error = relativeError(found, exact), allowed = kFactor * (m_device.is_cpu() ? 0.0 : relativeError(host, exact)) + kFloor;
        if (error > allowed)
            fail(probe.name, layout, what, "relative error " + std::to_string(error) + " against float64 on the CPU, allowed " + std::to_string(allowed),
                 probe.usedBy, error, allowed);
    }

    // One failure a probe, layout and kind is enough.
    void fail(const char* probe, const char* layout, const char* what, const std::string& text, const std::vector<std::string>& usedBy,
              double error = 0, double allowed = 0)
    {
        for (const ProbeFailure& known : m_facts.failures)
            if (known.probe == probe && known.layout == layout && known.what == what)
                return;
        const bool used = std::any_of(usedBy.begin(), usedBy.end(), [&](const std::string& word) { return m_used.count(word) > 0; });
        m_facts.failures.push_back({probe, layout, what, text, error, allowed, used});
    }

    const c10::Device m_device;
    const std::function<void(bool)>& m_onBackward;
    std::set<std::string> m_used;
    SelfTestFacts m_facts;
};

}  // namespace

SelfTestFacts runSelfTest(const Experiment& experiment, const c10::Device& device, const std::function<void(bool)>& onBackward)
{
    return SelfTest(experiment, device, onBackward).run();
}

}  // namespace tandem

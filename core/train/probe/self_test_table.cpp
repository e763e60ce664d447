// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/train/probe/self_test_table.h"

#include "core/train/device/devices.h"

#include <torch/torch.h>

namespace tandem::selftest {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

at::Tensor classes(const at::Tensor& like, std::int64_t samples, std::int64_t most)
{
    return at::arange(samples, at::kLong).mul(7).remainder(most).to(like.device());
}

at::Tensor onDevice(const std::vector<float>& values, const c10::Device& device)
{
    return at::tensor(values, at::kFloat).to(device);
}

std::string numbers(const at::Tensor& tensor)
{
    const at::Tensor host = tensor.to(at::kCPU).to(at::kDouble).flatten();
    std::string text;
    for (std::int64_t i = 0; i < std::min<std::int64_t>(host.numel(), 6); ++i)
        text += (i == 0 ? "" : ", ") + std::to_string(host[i].item<double>());
    return "[" + text + (host.numel() > 6 ? ", …]" : "]");
}

// Equal to what is known, element by element.
std::string mustBe(const at::Tensor& found, const at::Tensor& known)
{
    const at::Tensor host = found.to(at::kCPU).to(at::kDouble), expected = known.to(at::kDouble);
    if (host.sizes() == expected.sizes() && at::allclose(host, expected, 1e-5, 1e-6, /*equal_nan=*/true))
        return {};
    return "gives " + numbers(host) + " for " + numbers(expected);
}

at::Tensor known(const std::vector<double>& values)
{
    return at::tensor(values, at::kDouble);
}

// Nothing draws from the host's default generator: other threads would disturb it. A device's own is its thread's.
c10::optional<at::Generator> drawsOf(const c10::Device& device)
{
    if (device.is_cpu())
        return at::detail::createCPUGenerator(11);
    return c10::nullopt;
}

void seed(c10::optional<at::Generator>& generator, const c10::Device& device)
{
    if (generator)
        generator->set_current_seed(7);
    else
        seedDevice(device, 7);
}

// Draws of a random operation: their mean and spread within 6 standard errors, no NaN, and no call like the one before.
std::string mustDraw(const c10::Device& device, const std::function<void(at::Tensor&, c10::optional<at::Generator>)>& fill, double mean, double std)
{
    at::Tensor first = at::zeros({8, 4, 4, 8, 8}, at::TensorOptions(device)), second = at::zeros_like(first);
    const c10::optional<at::Generator> draws = drawsOf(device);
    fill(first, draws);
    fill(second, draws);
    const at::Tensor a = first.to(at::kCPU).to(at::kDouble), b = second.to(at::kCPU).to(at::kDouble);
    if (a.isnan().any().item<bool>() || b.isnan().any().item<bool>())
        return "draws NaN";
    const double error = 6 * std / std::sqrt(static_cast<double>(a.numel())), drawn = a.mean().item<double>();
    if (std::abs(drawn - mean) > error)
        return "draws have mean " + std::to_string(drawn) + ", expected " + std::to_string(mean);
    if (const double spread = a.std().item<double>(); std::abs(spread - std) > 0.1 * std)
        return "draws have standard deviation " + std::to_string(spread) + ", expected " + std::to_string(std);
    if (at::equal(a, b))
        return "two calls draw the same numbers";
    if (at::equal(a[0], a[1]))
        return "the leading axes repeat";
    return {};
}

std::string mustFillView(const c10::Device& device)
{
    at::Tensor view = at::full({16, 32}, 77.0, at::TensorOptions(device)).t();
    view.uniform_(0, 1, drawsOf(device));
    const std::int64_t left = view.to(at::kCPU).eq(77).sum().item<std::int64_t>();
    return left == 0 ? std::string() : std::to_string(left) + " of 512 elements of a transposed view were not written";
}

// In place on a transposed view, against the same in float64 on the host.
std::string inPlaceOnView(const c10::Device& device, const std::function<void(at::Tensor&, const at::Tensor&, const at::Tensor&)>& apply)
{
    const at::Tensor base = at::arange(1, 13, at::kDouble).view({3, 4}).div(4), b = base.cos(), c = base.add(2);
    at::Tensor expected = base.clone().t();
    apply(expected, b.t(), c.t());
    at::Tensor view = base.to(at::kFloat).to(device).t();
    apply(view, b.to(at::kFloat).to(device).t(), c.to(at::kFloat).to(device).t());
    return mustBe(view, expected);
}

std::string meanOfNllWithIgnored(const c10::Device& device)
{
    const at::Tensor logits = at::log_softmax(at::arange(12, at::kFloat).view({4, 3}).sin(), 1);
    const at::Tensor labels = at::tensor({0, -100, 2, -100}, at::kLong);
    return mustBe(at::nll_loss(logits.to(device), labels.to(device)), at::nll_loss(logits.to(at::kDouble), labels));
}

}  // namespace

const std::vector<DifferentiableProbe>& differentiableProbes()
{
    static const std::vector<DifferentiableProbe> probes{
        {"linear", {"linear"}, {{6, 5}, {4, 5}, {4}}, [](const Tensors& x) { return at::linear(x[0], x[1], x[2]); }},
        {"linear, many rows", {"linear"}, {{300, 8}, {40, 8}, {40}}, [](const Tensors& x) { return at::linear(x[0], x[1], x[2]); }},
        {"mm", {"linear"}, {{6, 5}, {5, 4}}, [](const Tensors& x) { return at::mm(x[0], x[1]); }},
        {"bmm", {}, {{3, 4, 5}, {3, 5, 2}}, [](const Tensors& x) { return at::bmm(x[0], x[1]); }},
        {"conv2d", {"conv2d"}, {{2, 3, 8, 8}, {4, 3, 3, 3}, {4}}, [](const Tensors& x) { return at::conv2d(x[0], x[1], x[2]); }},
        {"conv2d with a stride", {"conv2d"}, {{2, 3, 8, 8}, {4, 3, 3, 3}, {4}}, [](const Tensors& x) { return at::conv2d(x[0], x[1], x[2], 2, 1); }},
        {"max_pool2d", {"max_pool2d"}, {{2, 3, 8, 8}}, [](const Tensors& x) { return at::max_pool2d(x[0], 2); }},
        {"avg_pool2d", {"avg_pool2d"}, {{2, 3, 8, 8}}, [](const Tensors& x) { return at::avg_pool2d(x[0], 2); }},
        {"batch_norm", {"batch_norm2d"}, {{4, 3, 5, 5}, {3}, {3}}, [](const Tensors& x) { return at::batch_norm(x[0], x[1], x[2], {}, {}, true, 0.1, 1e-5, false); }},
        {"layer_norm", {"layer_norm"}, {{4, 6}, {6}, {6}}, [](const Tensors& x) { return at::layer_norm(x[0], {6}, x[1], x[2]); }},
        {"layer_norm of data", {"layer_norm"}, {{4, 6}, {6}, {6}}, [](const Tensors& x) { return at::layer_norm(x[0], {6}, x[1], x[2]); }, true},
        {"group_norm", {"group_norm"}, {{4, 6, 5, 5}, {6}, {6}}, [](const Tensors& x) { return at::group_norm(x[0], 2, x[1], x[2]); }},
        {"relu", {"relu"}, {{5, 7}}, [](const Tensors& x) { return at::relu(x[0]); }},
        {"gelu", {"gelu"}, {{5, 7}}, [](const Tensors& x) { return at::gelu(x[0]); }},
        {"sigmoid, tanh", {"sigmoid", "tanh", "bce_with_logits"}, {{5, 7}}, [](const Tensors& x) { return at::sigmoid(x[0]) + at::tanh(x[0]); }},
        {"softmax", {"softmax"}, {{5, 7}}, [](const Tensors& x) { return at::softmax(x[0], 1); }},
        {"log_softmax", {"log_softmax", "cross_entropy"}, {{5, 7}}, [](const Tensors& x) { return at::log_softmax(x[0], 1); }},
        {"log_softmax of wide logits", {"log_softmax", "cross_entropy"}, {{5, 7}}, [](const Tensors& x) { return at::log_softmax(x[0] * 60, 1); }},
        {"cross_entropy", {"cross_entropy", "nll"}, {{6, 5}}, [](const Tensors& x) { return at::cross_entropy_loss(x[0], classes(x[0], 6, 5)); }},
        {"mse_loss", {"mse"}, {{5, 7}, {5, 7}}, [](const Tensors& x) { return at::mse_loss(x[0], x[1]); }},
        {"smooth_l1_loss", {"smooth_l1"}, {{5, 7}, {5, 7}}, [](const Tensors& x) { return at::smooth_l1_loss(x[0], x[1]); }},
        {"bce with logits", {"bce_with_logits"}, {{5, 7}, {5, 7}}, [](const Tensors& x) { return at::binary_cross_entropy_with_logits(x[0], x[1].detach().sigmoid()); }},
        {"bce with weights, one column", {"bce"}, {{5, 1}, {5, 1}, {5, 1}}, [](const Tensors& x) { return at::binary_cross_entropy(x[0].sigmoid(), x[1].detach().sigmoid(), x[2].detach().abs()); }},
        {"embedding with padding", {}, {{9, 4}}, [](const Tensors& x) { return at::embedding(x[0], classes(x[0], 12, 9), 0); }, false, false},
        {"add, mul of slices", {"any"}, {{6, 5}, {6, 5}}, [](const Tensors& x) { return x[0].narrow(0, 2, 3).mul(2) + x[1].narrow(1, 1, 3).narrow(0, 1, 3).sum() * x[0].narrow(0, 1, 3); }},
        {"stack of slices", {}, {{6, 5}}, [](const Tensors& x) { return at::stack({x[0].narrow(0, 1, 2), x[0].narrow(0, 3, 2)}); }},
        {"reductions", {"any"}, {{6, 5}}, [](const Tensors& x) { return x[0].mean(0).sum() + x[0].amax(1).sum(); }},
    };
    return probes;
}

const std::vector<DirectProbe>& directProbes()
{
    static const std::vector<DirectProbe> probes{
        {"addcmul_ on a view", "effect", {"adam", "adamw", "adagrad", "rmsprop"}, [](const c10::Device& d) {
             return inPlaceOnView(d, [](at::Tensor& a, const at::Tensor& b, const at::Tensor& c) { a.addcmul_(b, c, 0.5); });
         }},
        {"addcdiv_ on a view", "effect", {"adam", "adamw", "adagrad", "rmsprop"}, [](const c10::Device& d) {
             return inPlaceOnView(d, [](at::Tensor& a, const at::Tensor& b, const at::Tensor& c) { a.addcdiv_(b, c, -0.5); });
         }},
        {"lerp_ on a view", "effect", {}, [](const c10::Device& d) {
             return inPlaceOnView(d, [](at::Tensor& a, const at::Tensor& b, const at::Tensor&) { a.lerp_(b, 0.25); });
         }},
        {"add_, mul_, div_ on a view", "effect", {"any"}, [](const c10::Device& d) {
             return inPlaceOnView(d, [](at::Tensor& a, const at::Tensor& b, const at::Tensor& c) { a.add_(b, 2.0).mul_(b).div_(c); });
         }},
        {"linear after a larger batch", "repeat", {"linear"}, [](const c10::Device& d) {
             // The gradient of a batch must not depend on larger ones in between.
             const at::Tensor start = at::arange(20, at::kFloat).view({4, 5}).sin();
             const auto gradient = [&](std::int64_t rows) {
                 at::Tensor weight = start.to(d).detach().requires_grad_();
                 at::linear(at::arange(rows * 5, at::kFloat).view({rows, 5}).cos().to(d), weight).square().sum().backward();
                 return weight.grad().to(at::kCPU);
             };
             const at::Tensor before = gradient(8);
             gradient(64);
             return mustBe(gradient(8), before);
         }},
        {"two assignments", "effect", {}, [](const c10::Device& d) {
             at::Tensor x = at::zeros({4}, at::TensorOptions(at::kLong)).to(d);
             x[1].fill_(5);
             x[2].fill_(7);
             return mustBe(x, known({0, 5, 7, 0}));
         }},
        {"copy of whole numbers to floats", "values", {"any"}, [](const c10::Device& d) {
             at::Tensor x = at::zeros({4}, at::TensorOptions(d));
             x.copy_(at::tensor({1, 2, 3, 4}, at::kLong).to(d));
             return mustBe(x, known({1, 2, 3, 4}));
         }},
        {"copy into a row of the host", "effect", {"any"}, [](const c10::Device& d) {
             at::Tensor host = at::zeros({3, 2});
             host[1].copy_(at::ones({2}, at::TensorOptions(d)));
             return mustBe(host, known({0, 0, 1, 1, 0, 0}).view({3, 2}));
         }},
        {"argmax", "values", {"any"}, [](const c10::Device& d) {
             const at::Tensor x = at::arange(600, at::kFloat).mul(0.7).sin().view({60, 10});
             return mustBe(x.to(d).argmax(1), x.argmax(1));
         }},
        {"topk", "values", {}, [](const c10::Device& d) {
             const at::Tensor x = at::arange(64, at::kFloat).mul(0.7).sin();
             return mustBe(std::get<0>(x.to(d).topk(40)), std::get<0>(x.topk(40)));
         }},
        {"cumsum of bools and bytes", "values", {}, [](const c10::Device& d) {
             const at::Tensor flags = at::ones({400}, at::TensorOptions(at::kBool)), bytes = at::full({40}, 9, at::TensorOptions(at::kByte));
             const std::string wrong = mustBe(flags.to(d).cumsum(0), at::arange(1, 401));
             return wrong.empty() ? mustBe(bytes.to(d).cumsum(0), at::arange(9, 361, 9)) : wrong;
         }},
        {"sum of bytes", "values", {}, [](const c10::Device& d) {
             return mustBe(at::full({300}, 3, at::TensorOptions(at::kByte)).to(d).sum(), at::scalar_tensor(900));
         }},
        {"sum and mean of comparisons", "values", {"any"}, [](const c10::Device& d) {
             const at::Tensor x = at::arange(1000).remainder(3).to(d);
             const std::string wrong = mustBe(x.eq(0).sum(), at::scalar_tensor(334));
             return wrong.empty() ? mustBe(x.eq(0).to(at::kFloat).mean(), at::scalar_tensor(0.334)) : wrong;
         }},
        {"std and var", "values", {}, [](const c10::Device& d) {
             const at::Tensor x = onDevice({1, 2, 4}, d);
             return mustBe(at::stack({x.std(0), x.var(0)}), known({1.5275252316519468, 2.3333333333333335}));
         }},
        {"clamp, maximum, relu of NaN", "nan", {"relu"}, [](const c10::Device& d) {
             const at::Tensor x = onDevice({1, static_cast<float>(kNan), -3}, d);
             std::string wrong = mustBe(x.clamp(-2, 2), known({1, kNan, -2}));
             if (wrong.empty())
                 wrong = mustBe(at::relu(x), known({1, kNan, 0}));
             return wrong.empty() ? mustBe(at::maximum(x, onDevice({0, 0, 0}, d)), known({1, kNan, 0})) : wrong;
         }},
        {"softmax of a masked row", "nan", {}, [](const c10::Device& d) {
             const at::Tensor x = at::full({2, 4}, -1e9, at::TensorOptions(d));
             return mustBe(at::softmax(x, 1), at::full({2, 4}, 0.25, at::TensorOptions(at::kDouble)));
         }},
        {"addmm without its addend", "nan", {}, [](const c10::Device& d) {
             const at::Tensor garbage = at::full({16, 16}, kNan, at::TensorOptions(at::kFloat)).to(d), ones = at::ones({16, 16}, at::TensorOptions(d));
             return mustBe(at::addmm(garbage, ones, ones, 0, 1), at::full({16, 16}, 16, at::TensorOptions(at::kDouble)));
         }},
        {"nll_loss with ignored labels", "values", {"cross_entropy", "nll"}, meanOfNllWithIgnored},
        {"layer_norm of half precision", "values", {}, [](const c10::Device& d) {
             const at::Tensor x = at::arange(12, at::kFloat).view({3, 4}).sin(), one = at::ones({4}), zero = at::zeros({4});
             // Older releases refuse half precision with float32 parameters on the CPU already.
             try {
                 at::layer_norm(x.to(at::kBFloat16), {4}, one, zero);
             } catch (const c10::Error&) {
                 return std::string();
             }
             const at::Tensor y = at::layer_norm(x.to(at::kBFloat16).to(d), {4}, one.to(d), zero.to(d));
             const at::Tensor exact = at::layer_norm(x.to(at::kBFloat16).to(at::kDouble), {4}, one.to(at::kDouble), zero.to(at::kDouble));
             const double off = (y.to(at::kCPU).to(at::kDouble) - exact).abs().max().item<double>();
             return off < 0.05 ? std::string() : "is off by " + std::to_string(off);
         }},
        {"normal draws", "moments", {}, [](const c10::Device& d) { return mustDraw(d, [](at::Tensor& x, auto g) { x.normal_(0, 1, g); }, 0, 1); }},
        {"uniform draws", "moments", {}, [](const c10::Device& d) { return mustDraw(d, [](at::Tensor& x, auto g) { x.uniform_(0, 1, g); }, 0.5, 0.28867513); }},
        {"bernoulli draws", "moments", {"device_dropout"}, [](const c10::Device& d) { return mustDraw(d, [](at::Tensor& x, auto g) { x.bernoulli_(0.5, g); }, 0.5, 0.5); }},
        {"random fill of a view", "effect", {}, [](const c10::Device& d) { return mustFillView(d); }},
        {"random permutation", "moments", {}, [](const c10::Device& d) {
             const at::Tensor order = at::randperm(1000, drawsOf(d), at::TensorOptions(at::kLong).device(d)).to(at::kCPU);
             const std::int64_t runs = 1 + order.slice(0, 1).lt(order.slice(0, 0, 999)).sum().item<std::int64_t>();
             // (n + 1) / 2 are expected, with a standard deviation of √((n + 1) / 12) = 9.
             return std::abs(static_cast<double>(runs) - 500.5) < 60 ? std::string() : "has " + std::to_string(runs) + " ascending runs, about 500 are expected";
         }},
        {"a seed repeats its draws", "repeat", {"device_dropout"}, [](const c10::Device& d) {
             at::Tensor first = at::zeros({64}, at::TensorOptions(d)), second = at::zeros_like(first);
             c10::optional<at::Generator> draws = drawsOf(d);
             seed(draws, d);
             first.bernoulli_(0.5, draws);
             seed(draws, d);
             second.bernoulli_(0.5, draws);
             return at::equal(first.to(at::kCPU), second.to(at::kCPU)) ? std::string() : std::string("draws differ after the same seed");
         }},
    };
    return probes;
}

}  // namespace tandem::selftest

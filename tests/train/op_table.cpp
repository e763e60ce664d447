// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/train/op_table.h"

namespace tandem::test {
namespace {

using Sizes = std::vector<std::int64_t>;

constexpr const char* kLayoutNames[] = {"contiguous", "transposed", "sliced", "channels-last", "empty", "scalar"};

// The memory that an input lies in, and the input as a view of it. The view is taken on the device, because a copy
// between devices may lay a tensor out anew.
struct Placed {
    Sizes base;
    std::function<at::Tensor(const at::Tensor&)> view;
};

Placed place(Sizes sizes, Layout layout)
{
    const auto plain = [](const at::Tensor& base) { return base; };
    if (layout == Layout::Scalar)
        return {{}, plain};
    if (layout == Layout::Transposed && sizes.size() > 1) {
        std::swap(sizes[sizes.size() - 1], sizes[sizes.size() - 2]);
        return {sizes, [](const at::Tensor& base) { return base.transpose(-1, -2); }};
    }
    if (layout == Layout::ChannelsLast && sizes.size() == 4)
        return {{sizes[0], sizes[2], sizes[3], sizes[1]}, [](const at::Tensor& base) { return base.permute({0, 3, 1, 2}); }};
    if (layout == Layout::Sliced && !sizes.empty()) {
        const std::int64_t first = sizes.front(), last = sizes.back();
        const bool one = sizes.size() == 1;
        sizes.front() += 1;
        if (!one)
            sizes.back() += 2;
        return {sizes, [=](const at::Tensor& base) {
                    const at::Tensor rows = base.narrow(0, 1, first);
                    return one ? rows : rows.narrow(-1, 1, last);
                }};
    }
    return {sizes, plain};
}

at::Tensor valuesOf(const Sizes& sizes, c10::ScalarType dtype, std::uint64_t seed)
{
    if (dtype == at::kLong)
        return wholeNumbers(sizes, -5, 5, seed);
    if (dtype == at::kBool)
        return wholeNumbers(sizes, 0, 1, seed).to(at::kBool);
    return numbers(sizes, seed).to(dtype);
}

std::vector<Placed> placesOf(const OpCase& opCase)
{
    std::vector<Placed> places;
    const auto& shapes = opCase.operation->shapes;
    for (Sizes sizes : shapes) {
        // No samples: of all inputs that are as long as the first one.
        if (opCase.layout == Layout::Empty && !sizes.empty() && sizes.front() == shapes.front().front())
            sizes.front() = 0;
        places.push_back(place(std::move(sizes), opCase.layout));
    }
    return places;
}

// A loss to which every element of every result counts differently.
at::Tensor lossOf(const Tensors& results, const c10::Device& device)
{
    at::Tensor loss;
    for (const at::Tensor& result : results) {
        if (!result.defined() || !result.requires_grad() || !result.is_floating_point())
            continue;
        const at::Tensor weights = at::arange(result.numel()).to(at::kFloat).cos().view(result.sizes()).to(device);
        const at::Tensor part = result.to(at::kFloat).mul(weights).sum();
        loss = loss.defined() ? loss + part : part;
    }
    return loss;
}

void runInto(OpOutcome& outcome, const OpCase& opCase, const c10::Device& device)
{
    Tensors bases, inputs;
    for (const Placed& placed : placesOf(opCase)) {
        at::Tensor base = valuesOf(placed.base, opCase.dtype, 40 + bases.size()).to(device);
        base.requires_grad_(base.is_floating_point());
        bases.push_back(base);
        inputs.push_back(placed.view(base.clone()));
    }
    outcome.results = opCase.operation->run(inputs);
    Tensors before = inputs;
    for (const at::Tensor& result : outcome.results) {
        for (const at::Tensor& other : before) {
            outcome.shared.push_back(result.defined() && other.defined() && result.has_storage() && result.is_alias_of(other));
            outcome.same.push_back(result.is_same(other));
        }
        before.push_back(result);
    }
    if (const at::Tensor loss = lossOf(outcome.results, device); loss.defined())
        loss.backward();
    for (std::size_t i = 0; i < bases.size(); ++i) {
        outcome.inputs.push_back(inputs[i]);
        outcome.gradients.push_back(bases[i].grad());
    }
}

}  // namespace

std::vector<OpFamily> opTable()
{
    std::vector<OpFamily> table = plainOps();
    for (OpFamily& family : layerOps())
        table.push_back(std::move(family));
    return table;
}

std::string OpCase::text() const
{
    return operation->name + ", " + kLayoutNames[static_cast<std::size_t>(layout)] + ", " + c10::toString(dtype);
}

std::vector<OpCase> casesOf(const Operation& operation)
{
    std::vector<OpCase> cases;
    std::size_t most = 0;
    for (const auto& sizes : operation.shapes)
        most = std::max(most, sizes.size());
    for (const Layout layout : {Layout::Contiguous, Layout::Transposed, Layout::Sliced, Layout::ChannelsLast, Layout::Empty, Layout::Scalar}) {
        if ((layout == Layout::ChannelsLast && most != 4) || (layout == Layout::Transposed && most < 2)
            || (layout == Layout::Empty && !operation.alsoEmpty))
            continue;
        for (const auto dtype : {at::kFloat, at::kLong, at::kBool, at::kHalf, at::kBFloat16})
            if (dtype == at::kFloat || !operation.singleOnly)
                cases.push_back({&operation, layout, dtype});
    }
    return cases;
}

OpOutcome runCase(const OpCase& opCase, const c10::Device& device)
{
    OpOutcome outcome;
    const std::string refusal = refusalOf([&] { runInto(outcome, opCase, device); });
    if (!refusal.empty()) {
        outcome = {};
        outcome.refusal = refusal;
    }
    return outcome;
}

}  // namespace tandem::test

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/train/step/optimizer_state.h"

#include <torch/torch.h>

namespace tandem {
namespace {

// LibTorch's accessors give constant references, its setters take new values.
template<class State, class Read, class Write>
void visitTensor(State& state, Read read, Write write, const std::function<void(at::Tensor&)>& visit)
{
    at::Tensor tensor = (state.*read)();
    if (!tensor.defined())
        return;
    const at::Tensor before = tensor;
    visit(tensor);
    if (!tensor.is_same(before))
        write(state, tensor);
}

template<class State>
void visitMoments(State& state, const std::function<void(at::Tensor&)>& visit)
{
    using Read = const at::Tensor& (State::*)() const;
    visitTensor(state, static_cast<Read>(&State::exp_avg), [](State& s, const at::Tensor& t) { s.exp_avg(t); }, visit);
    visitTensor(state, static_cast<Read>(&State::exp_avg_sq), [](State& s, const at::Tensor& t) { s.exp_avg_sq(t); }, visit);
}

// The state is keyed by the parameter's implementation: as a text up to LibTorch 2.0, as a pointer since.
template<class Key>
Key stateKey(c10::TensorImpl* parameter)
{
    if constexpr (std::is_pointer_v<Key>)
        return parameter;
    else
        return c10::guts::to_string(parameter);
}

}  // namespace

at::Tensor secondMoment(const torch::optim::Optimizer& optimizer, const at::Tensor& parameter)
{
    namespace optim = torch::optim;
    const auto& state = optimizer.state();
    using Key = std::decay_t<decltype(state.begin()->first)>;
    const auto found = state.find(stateKey<Key>(parameter.unsafeGetTensorImpl()));
    if (found == state.end())
        return {};
    const optim::OptimizerParamState* entry = found->second.get();
    if (const auto* adam = dynamic_cast<const optim::AdamParamState*>(entry))
        return adam->exp_avg_sq();
    if (const auto* adamw = dynamic_cast<const optim::AdamWParamState*>(entry))
        return adamw->exp_avg_sq();
    if (const auto* adagrad = dynamic_cast<const optim::AdagradParamState*>(entry))
        return adagrad->sum();
    if (const auto* rmsprop = dynamic_cast<const optim::RMSpropParamState*>(entry))
        return rmsprop->square_avg();
    if (const auto* sgd = dynamic_cast<const optim::SGDParamState*>(entry))
        return sgd->momentum_buffer();
    return {};
}

void forEachStateTensor(torch::optim::Optimizer& optimizer, const std::function<void(at::Tensor& state)>& visit)
{
    namespace optim = torch::optim;
    for (auto& entry : optimizer.state()) {
        if (auto* adam = dynamic_cast<optim::AdamParamState*>(entry.second.get()))
            visitMoments(*adam, visit);
        else if (auto* adamw = dynamic_cast<optim::AdamWParamState*>(entry.second.get()))
            visitMoments(*adamw, visit);
        else if (auto* adagrad = dynamic_cast<optim::AdagradParamState*>(entry.second.get())) {
            using Read = const at::Tensor& (optim::AdagradParamState::*)() const;
            visitTensor(*adagrad, static_cast<Read>(&optim::AdagradParamState::sum),
                        [](optim::AdagradParamState& s, const at::Tensor& t) { s.sum(t); }, visit);
        } else if (auto* rmsprop = dynamic_cast<optim::RMSpropParamState*>(entry.second.get())) {
            using Read = const at::Tensor& (optim::RMSpropParamState::*)() const;
            visitTensor(*rmsprop, static_cast<Read>(&optim::RMSpropParamState::square_avg),
                        [](optim::RMSpropParamState& s, const at::Tensor& t) { s.square_avg(t); }, visit);
        }
        else if (auto* sgd = dynamic_cast<optim::SGDParamState*>(entry.second.get())) {
            using Read = const at::Tensor& (optim::SGDParamState::*)() const;
            visitTensor(*sgd, static_cast<Read>(&optim::SGDParamState::momentum_buffer),
                        [](optim::SGDParamState& s, const at::Tensor& t) { s.momentum_buffer(t); }, visit);
        }
    }
}

}  // namespace tandem

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

}  // namespace

void forEachStateTensor(torch::optim::Optimizer& optimizer, const std::function<void(at::Tensor& state)>& visit)
{
    namespace optim = torch::optim;
    for (auto& entry : optimizer.state()) {
        if (auto* adam = dynamic_cast<optim::AdamParamState*>(entry.second.get()))
            visitMoments(*adam, visit);
        else if (auto* adamw = dynamic_cast<optim::AdamWParamState*>(entry.second.get()))
            visitMoments(*adamw, visit);
        else if (auto* sgd = dynamic_cast<optim::SGDParamState*>(entry.second.get())) {
            using Read = const at::Tensor& (optim::SGDParamState::*)() const;
            visitTensor(*sgd, static_cast<Read>(&optim::SGDParamState::momentum_buffer),
                        [](optim::SGDParamState& s, const at::Tensor& t) { s.momentum_buffer(t); }, visit);
        }
    }
}

}  // namespace tandem

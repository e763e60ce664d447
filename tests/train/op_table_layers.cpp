// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/train/op_table.h"

namespace tandem::test {
namespace {

using Sizes = std::vector<std::int64_t>;

constexpr std::int64_t kTwo[] = {2, 2}, kThree[] = {3, 3}, kSeven[] = {7, 7};

at::Tensor classes(const at::Tensor& like, std::int64_t samples, std::int64_t most)
{
    return at::arange(samples, at::kLong).mul(7).remainder(most).to(like.device());
}

// By name, what is not as strict as the rest.
OpFamily relaxed(OpFamily family, const std::string& name, void (*relax)(Operation&))
{
    for (Operation& operation : family.operations)
        if (operation.name.starts_with(name))
            relax(operation);
    return family;
}
void close(Operation& operation)
{
    operation.within = 1e-5;
}
void single(Operation& operation)
{
    operation.singleOnly = true;
}
void needDouble(Operation& operation)
{
    operation.mayNeedDouble = true;
}

OpFamily convolutions()
{
    return {"convolutions",
            {{"conv1d", {{2, 3, 9}, {4, 3, 3}, {4}}, [](const Tensors& x) -> Tensors { return {at::conv1d(x[0], x[1], x[2]), at::conv1d(x[0], x[1], {}, 2, 1)}; }},
             {"conv2d", {{2, 3, 8, 8}, {4, 3, 3, 3}, {4}}, [](const Tensors& x) -> Tensors { return {at::conv2d(x[0], x[1], x[2])}; }},
             {"conv2d without bias", {{2, 3, 8, 8}, {4, 3, 3, 3}}, [](const Tensors& x) -> Tensors { return {at::conv2d(x[0], x[1], {}, 1, 1)}; }},
             {"conv2d with strides", {{2, 3, 8, 8}, {4, 3, 3, 3}, {4}}, [](const Tensors& x) -> Tensors { return {at::conv2d(x[0], x[1], x[2], {2, 1}, {1, 0})}; }},
             {"conv2d dilated", {{2, 3, 8, 8}, {4, 3, 3, 3}, {4}}, [](const Tensors& x) -> Tensors { return {at::conv2d(x[0], x[1], x[2], 1, 2, 2)}; }},
             {"conv2d in groups", {{2, 4, 8, 8}, {4, 2, 3, 3}, {4}}, [](const Tensors& x) -> Tensors { return {at::conv2d(x[0], x[1], x[2], 1, 1, 1, 2)}; }},
             {"conv2d depthwise", {{2, 4, 8, 8}, {4, 1, 3, 3}}, [](const Tensors& x) -> Tensors { return {at::conv2d(x[0], x[1], {}, 1, 1, 1, 4)}; }},
             {"conv2d, same size", {{2, 3, 8, 8}, {4, 3, 3, 3}, {4}}, [](const Tensors& x) -> Tensors { return {at::conv2d(x[0], x[1], x[2], 1, "same")}; }},
             {"conv2d of 1×1", {{2, 3, 8, 8}, {4, 3, 1, 1}, {4}}, [](const Tensors& x) -> Tensors { return {at::conv2d(x[0], x[1], x[2])}; }},
             {"conv3d", {{2, 3, 4, 5, 5}, {4, 3, 2, 2, 2}, {4}}, [](const Tensors& x) -> Tensors { return {at::conv3d(x[0], x[1], x[2])}; }},
             {"conv_transpose1d", {{2, 3, 5}, {3, 4, 3}, {4}}, [](const Tensors& x) -> Tensors { return {at::conv_transpose1d(x[0], x[1], x[2], 2)}; }},
             {"conv_transpose2d", {{2, 3, 5, 5}, {3, 4, 3, 3}, {4}}, [](const Tensors& x) -> Tensors { return {at::conv_transpose2d(x[0], x[1], x[2], 2, 1, 1)}; }},
             {"im2col", {{2, 3, 6, 6}}, [](const Tensors& x) -> Tensors { return {at::im2col(x[0], {3, 3}, {1, 1}, {1, 1}, {2, 2})}; }}}};
}

OpFamily pools()
{
    const Sizes d{2, 3, 8, 8};
    return {"pools",
            {{"max_pool1d", {{2, 3, 9}}, [](const Tensors& x) -> Tensors { return {at::max_pool1d(x[0], 3, 2)}; }},
             {"max_pool2d", {d}, [](const Tensors& x) -> Tensors { return {at::max_pool2d(x[0], 2), at::max_pool2d(x[0], 3, 2, 1, 1, true)}; }},
             {"max_pool2d with indices", {d}, [](const Tensors& x) -> Tensors { const auto [v, i] = at::max_pool2d_with_indices(x[0], 2); return {v, i}; }},
             {"max_pool3d", {{2, 3, 4, 6, 6}}, [](const Tensors& x) -> Tensors { return {at::max_pool3d(x[0], 2)}; }},
             {"avg_pool1d", {{2, 3, 9}}, [](const Tensors& x) -> Tensors { return {at::avg_pool1d(x[0], 3, 2, 1)}; }},
             {"avg_pool2d", {d}, [](const Tensors& x) -> Tensors { return {at::avg_pool2d(x[0], 2), at::avg_pool2d(x[0], 3, 2, 1, true, false)}; }},
             {"avg_pool3d", {{2, 3, 4, 6, 6}}, [](const Tensors& x) -> Tensors { return {at::avg_pool3d(x[0], 2)}; }},
             {"adaptive_avg_pool2d", {d}, [](const Tensors& x) -> Tensors { return {at::adaptive_avg_pool2d(x[0], {3, 5}), at::adaptive_avg_pool2d(x[0], {1, 1})}; }},
             {"adaptive_max_pool2d", {d}, [](const Tensors& x) -> Tensors { const auto [v, i] = at::adaptive_max_pool2d(x[0], {3, 3}); return {v, i}; }},
             {"max_unpool2d", {d}, [](const Tensors& x) -> Tensors { const auto [v, i] = at::max_pool2d_with_indices(x[0], 2); return {at::max_unpool2d(v, i, {8, 8})}; }}}};
}

OpFamily norms()
{
    const Sizes d{4, 6, 5, 5}, c{6};
    const auto statistics = [](const at::Tensor& like) { return Tensors{at::zeros({6}, like.options()), at::ones({6}, like.options())}; };
    return {"norms",
            {{"batch_norm in training", {d, c, c}, [statistics](const Tensors& x) -> Tensors {
                  const Tensors running = statistics(x[0].detach());
                  const at::Tensor y = at::batch_norm(x[0], x[1], x[2], running[0], running[1], true, 0.1, 1e-5, false);
                  return {y, running[0], running[1]};
              }},
             {"batch_norm in evaluation", {d, c, c}, [statistics](const Tensors& x) -> Tensors {
                  const Tensors running = statistics(x[0].detach());
                  return {at::batch_norm(x[0], x[1], x[2], running[0], running[1], false, 0.1, 1e-5, false)};
              }},
             {"batch_norm without statistics", {d}, [](const Tensors& x) -> Tensors { return {at::batch_norm(x[0], {}, {}, {}, {}, true, 0.1, 1e-5, false)}; }},
             {"batch_norm of rows", {{4, 6}, c, c}, [](const Tensors& x) -> Tensors { return {at::batch_norm(x[0], x[1], x[2], {}, {}, true, 0.1, 1e-5, false)}; }},
             {"layer_norm", {{4, 6}, c, c}, [](const Tensors& x) -> Tensors { return {at::layer_norm(x[0], {6}, x[1], x[2])}; }},
             {"layer_norm of two axes", {d}, [](const Tensors& x) -> Tensors { return {at::layer_norm(x[0], {5, 5})}; }},
             {"group_norm", {d, c, c}, [](const Tensors& x) -> Tensors { return {at::group_norm(x[0], 2, x[1], x[2])}; }, false},
             {"instance_norm", {d, c, c}, [](const Tensors& x) -> Tensors { return {at::instance_norm(x[0], x[1], x[2], {}, {}, true, 0.1, 1e-5, false)}; }},
             {"renorm", {{4, 6}}, [](const Tensors& x) -> Tensors { return {x[0].renorm(2, 0, 1.5)}; }}}};
}

OpFamily activations()
{
    const Sizes s{3, 6};
    return {"activations",
            {{"relu", {{2, 3, 4, 5}}, [](const Tensors& x) -> Tensors { return {at::relu(x[0])}; }},
             {"relu6, hardtanh", {s}, [](const Tensors& x) -> Tensors { return {at::relu6(x[0]), at::hardtanh(x[0], -0.5, 0.5)}; }},
             {"leaky_relu", {s}, [](const Tensors& x) -> Tensors { return {at::leaky_relu(x[0], 0.2)}; }},
             {"elu, selu, celu", {s}, [](const Tensors& x) -> Tensors { return {at::elu(x[0]), at::selu(x[0]), at::celu(x[0], 0.5)}; }},
             {"gelu", {s}, [](const Tensors& x) -> Tensors { return {at::gelu(x[0]), at::gelu(x[0], "tanh")}; }},
             {"silu, mish", {s}, [](const Tensors& x) -> Tensors { return {at::silu(x[0]), at::mish(x[0])}; }},
             {"softplus, log_sigmoid", {s}, [](const Tensors& x) -> Tensors { return {at::softplus(x[0], 2), at::log_sigmoid(x[0])}; }},
             {"hardswish, hardsigmoid", {s}, [](const Tensors& x) -> Tensors { return {at::hardswish(x[0]), at::hardsigmoid(x[0])}; }},
             {"softshrink, hardshrink", {s}, [](const Tensors& x) -> Tensors { return {at::softshrink(x[0]), at::hardshrink(x[0])}; }},
             {"threshold", {s}, [](const Tensors& x) -> Tensors { return {at::threshold(x[0], 0.1, 20)}; }},
             {"prelu", {{2, 3, 4, 5}, {3}}, [](const Tensors& x) -> Tensors { return {at::prelu(x[0], x[1])}; }},
             {"glu", {s}, [](const Tensors& x) -> Tensors { return {at::glu(x[0], 1)}; }},
             {"softmax", {s}, [](const Tensors& x) -> Tensors { return {at::softmax(x[0], 1), at::softmax(x[0], 0)}; }},
             {"log_softmax", {{2, 3, 4, 5}}, [](const Tensors& x) -> Tensors { return {at::log_softmax(x[0], 1), at::log_softmax(x[0], -1)}; }},
             {"softmax with a dtype", {s}, [](const Tensors& x) -> Tensors { return {at::softmax(x[0], 1, at::kFloat)}; }},
             {"dropout in evaluation", {s}, [](const Tensors& x) -> Tensors { return {at::dropout(x[0], 0.5, false)}; }}}};
}

OpFamily losses()
{
    const Sizes s{4, 6};
    using at::Reduction::Mean;
    using at::Reduction::None;
    using at::Reduction::Sum;
    return {"losses",
            {{"mse_loss", {s, s}, [](const Tensors& x) -> Tensors { return {at::mse_loss(x[0], x[1]), at::mse_loss(x[0], x[1], None)}; }},
             {"l1_loss", {s, s}, [](const Tensors& x) -> Tensors { return {at::l1_loss(x[0], x[1])}; }},
             {"smooth_l1, huber", {s, s}, [](const Tensors& x) -> Tensors { return {at::smooth_l1_loss(x[0], x[1]), at::huber_loss(x[0], x[1], Sum)}; }},
             {"binary_cross_entropy", {s, s}, [](const Tensors& x) -> Tensors { return {at::binary_cross_entropy(x[0].sigmoid(), x[1].sigmoid())}; }},
             {"binary_cross_entropy with weights", {s, s, s}, [](const Tensors& x) -> Tensors { return {at::binary_cross_entropy(x[0].sigmoid(), x[1].detach().sigmoid(), x[2].detach().abs())}; }},
             {"bce with logits", {s, s, {6}}, [](const Tensors& x) -> Tensors { return {at::binary_cross_entropy_with_logits(x[0], x[1].sigmoid(), {}, x[2].detach().abs())}; }},
             {"nll_loss", {s}, [](const Tensors& x) -> Tensors { return {at::nll_loss(at::log_softmax(x[0], 1), classes(x[0], 4, 6)), at::nll_loss(x[0], classes(x[0], 4, 6), {}, None)}; }},
             {"nll_loss2d", {{2, 6, 4, 4}}, [](const Tensors& x) -> Tensors { return {at::nll_loss2d(x[0], classes(x[0], 32, 6).view({2, 4, 4}))}; }},
             {"cross_entropy", {s}, [](const Tensors& x) -> Tensors { return {at::cross_entropy_loss(x[0], classes(x[0], 4, 6))}; }},
             {"cross_entropy, weighted", {s, {6}}, [](const Tensors& x) -> Tensors { return {at::cross_entropy_loss(x[0], classes(x[0], 4, 6), x[1].detach().abs(), Mean, 1)}; }},
             {"cross_entropy, smoothed", {s}, [](const Tensors& x) -> Tensors { return {at::cross_entropy_loss(x[0], classes(x[0], 4, 6), {}, Sum, -100, 0.1)}; }},
             {"cross_entropy of shares", {s, s}, [](const Tensors& x) -> Tensors { return {at::cross_entropy_loss(x[0], x[1].softmax(1))}; }},
             {"cross_entropy of float labels", {s}, [](const Tensors& x) -> Tensors {
                  return {refusalOf([&] { at::cross_entropy_loss(x[0], classes(x[0], 4, 6).to(at::kFloat)); }).empty() ? x[0] : x[0] + 1};
              }},
             {"kl_div", {s, s}, [](const Tensors& x) -> Tensors { return {at::kl_div(x[0].log_softmax(1), x[1].softmax(1), Sum)}; }, false},
             {"poisson_nll", {s, s}, [](const Tensors& x) -> Tensors { return {at::poisson_nll_loss(x[0], x[1].abs(), true, false, 1e-8, Mean)}; }},
             {"margins", {s, s}, [](const Tensors& x) -> Tensors {
                  const at::Tensor signs = classes(x[0], 24, 2).mul(2).sub(1).view({4, 6});
                  return {at::soft_margin_loss(x[0], signs.to(x[0].scalar_type())), at::hinge_embedding_loss(x[0], signs), at::multi_margin_loss(x[0], classes(x[0], 4, 6))};
              }},
             {"cosine, triplet", {s, s, s}, [](const Tensors& x) -> Tensors { return {at::cosine_similarity(x[0], x[1], 1), at::triplet_margin_loss(x[0], x[1], x[2])}; }},
             {"ctc_loss", {{7, 2, 5}}, [](const Tensors& x) -> Tensors {
                  return {at::ctc_loss(x[0].log_softmax(2), classes(x[0], 6, 4).add(1).view({2, 3}), at::IntArrayRef({7, 7}), at::IntArrayRef({3, 2}))};
              }}}};
}

OpFamily tables()
{
    return {"tables",
            {{"embedding", {{9, 4}}, [](const Tensors& x) -> Tensors { return {at::embedding(x[0], classes(x[0], 6, 9)), at::embedding(x[0], classes(x[0], 6, 9).view({2, 3}), 7)}; }},
             {"embedding scaled", {{9, 4}}, [](const Tensors& x) -> Tensors { return {at::embedding(x[0], classes(x[0], 12, 5), -1, true)}; }},
             {"embedding_bag", {{9, 4}}, [](const Tensors& x) -> Tensors {
                  const at::Tensor bags = at::tensor({0, 2, 5}, at::kLong).to(x[0].device());
                  return {std::get<0>(at::embedding_bag(x[0], classes(x[0], 8, 9), bags, false, 0)), std::get<0>(at::embedding_bag(x[0], classes(x[0], 8, 9), bags, false, 1)),
                          std::get<0>(at::embedding_bag(x[0], classes(x[0], 8, 9), bags, false, 2))};
              }},
             {"one_hot", {{6}}, [](const Tensors& x) -> Tensors { return {at::one_hot(classes(x[0], 6, 9), 9)}; }}}};
}

// Weights of one layer: input, hidden, and both biases, for so many gates.
std::vector<Sizes> recurrentShapes(std::int64_t gates)
{
    return {{5, 2, 3}, {1, 2, 4}, {1, 2, 4}, {gates * 4, 3}, {gates * 4, 4}, {gates * 4}, {gates * 4}};
}

OpFamily recurrent()
{
    return {"recurrent",
            {{"lstm", recurrentShapes(4), [](const Tensors& x) -> Tensors {
                  const auto [y, h, c] = at::lstm(x[0], {x[1], x[2]}, {x[3], x[4], x[5], x[6]}, true, 1, 0.0, true, false, false);
                  return {y, h, c};
              }},
             {"lstm both ways, batch first", {{2, 5, 3}, {2, 2, 4}, {2, 2, 4}, {16, 3}, {16, 4}}, [](const Tensors& x) -> Tensors {
                  const auto [y, h, c] = at::lstm(x[0], {x[1], x[2]}, {x[3], x[4], x[3], x[4]}, false, 1, 0.0, true, true, true);
                  return {y, h, c};
              }},
             {"gru", recurrentShapes(3), [](const Tensors& x) -> Tensors {
                  const auto [y, h] = at::gru(x[0], x[1], {x[3], x[4], x[5], x[6]}, true, 1, 0.0, true, false, false);
                  return {y, h};
              }},
             {"rnn_tanh", recurrentShapes(1), [](const Tensors& x) -> Tensors {
                  const auto [y, h] = at::rnn_tanh(x[0], x[1], {x[3], x[4], x[5], x[6]}, true, 1, 0.0, true, false, false);
                  return {y, h};
              }},
             {"tanh cell, step by step", recurrentShapes(1), [](const Tensors& x) -> Tensors {
                  at::Tensor hidden = x[1][0];
                  Tensors steps;
                  for (std::int64_t step = 0; step < x[0].size(0); ++step) {
                      hidden = at::tanh(at::linear(hidden, x[4], x[6]).add_(at::linear(x[0][step], x[3], x[5])));
                      steps.push_back(hidden);
                  }
                  return {steps.empty() ? x[0] : at::stack(steps)};
              }},
             {"lstm_cell", {{2, 3}, {2, 4}, {2, 4}, {16, 3}, {16, 4}, {16}, {16}}, [](const Tensors& x) -> Tensors {
                  const auto [h, c] = at::lstm_cell(x[0], {x[1], x[2]}, x[3], x[4], x[5], x[6]);
                  return {h, c};
              }},
             {"gru_cell", {{2, 3}, {2, 4}, {12, 3}, {12, 4}, {12}, {12}}, [](const Tensors& x) -> Tensors { return {at::gru_cell(x[0], x[1], x[2], x[3], x[4], x[5])}; }}}};
}

OpFamily attention()
{
    const Sizes s{2, 5, 4};
    return {"attention",
            {{"softmax(QK)V", {s, s, s}, [](const Tensors& x) -> Tensors { return {at::softmax(x[0].matmul(x[1].transpose(1, 2)) / 2, -1).matmul(x[2])}; }},
             {"causal", {s, s, s}, [](const Tensors& x) -> Tensors {
                  const at::Tensor later = at::ones({5, 5}, at::TensorOptions(x[0].device())).triu(1).to(at::kBool);
                  return {at::softmax(x[0].bmm(x[1].transpose(1, 2)).masked_fill(later, -1e4), -1).bmm(x[2])};
              }},
             {"heads", {{2, 5, 8}, {24, 8}, {24}, {8, 8}}, [](const Tensors& x) -> Tensors {
                  const at::Tensor qkv = at::linear(x[0], x[1], x[2]).view({2, 5, 3, 2, 4}).permute({2, 0, 3, 1, 4});
                  const at::Tensor weights = at::softmax(qkv[0].matmul(qkv[1].transpose(-1, -2)), -1);
                  return {at::linear(weights.matmul(qkv[2]).transpose(1, 2).reshape({2, 5, 8}), x[3]), weights};
              }}}};
}

OpFamily pictures()
{
    const Sizes d{2, 3, 5, 5};
    return {"pictures",
            {{"nearest", {d}, [](const Tensors& x) -> Tensors { return {at::upsample_nearest2d(x[0], at::IntArrayRef(kSeven)), at::upsample_nearest2d(x[0], at::IntArrayRef(kThree))}; }},
             {"bilinear", {d}, [](const Tensors& x) -> Tensors { return {at::upsample_bilinear2d(x[0], at::IntArrayRef(kSeven), true), at::upsample_bilinear2d(x[0], at::IntArrayRef(kThree), false)}; }},
             {"bicubic", {d}, [](const Tensors& x) -> Tensors { return {at::upsample_bicubic2d(x[0], at::IntArrayRef(kSeven), false)}; }},
             {"linear", {{2, 3, 5}}, [](const Tensors& x) -> Tensors { return {at::upsample_linear1d(x[0], at::IntArrayRef(kSeven, 1), false)}; }},
             {"grid_sampler", {d, {2, 4, 4, 2}}, [](const Tensors& x) -> Tensors { return {at::grid_sampler(x[0], x[1].tanh(), 0, 0, false)}; }},
             {"affine_grid", {{2, 2, 3}}, [](const Tensors& x) -> Tensors { return {at::affine_grid_generator(x[0], {2, 1, 3, 3}, false)}; }},
             {"pads", {d}, [](const Tensors& x) -> Tensors { return {at::constant_pad_nd(x[0], {1, 2, 0, 1}, 3), at::reflection_pad2d(x[0], {1, 2, 2, 1}), at::replication_pad2d(x[0], {1, 1, 1, 1})}; }},
             {"pixel_shuffle", {{2, 8, 3, 3}}, [](const Tensors& x) -> Tensors { return {at::pixel_shuffle(x[0], 2), at::channel_shuffle(x[0], 2)}; }},
             {"a small network", {{4, 1, 8, 8}, {6, 1, 3, 3}, {6}, {10, 96}, {10}}, [](const Tensors& x) -> Tensors {
                  const at::Tensor maps = at::max_pool2d(at::relu(at::conv2d(x[0], x[1], x[2], 1, 1)), kTwo);
                  return {at::cross_entropy_loss(at::linear(maps.flatten(1), x[3], x[4]), classes(x[0], 4, 10))};
              }}}};
}

}  // namespace

std::vector<OpFamily> layerOps()
{
    // Group-norm keeps channels-last on the CPU only, recurrent layers multiply all steps at once there, and kl_div has
    // another formula for MPS. Of no samples batch-norm returns float64 statistics.
    OpFamily norm = relaxed(relaxed(relaxed(norms(), "group_norm", close), "batch_norm", needDouble), "renorm", needDouble);
    // On the CPU LibTorch multiplies the inputs of all steps at once, elsewhere one by one. In 16 bits the two ways part
    // widely for the plain cell, on the CPU too, so there it is compared step by step.
    OpFamily recurrence = relaxed(relaxed(relaxed(relaxed(recurrent(), "lstm", close), "gru", close), "rnn_tanh", close), "rnn_tanh", single);
    OpFamily loss = relaxed(relaxed(losses(), "cross_entropy, smoothed", needDouble), "kl_div", close);
    return {convolutions(), pools(), norm, activations(), loss, tables(), recurrence, attention(), pictures()};
}

}  // namespace tandem::test

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/train/op_table.h"

namespace tandem::test {
namespace {

using Sizes = std::vector<std::int64_t>;
using One = at::Tensor (*)(const at::Tensor&);
using Two = at::Tensor (*)(const at::Tensor&, const at::Tensor&);
using OneInPlace = at::Tensor& (at::Tensor::*)() const;
using Free = std::function<Tensors(const Tensors&)>;

// Indices on the device of another tensor.
at::Tensor indices(const at::Tensor& like, std::vector<std::int64_t> values)
{
    return at::tensor(values, at::kLong).to(like.device());
}

at::Tensor mask(const at::Tensor& like)
{
    return at::arange(like.numel()).remainder(3).eq(0).view(like.sizes()).to(like.device());
}

OpFamily unary()
{
    OpFamily family{"unary", {}};
    const std::vector<std::pair<const char*, One>> list{
        {"abs", at::abs}, {"neg", at::neg}, {"exp", at::exp}, {"exp2", at::exp2}, {"expm1", at::expm1}, {"log", at::log},
        {"log2", at::log2}, {"log10", at::log10}, {"log1p", at::log1p}, {"sqrt", at::sqrt}, {"rsqrt", at::rsqrt}, {"sin", at::sin},
        {"cos", at::cos}, {"tan", at::tan}, {"asin", at::asin}, {"acos", at::acos}, {"atan", at::atan}, {"sinh", at::sinh},
        {"cosh", at::cosh}, {"tanh", at::tanh}, {"sigmoid", at::sigmoid}, {"erf", at::erf}, {"erfc", at::erfc}, {"floor", at::floor},
        {"ceil", at::ceil}, {"round", at::round}, {"trunc", at::trunc}, {"frac", at::frac}, {"sign", at::sign}, {"sgn", at::sgn},
        {"reciprocal", at::reciprocal}, {"square", at::square}, {"isnan", at::isnan}, {"isfinite", at::isfinite},
        {"logical_not", at::logical_not}, {"bitwise_not", at::bitwise_not}, {"lgamma", at::lgamma}, {"positive", at::positive}};
    for (const auto& [name, function] : list)
        family.operations.push_back({name, {{3, 4}}, [function = function](const Tensors& x) -> Tensors { return {function(x[0])}; }});
    family.operations.push_back({"exp of four dimensions", {{2, 3, 4, 5}}, [](const Tensors& x) -> Tensors { return {x[0].exp()}; }});
    return family;
}

OpFamily binary()
{
    OpFamily family{"binary", {}};
    const std::vector<std::pair<const char*, Two>> list{
        {"mul", at::mul}, {"div", at::div}, {"pow", at::pow}, {"atan2", at::atan2}, {"maximum", at::maximum}, {"minimum", at::minimum},
        {"fmax", at::fmax}, {"fmin", at::fmin}, {"fmod", at::fmod}, {"remainder", at::remainder}, {"floor_divide", at::floor_divide},
        {"hypot", at::hypot}, {"copysign", at::copysign}, {"xlogy", at::xlogy}, {"logaddexp", at::logaddexp},
        {"eq", at::eq}, {"ne", at::ne}, {"lt", at::lt}, {"le", at::le}, {"gt", at::gt}, {"ge", at::ge}, {"logical_and", at::logical_and},
        {"logical_or", at::logical_or}, {"logical_xor", at::logical_xor}, {"bitwise_and", at::bitwise_and}, {"bitwise_or", at::bitwise_or},
        {"bitwise_xor", at::bitwise_xor}, {"heaviside", at::heaviside}};
    for (const auto& [name, function] : list)
        family.operations.push_back(
            {name, {{3, 4}, {3, 4}}, [function = function](const Tensors& x) -> Tensors { return {function(x[0], x[1])}; }});
    family.operations.push_back({"add of a row", {{3, 4}, {4}}, [](const Tensors& x) -> Tensors { return {x[0] + x[1]}; }});
    family.operations.push_back({"mul, both spread", {{3, 1, 4}, {2, 1}}, [](const Tensors& x) -> Tensors { return {x[0] * x[1]}; }});
    family.operations.push_back({"add with alpha", {{2, 3, 4, 5}, {2, 3, 4, 5}}, [](const Tensors& x) -> Tensors { return {at::add(x[0], x[1], 2)}; }});
    family.operations.push_back({"sub", {{3, 4}, {3, 4}}, [](const Tensors& x) -> Tensors { return {x[0] - x[1]}; }});
    family.operations.push_back({"div rounded", {{3, 4}, {3, 4}}, [](const Tensors& x) -> Tensors { return {at::div(x[0], x[1].abs() + 1, "floor")}; }});
    family.operations.push_back({"mul with another dtype", {{3, 4}, {3, 4}}, [](const Tensors& x) -> Tensors { return {x[0] * x[1].to(at::kInt)}; }});
    return family;
}

// The backward pass of a product with a number makes a float64 scalar of it, which a float32 scalar of the device does not
// bear, of the real one neither.
OpFamily scalars()
{
    const Sizes s{3, 4};
    return {"scalars",
            {{"mul 2.5", {s}, [](const Tensors& x) -> Tensors { return {x[0].dim() > 0 ? x[0] * 2.5 : x[0].detach() * 2.5}; }},
             {"add 1", {s}, [](const Tensors& x) -> Tensors { return {x[0] + 1}; }},
             {"1 sub", {s}, [](const Tensors& x) -> Tensors { return {1 - x[0]}; }},
             {"2 div", {s}, [](const Tensors& x) -> Tensors { return {2.0 / x[0]}; }},
             {"pow 2", {s}, [](const Tensors& x) -> Tensors { return {x[0].pow(2)}; }},
             {"2 pow", {s}, [](const Tensors& x) -> Tensors { return {at::pow(2, x[0])}; }},
             {"above", {s}, [](const Tensors& x) -> Tensors { return {x[0] > 0.3}; }},
             {"clamp", {s}, [](const Tensors& x) -> Tensors { return {x[0].clamp(-0.5, 0.5)}; }},
             {"clamp_min", {s}, [](const Tensors& x) -> Tensors { return {x[0].clamp_min(0)}; }},
             {"addcmul", {s, s, s}, [](const Tensors& x) -> Tensors { return {x[0].addcmul(x[1], x[2], 2)}; }},
             {"addcdiv", {s, s, s}, [](const Tensors& x) -> Tensors { return {x[0].addcdiv(x[1], x[2], 0.5)}; }},
             {"lerp", {s, s, s}, [](const Tensors& x) -> Tensors { return {x[0].lerp(x[1], x[2]), x[0].lerp(x[1], 0.3)}; }},
             {"where", {s, s}, [](const Tensors& x) -> Tensors { return {at::where(x[0] > x[1], x[0], x[1]), at::where(mask(x[0]), x[0], 2)}; }},
             {"a scalar tensor of the host", {s}, [](const Tensors& x) -> Tensors { return {x[0] * at::scalar_tensor(3)}; }},
             {"shift bits", {s}, [](const Tensors& x) -> Tensors { return {at::__lshift__(x[0], 2)}; }},
             {"nan_to_num", {s}, [](const Tensors& x) -> Tensors { return {x[0].log().nan_to_num(1.5)}; }}}};
}

OpFamily inPlace()
{
    OpFamily family{"in_place", {}};
    const std::vector<std::pair<const char*, OneInPlace>> list{
        {"abs_", &at::Tensor::abs_}, {"neg_", &at::Tensor::neg_}, {"exp_", &at::Tensor::exp_}, {"sqrt_", &at::Tensor::sqrt_},
        {"tanh_", &at::Tensor::tanh_}, {"sigmoid_", &at::Tensor::sigmoid_}, {"relu_", &at::Tensor::relu_}, {"floor_", &at::Tensor::floor_},
        {"reciprocal_", &at::Tensor::reciprocal_}, {"zero_", &at::Tensor::zero_}, {"logical_not_", &at::Tensor::logical_not_},
        {"t_", &at::Tensor::t_}, {"squeeze_", &at::Tensor::squeeze_}};
    for (const auto& [name, method] : list)
        family.operations.push_back({name, {{3, 4}}, [method = method](const Tensors& x) -> Tensors { return {(x[0].*method)()}; }});
    const Sizes s{3, 4};
    const std::vector<std::tuple<const char*, std::vector<Sizes>, Free>> more{
        {"add_", {s, s}, [](const Tensors& x) -> Tensors { return {x[0].add_(x[1], 2)}; }},
        {"add_ a row", {s, {4}}, [](const Tensors& x) -> Tensors { return {x[0].add_(x[1])}; }},
        {"mul_", {{2, 3, 4, 5}, {2, 3, 4, 5}}, [](const Tensors& x) -> Tensors { return {x[0].mul_(x[1])}; }},
        {"div_", {s, s}, [](const Tensors& x) -> Tensors { return {x[0].div_(x[1])}; }},
        {"sub_ 0.5", {s}, [](const Tensors& x) -> Tensors { return {x[0].sub_(0.5)}; }},
        {"pow_", {s}, [](const Tensors& x) -> Tensors { return {x[0].pow_(3)}; }},
        {"clamp_", {s}, [](const Tensors& x) -> Tensors { return {x[0].clamp_(-0.5, 0.5)}; }},
        {"fill_", {s}, [](const Tensors& x) -> Tensors { return {x[0].fill_(3)}; }},
        {"addcmul_", {s, s, s}, [](const Tensors& x) -> Tensors { return {x[0].addcmul_(x[1], x[2], 0.1)}; }},
        {"addcdiv_", {s, s, s}, [](const Tensors& x) -> Tensors { return {x[0].addcdiv_(x[1], x[2], -0.1)}; }},
        {"lerp_", {s, s}, [](const Tensors& x) -> Tensors { return {x[0].lerp_(x[1], 0.1)}; }},
        {"copy_", {s, s}, [](const Tensors& x) -> Tensors { return {x[0].copy_(x[1])}; }},
        {"copy_ a row of ints", {s, {4}}, [](const Tensors& x) -> Tensors { return {x[0].copy_(x[1].to(at::kInt))}; }},
        {"masked_fill_", {s}, [](const Tensors& x) -> Tensors { return {x[0].masked_fill_(mask(x[0]), 2)}; }},
        {"addmm_", {s, {3, 5}, {5, 4}}, [](const Tensors& x) -> Tensors { return {x[0].addmm_(x[1], x[2], 0.5, 2)}; }},
        {"eq_", {s, s}, [](const Tensors& x) -> Tensors { return {x[0].eq_(x[1])}; }},
        {"tril_", {s}, [](const Tensors& x) -> Tensors { return {x[0].tril_()}; }},
        {"unsqueeze_", {s}, [](const Tensors& x) -> Tensors { return {x[0].unsqueeze_(1)}; }},
        {"transpose_", {s}, [](const Tensors& x) -> Tensors { return {x[0].transpose_(0, 1)}; }},
        {"index_add_", {s, {2, 4}}, [](const Tensors& x) -> Tensors { return {x[0].index_add_(0, indices(x[0], {2, 0}), x[1])}; }},
        {"index_copy_", {s, {2, 4}}, [](const Tensors& x) -> Tensors { return {x[0].index_copy_(0, indices(x[0], {2, 0}), x[1])}; }},
        {"index_fill_", {s}, [](const Tensors& x) -> Tensors { return {x[0].index_fill_(1, indices(x[0], {1, 3}), 4)}; }},
        {"resize_", {s}, [](const Tensors& x) -> Tensors { return {x[0].detach().clone().resize_({2, 2}).fill_(1)}; }}};
    for (const auto& [name, shapes, run] : more)
        family.operations.push_back({name, shapes, run});
    return family;
}

// Results are written into tensors without gradients.
OpFamily outForms()
{
    const Sizes s{3, 4};
    const auto fresh = [](const at::Tensor& like) { return at::empty({0}, like.options()); };
    const auto strided = [](const at::Tensor& like) {  // of the result's sizes, as LibTorch wants it
        return like.dim() > 0 && like.numel() > 0 ? at::zeros({4, 3}, like.options()).t() : at::empty({0}, like.options());
    };
    using F = std::function<at::Tensor(const at::Tensor&)>;
    OpFamily family{"out_forms", {}};
    for (const auto& [how, out] : std::vector<std::pair<std::string, F>>{{"a new tensor", fresh}, {"a strided tensor", strided}}) {
        const auto add = [&](const std::string& name, std::vector<Sizes> shapes, std::function<at::Tensor&(at::Tensor&, const Tensors&)> write) {
            family.operations.push_back({name + " into " + how, std::move(shapes), [out = out, write = std::move(write)](const Tensors& x) -> Tensors {
                                             Tensors plain;
                                             for (const at::Tensor& input : x)
                                                 plain.push_back(input.detach());
                                             at::Tensor into = out(plain[0]);
                                             const at::Tensor returned = write(into, plain);
                                             return {into, returned};
                                         }});
        };
        add("add", {s, s}, [](at::Tensor& to, const Tensors& x) -> at::Tensor& { return at::add_out(to, x[0], x[1]); });
        add("mul", {s, {4}}, [](at::Tensor& to, const Tensors& x) -> at::Tensor& { return at::mul_out(to, x[0], x[1]); });
        add("mm", {{3, 5}, {5, 4}}, [](at::Tensor& to, const Tensors& x) -> at::Tensor& { return at::mm_out(to, x[0], x[1]); });
        add("addmm", {s, {3, 5}, {5, 4}}, [](at::Tensor& to, const Tensors& x) -> at::Tensor& { return at::addmm_out(to, x[0], x[1], x[2]); });
        add("sum", {{3, 4, 2}}, [](at::Tensor& to, const Tensors& x) -> at::Tensor& { return at::sum_out(to, x[0], {2}); });
        add("cat", {{1, 4}, {2, 4}}, [](at::Tensor& to, const Tensors& x) -> at::Tensor& { return at::cat_out(to, {x[0], x[1]}); });
        add("index_select", {{5, 4}}, [](at::Tensor& to, const Tensors& x) -> at::Tensor& { return at::index_select_out(to, x[0], 0, indices(x[0], {4, 0, 1})); });
        add("sigmoid", {s}, [](at::Tensor& to, const Tensors& x) -> at::Tensor& { return at::sigmoid_out(to, x[0]); });
        add("cumsum", {s}, [](at::Tensor& to, const Tensors& x) -> at::Tensor& { return at::cumsum_out(to, x[0], 1); });
    }
    return family;
}

OpFamily reductions()
{
    const Sizes s{3, 4}, d{2, 3, 4, 5};
    return {"reductions",
            {{"sum", {d}, [](const Tensors& x) -> Tensors { return {x[0].sum(), x[0].sum({1, 3}, true), x[0].sum(-1)}; }},
             {"mean", {d}, [](const Tensors& x) -> Tensors { return {x[0].mean(), x[0].mean(at::IntArrayRef({0, 2}))}; }},
             {"prod", {s}, [](const Tensors& x) -> Tensors { return {x[0].prod(), x[0].prod(1)}; }},
             {"std", {s}, [](const Tensors& x) -> Tensors { return {x[0].std(), x[0].std({1}, false)}; }},
             {"var_mean", {d}, [](const Tensors& x) -> Tensors { const auto [v, m] = at::var_mean(x[0], {1}, true); return {v, m}; }},
             {"amax, amin", {d}, [](const Tensors& x) -> Tensors { return {x[0].amax({1, 2}), x[0].amin(-1, true)}; }},
             {"max of a dimension", {s}, [](const Tensors& x) -> Tensors { const auto [v, i] = x[0].max(1); return {v, i}; }},
             {"min of a dimension", {d}, [](const Tensors& x) -> Tensors { const auto [v, i] = x[0].min(1, true); return {v, i}; }},
             {"max, min", {s}, [](const Tensors& x) -> Tensors { return {x[0].max(), x[0].min()}; }},
             {"aminmax", {s}, [](const Tensors& x) -> Tensors { const auto [a, b] = at::aminmax(x[0]); return {a, b}; }},
             {"argmax, argmin", {d}, [](const Tensors& x) -> Tensors { return {x[0].argmax(), x[0].argmax(1), x[0].argmin(-1, true)}; }},
             {"all, any", {s}, [](const Tensors& x) -> Tensors { return {x[0].all(), x[0].any(), x[0].all(1), x[0].any(0, true)}; }},
             {"logsumexp", {s}, [](const Tensors& x) -> Tensors { return {x[0].logsumexp(1)}; }},
             {"norm", {s}, [](const Tensors& x) -> Tensors { return {x[0].norm(), x[0].norm(1, 1), at::linalg_vector_norm(x[0], 3)}; }},
             {"median", {s}, [](const Tensors& x) -> Tensors { const auto [v, i] = x[0].median(1); return {v, i, x[0].median()}; }},
             {"kthvalue", {s}, [](const Tensors& x) -> Tensors { const auto [v, i] = x[0].kthvalue(2, 1); return {v, i}; }},
             {"cumsum", {d}, [](const Tensors& x) -> Tensors { return {x[0].cumsum(1), x[0].cumsum(-1)}; }},
             {"cumprod", {s}, [](const Tensors& x) -> Tensors { return {x[0].cumprod(1)}; }},
             {"cummax", {s}, [](const Tensors& x) -> Tensors { const auto [v, i] = x[0].cummax(1); return {v, i}; }},
             {"count_nonzero", {s}, [](const Tensors& x) -> Tensors { return {x[0].count_nonzero(), x[0].count_nonzero(at::IntArrayRef({1}))}; }},
             {"nansum", {s}, [](const Tensors& x) -> Tensors { return {x[0].log().nansum()}; }},
             {"sort", {d}, [](const Tensors& x) -> Tensors { const auto [v, i] = x[0].sort(true, 1, true); return {v, i, x[0].argsort(true, -1, false)}; }},
             {"topk", {{3, 9}}, [](const Tensors& x) -> Tensors { const auto [v, i] = x[0].topk(4, 1); return {v, i}; }},
             {"unique", {{12}}, [](const Tensors& x) -> Tensors { const auto [v, i, c] = at::_unique2(x[0].round(), true, true, true); return {v, i, c}; }},
             {"bincount", {{12}}, [](const Tensors& x) -> Tensors { return {at::bincount(x[0].abs())}; }},
             {"histc", {{12}}, [](const Tensors& x) -> Tensors { return {at::histc(x[0], 5)}; }},
             {"nonzero", {s}, [](const Tensors& x) -> Tensors { return {x[0].nonzero()}; }},
             {"searchsorted", {{6}, {4}}, [](const Tensors& x) -> Tensors { return {at::searchsorted(std::get<0>(x[0].sort()), x[1])}; }},
             {"equal", {s, s}, [](const Tensors& x) -> Tensors { return {at::scalar_tensor(x[0].equal(x[1])).to(x[0].device())}; }}}};
}

OpFamily products()
{
    return {"products",
            {{"mm", {{3, 5}, {5, 4}}, [](const Tensors& x) -> Tensors { return {x[0].mm(x[1])}; }},
             {"mv", {{3, 5}, {5}}, [](const Tensors& x) -> Tensors { return {x[0].mv(x[1])}; }},
             {"dot", {{5}, {5}}, [](const Tensors& x) -> Tensors { return {x[0].dot(x[1])}; }},
             {"matmul", {{2, 3, 5}, {5, 4}, {5}}, [](const Tensors& x) -> Tensors { return {x[0].matmul(x[1]), x[0].matmul(x[2]), x[2].matmul(x[1])}; }},
             {"bmm", {{2, 3, 5}, {2, 5, 4}}, [](const Tensors& x) -> Tensors { return {x[0].bmm(x[1])}; }},
             {"addmm", {{3, 5}, {5, 4}, {4}}, [](const Tensors& x) -> Tensors { return {at::addmm(x[2], x[0], x[1]), at::addmm(x[2], x[0], x[1], 0, 2)}; }},
             {"addmv", {{3, 5}, {5}, {3}}, [](const Tensors& x) -> Tensors { return {at::addmv(x[2], x[0], x[1], 2)}; }},
             {"baddbmm", {{2, 3, 5}, {2, 5, 4}, {2, 3, 4}}, [](const Tensors& x) -> Tensors { return {at::baddbmm(x[2], x[0], x[1], 2, 3)}; }},
             {"addbmm", {{2, 3, 5}, {2, 5, 4}, {3, 4}}, [](const Tensors& x) -> Tensors { return {at::addbmm(x[2], x[0], x[1])}; }},
             {"outer", {{3}, {4}}, [](const Tensors& x) -> Tensors { return {at::outer(x[0], x[1])}; }},
             {"linear", {{3, 5}, {4, 5}, {4}}, [](const Tensors& x) -> Tensors { return {at::linear(x[0], x[1], x[2]), at::linear(x[0], x[1])}; }},
             {"linear of three dimensions", {{2, 3, 5}, {4, 5}, {4}}, [](const Tensors& x) -> Tensors { return {at::linear(x[0], x[1], x[2])}; }},
             {"bilinear", {{3, 5}, {3, 4}, {2, 5, 4}, {2}}, [](const Tensors& x) -> Tensors { return {at::bilinear(x[0], x[1], x[2], x[3])}; }},
             {"einsum", {{2, 3, 5}, {2, 4, 5}}, [](const Tensors& x) -> Tensors { return {at::einsum("bij,bkj->bik", {x[0], x[1]})}; }},
             {"tensordot", {{2, 3, 5}, {3, 5, 4}}, [](const Tensors& x) -> Tensors { return {at::tensordot(x[0], x[1], {1, 2}, {0, 1})}; }},
             {"kron", {{2, 3}, {3, 2}}, [](const Tensors& x) -> Tensors { return {at::kron(x[0], x[1])}; }},
             {"cdist", {{3, 5}, {4, 5}}, [](const Tensors& x) -> Tensors { return {at::cdist(x[0], x[1])}; }},
             {"trace, diag", {{4, 4}}, [](const Tensors& x) -> Tensors { return {x[0].trace(), x[0].diag()}; }}}};
}

OpFamily indexing()
{
    using at::indexing::Slice;
    const Sizes s{3, 4};
    return {"indexing",
            {{"index", {{5, 4}}, [](const Tensors& x) -> Tensors { return {x[0].index({indices(x[0], {4, 0, 0})}), x[0].index({Slice(), indices(x[0], {3, 1})})}; }},
             {"index by a mask", {s}, [](const Tensors& x) -> Tensors { return {x[0].index({mask(x[0])}), x[0].masked_select(mask(x[0]))}; }},
             {"index by host indices", {{5, 4}}, [](const Tensors& x) -> Tensors { return {x[0].index({at::tensor({4, 0}, at::kLong)})}; }},
             {"index_put_", {{5, 4}, {2, 4}}, [](const Tensors& x) -> Tensors { return {x[0].index_put_({indices(x[0], {4, 1})}, x[1])}; }},
             {"index_put_ that adds", {{5, 4}, {3, 4}}, [](const Tensors& x) -> Tensors { return {x[0].index_put_({indices(x[0], {4, 1, 1})}, x[1], true)}; }},
             {"index_select", {{5, 4}}, [](const Tensors& x) -> Tensors { return {x[0].index_select(0, indices(x[0], {4, 0, 4})), x[0].index_select(1, indices(x[0], {2}))}; }},
             {"gather", {s}, [](const Tensors& x) -> Tensors { return {x[0].gather(1, indices(x[0], {3, 0, 1, 1, 2, 2}).view({3, 2}))}; }},
             {"scatter_", {s, {3, 2}}, [](const Tensors& x) -> Tensors { return {x[0].scatter_(1, indices(x[0], {3, 0, 1, 2, 2, 0}).view({3, 2}), x[1])}; }},
             {"scatter_add_", {s, {3, 2}}, [](const Tensors& x) -> Tensors { return {x[0].scatter_add_(1, indices(x[0], {3, 0, 1, 1, 2, 0}).view({3, 2}), x[1])}; }},
             {"masked_fill", {{2, 3, 4, 5}}, [](const Tensors& x) -> Tensors { return {x[0].masked_fill(mask(x[0]), 7)}; }},
             {"masked_scatter", {s, s}, [](const Tensors& x) -> Tensors { return {x[0].masked_scatter(mask(x[0]), x[1])}; }},
             {"take", {s}, [](const Tensors& x) -> Tensors { return {x[0].take(indices(x[0], {5, 0, 11}))}; }},
             {"take_along_dim", {s}, [](const Tensors& x) -> Tensors { return {at::take_along_dim(x[0], x[0].argsort(std::int64_t{1}), 1)}; }},
             {"put_", {s, {2}}, [](const Tensors& x) -> Tensors { return {x[0].put_(indices(x[0], {5, 0}), x[1])}; }},
             {"flip, roll", {{2, 3, 4, 5}}, [](const Tensors& x) -> Tensors { return {x[0].flip({1, 3}), x[0].roll({1}, {2})}; }},
             {"repeat, tile", {s}, [](const Tensors& x) -> Tensors { return {x[0].repeat({2, 1}), at::tile(x[0], {1, 2}), x[0].repeat_interleave(2, 1)}; }},
             {"triu, tril", {{4, 4}}, [](const Tensors& x) -> Tensors { return {x[0].triu(1), x[0].tril()}; }},
             {"slice_scatter", {s, {1, 4}}, [](const Tensors& x) -> Tensors { return {at::slice_scatter(x[0], x[1], 0, 1, 2)}; }},
             {"out of range", {{5, 4}}, [](const Tensors& x) -> Tensors { return {refusalOf([&] { x[0].index_select(0, indices(x[0], {9})); }).empty() ? x[0] : x[0] + 1}; }}}};
}

OpFamily joining()
{
    const Sizes s{3, 4}, d{2, 3, 4, 5};
    return {"joining",
            {{"cat", {d, d}, [](const Tensors& x) -> Tensors { return {at::cat({x[0], x[1]}), at::cat({x[0], x[1]}, 1), at::cat({x[0], x[1]}, -1)}; }},
             {"cat of two dtypes", {s, s}, [](const Tensors& x) -> Tensors { return {at::cat({x[0], x[1].to(at::kInt)})}; }},
             {"stack", {s, s}, [](const Tensors& x) -> Tensors { return {at::stack({x[0], x[1]}), at::stack({x[0], x[1]}, 1), at::stack({x[0], x[1]}, 2)}; }},
             {"split", {{5, 4}}, [](const Tensors& x) -> Tensors { return x[0].split(2); }},
             {"chunk, unbind", {{4, 6}}, [](const Tensors& x) -> Tensors { Tensors all = x[0].chunk(3, 1); all.push_back(x[0].unbind(0).at(1)); return all; }},
             {"hstack, vstack", {s, s}, [](const Tensors& x) -> Tensors { return {at::hstack({x[0], x[1]}), at::vstack({x[0], x[1]})}; }},
             {"meshgrid", {{3}, {4}}, [](const Tensors& x) -> Tensors { return at::meshgrid({x[0], x[1]}, "ij"); }}}};
}

OpFamily views()
{
    const Sizes s{3, 4}, d{2, 3, 4, 5};
    return {"views",
            {{"narrow, slice, select", {d}, [](const Tensors& x) -> Tensors { return {x[0].narrow(1, 1, 2), x[0].slice(3, 0, 5, 2), x[0].select(0, 1)}; }},
             {"transpose, permute, t", {s}, [](const Tensors& x) -> Tensors { return {x[0].transpose(0, 1), x[0].permute({1, 0}), x[0].t()}; }},
             {"permute of four", {d}, [](const Tensors& x) -> Tensors { return {x[0].permute({3, 0, 2, 1}), x[0].movedim(1, 3)}; }},
             {"as_strided", {s}, [](const Tensors& x) -> Tensors { return {x[0].as_strided({2, 3}, {2, 1}, 1), x[0].as_strided({2, 2}, {0, 1})}; }},
             {"expand", {{3, 1}}, [](const Tensors& x) -> Tensors { return {x[0].expand({3, 4}), x[0].expand({2, 3, 5})}; }},
             {"unfold", {{3, 8}}, [](const Tensors& x) -> Tensors { return {x[0].unfold(1, 3, 2)}; }},
             {"view, reshape, flatten", {d}, [](const Tensors& x) -> Tensors { return {x[0].reshape({6, 20}), x[0].flatten(1), x[0].reshape({-1})}; }},
             {"view of other sizes", {s}, [](const Tensors& x) -> Tensors { return {x[0].view({4, 3})}; }},
             {"squeeze, unsqueeze", {{3, 1, 4}}, [](const Tensors& x) -> Tensors { return {x[0].squeeze(), x[0].squeeze(1), x[0].unsqueeze(-1)}; }},
             {"diagonal", {{4, 4}}, [](const Tensors& x) -> Tensors { return {x[0].diagonal(1)}; }},
             {"detach, alias", {s}, [](const Tensors& x) -> Tensors { return {x[0].detach(), at::alias(x[0])}; }},
             {"contiguous, clone", {d}, [](const Tensors& x) -> Tensors { return {x[0].contiguous(), x[0].clone(), x[0].contiguous(at::MemoryFormat::ChannelsLast)}; }},
             {"bits as another dtype", {{4, 4}}, [](const Tensors& x) -> Tensors { return {x[0].detach().contiguous().view(at::kByte)}; }},
             {"write a column", {s, {3}}, [](const Tensors& x) -> Tensors { x[0].select(1, 2).copy_(x[1]); return {x[0]}; }},
             {"write a transpose", {s}, [](const Tensors& x) -> Tensors { x[0].t().narrow(0, 1, 2).mul_(3); return {x[0]}; }},
             {"write a diagonal", {{4, 4}}, [](const Tensors& x) -> Tensors { x[0].diagonal().fill_(9); return {x[0]}; }},
             {"write every second", {{2, 3, 4, 6}}, [](const Tensors& x) -> Tensors { x[0].slice(3, 0, 6, 2).add_(x[0].slice(3, 1, 6, 2)); return {x[0]}; }},
             {"add to an expanded row", {s, {1, 4}}, [](const Tensors& x) -> Tensors { return {x[0].add_(x[1].expand({3, 4}))}; }}}};
}

OpFamily types()
{
    OpFamily family{"types", {}};
    for (const auto type : {at::kFloat, at::kHalf, at::kBFloat16, at::kLong, at::kInt, at::kShort, at::kChar, at::kBool})
        family.operations.push_back({std::string("to ") + c10::toString(type), {{2, 3, 4, 5}}, [type](const Tensors& x) -> Tensors { return {x[0].to(type)}; }});
    family.operations.push_back({"to uint8", {{3, 4}}, [](const Tensors& x) -> Tensors { return {x[0].abs().to(at::kByte)}; }});
    family.operations.push_back({"type_as", {{3, 4}}, [](const Tensors& x) -> Tensors { return {x[0].type_as(x[0].to(at::kInt))}; }});
    family.operations.push_back({"like", {{2, 3, 4, 5}}, [](const Tensors& x) -> Tensors { return {at::zeros_like(x[0]), at::ones_like(x[0]), at::full_like(x[0], 3)}; }});
    family.operations.push_back({"made on the device", {{3, 4}}, [](const Tensors& x) -> Tensors {
                                     const auto options = at::TensorOptions(x[0].device());
                                     return {at::arange(5, options), at::linspace(0, 1, 5, options), at::eye(3, options), at::full({2}, 1.5, options), x[0].new_zeros({2, 2})};
                                 }});
    return family;
}

OpFamily foreachOps()
{
    const Sizes s{3, 4};
    const auto plain = [](const Tensors& x) { return Tensors{x[0].detach().clone(), x[1].detach().clone()}; };
    return {"foreach_ops",
            {{"_foreach_add", {s, {5}}, [](const Tensors& x) -> Tensors { return at::_foreach_add(x, 2); }},
             {"_foreach_mul of lists", {s, {5}}, [](const Tensors& x) -> Tensors { return at::_foreach_mul(x, x); }},
             {"_foreach_sqrt", {s, {5}}, [](const Tensors& x) -> Tensors { return at::_foreach_sqrt(x); }},
             {"_foreach_add_", {s, {5}}, [plain](const Tensors& x) -> Tensors { const Tensors y = plain(x); at::_foreach_add_(y, x, 0.5); return y; }},
             {"_foreach_mul_", {s, {5}}, [plain](const Tensors& x) -> Tensors { const Tensors y = plain(x); at::_foreach_mul_(y, 3); return y; }},
             {"_foreach_addcdiv_", {s, {5}}, [plain](const Tensors& x) -> Tensors { const Tensors y = plain(x); at::_foreach_addcdiv_(y, x, x, 0.1); return y; }},
             {"_foreach_addcmul_", {s, {5}}, [plain](const Tensors& x) -> Tensors { const Tensors y = plain(x); at::_foreach_addcmul_(y, x, x, 0.1); return y; }}}};
}

}  // namespace

std::vector<OpFamily> plainOps()
{
    return {unary(), binary(), scalars(), inPlace(), outForms(), reductions(), products(), indexing(), joining(), views(), types(), foreachOps()};
}

}  // namespace tandem::test

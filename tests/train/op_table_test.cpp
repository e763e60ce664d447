// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Operations on the emulated device against the CPU: the same bits, gradients, strides and aliasing, and the same
// refusals.

#include "tests/train/op_table.h"

#include "core/train/device/threads.h"
#include "core/train/emulator/emulated_device.h"

#include <iostream>

namespace tandem::test {
namespace {

const std::vector<OpFamily>& table()
{
    static const std::vector<OpFamily> families = opTable();
    return families;
}

// The same bits and layout; values close by where LibTorch takes another way on the device.
testing::AssertionResult alike(const OpCase& opCase, const at::Tensor& host, const at::Tensor& device)
{
    if (opCase.operation->within == 0 || !host.defined() || !device.defined() || !host.is_floating_point())
        return sameLayout(host, device);
    const double within = opCase.dtype == at::kFloat ? opCase.operation->within : 0.05;
    if (host.sizes() == device.sizes() && at::allclose(hosted(device).to(at::kFloat), hosted(host).to(at::kFloat), within, within, true))
        return testing::AssertionSuccess();
    return testing::AssertionFailure() << "values\n" << hosted(host) << "\nand\n" << hosted(device);
}

void expectAlike(const OpCase& opCase, const OpOutcome& host, const OpOutcome& device)
{
    SCOPED_TRACE(opCase.text());
    if (opCase.operation->mayNeedDouble && device.refusal.find("float64") != std::string::npos)
        return;
    ASSERT_EQ(host.refusal.empty(), device.refusal.empty()) << "on the CPU: " << host.refusal << "\non the device: " << device.refusal;
    ASSERT_EQ(host.results.size(), device.results.size());
    for (std::size_t i = 0; i < host.results.size(); ++i) {
        EXPECT_TRUE(alike(opCase, host.results[i], device.results[i])) << "result " << i;
        if (device.results[i].defined()) {
            EXPECT_EQ(device.results[i].device(), emulatedDevice());
        }
    }
    for (std::size_t i = 0; i < host.inputs.size(); ++i) {
        EXPECT_TRUE(alike(opCase, host.inputs[i], device.inputs[i])) << "input " << i << " afterwards";
        EXPECT_TRUE(alike(opCase, host.gradients[i], device.gradients[i])) << "gradient of input " << i;
    }
    EXPECT_EQ(host.shared, device.shared) << "what shares memory";
    EXPECT_EQ(host.same, device.same) << "what is the same tensor";
}

class OpTable : public testing::TestWithParam<std::size_t> {
protected:
    void SetUp() override
    {
        if (!emulator::isBuiltIn())
            GTEST_SKIP() << "this system has the real device";
        setComputeThreads(2);
    }
};

TEST_P(OpTable, IsBitIdenticalOnBothDevices)
{
    const OpFamily& family = table().at(GetParam());
    int ran = 0, refused = 0;
    for (const Operation& operation : family.operations) {
        bool once = false;
        for (const OpCase& opCase : casesOf(operation)) {
            const OpOutcome host = runCase(opCase, at::kCPU);
            expectAlike(opCase, host, runCase(opCase, emulatedDevice()));
            once = once || host.refusal.empty();
            ++(host.refusal.empty() ? ran : refused);
        }
        EXPECT_TRUE(once) << operation.name << " never ran: " << runCase(casesOf(operation).front(), at::kCPU).refusal;
    }
    std::cout << family.name << ": " << family.operations.size() << " operations, " << ran << " cases ran, " << refused
              << " were refused on both devices\n";
}

INSTANTIATE_TEST_SUITE_P(Family, OpTable, testing::Range(std::size_t{0}, table().size()),
                         [](const auto& family) { return table().at(family.param).name; });

TEST(OpTableSize, IsAtLeastTwoHundredCasesThatTheCpuRuns)
{
    int count = 0;
    for (const OpFamily& family : table())
        for (const Operation& operation : family.operations)
            for (const OpCase& opCase : casesOf(operation))
                count += runCase(opCase, at::kCPU).refusal.empty() ? 1 : 0;
    RecordProperty("cases", count);
    EXPECT_GE(count, 200);
}

// A small model that an optimizer changes for a few steps.
template<class Optimizer, class Options>
Tensors trained(const c10::Device& device, const Options& options)
{
    Tensors parameters;
    for (const at::Tensor& start : {numbers({4, 6}, 1), numbers({6}, 2), numbers({6, 3}, 3).t().contiguous().t()})
        parameters.push_back(start.to(device).detach().requires_grad_());
    Optimizer optimizer(parameters, options);
    for (std::uint64_t step = 0; step < 5; ++step) {
        optimizer.zero_grad();
        const at::Tensor hidden = at::addmm(parameters[1], numbers({8, 4}, 10 + step).to(device), parameters[0]).tanh();
        at::cross_entropy_loss(hidden.mm(parameters[2]), wholeNumbers({8}, 0, 2, step).to(device)).backward();
        optimizer.step();
    }
    return parameters;
}

template<class Optimizer, class Options>
void expectSameTraining(const char* name, const Options& options)
{
    SCOPED_TRACE(name);
    const Tensors host = trained<Optimizer>(at::kCPU, options), device = trained<Optimizer>(emulatedDevice(), options);
    for (std::size_t i = 0; i < host.size(); ++i)
        EXPECT_TRUE(sameLayout(host[i], device[i])) << "parameter " << i;
    EXPECT_FALSE(sameBits(host[0], numbers({4, 6}, 1))) << "nothing was learned";
}

TEST(OptimizersOnBothDevices, TakeTheSameSteps)
{
    if (!emulator::isBuiltIn())
        GTEST_SKIP() << "this system has the real device";
    setComputeThreads(2);
    using namespace torch::optim;
    expectSameTraining<SGD>("sgd", SGDOptions(0.1));
    expectSameTraining<SGD>("sgd with momentum", SGDOptions(0.1).momentum(0.9).nesterov(true).weight_decay(0.01));
    expectSameTraining<Adam>("adam", AdamOptions(0.01).amsgrad(true));
    expectSameTraining<AdamW>("adamw", AdamWOptions(0.01).weight_decay(0.1));
    expectSameTraining<Adagrad>("adagrad", AdagradOptions(0.05));
    expectSameTraining<RMSprop>("rmsprop", RMSpropOptions(0.01).momentum(0.5).centered(true));
}

}  // namespace
}  // namespace tandem::test

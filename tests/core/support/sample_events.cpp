// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/support/sample_events.h"

#include "tests/core/support/documents.h"

#include <cmath>
#include <limits>

namespace tandem::test {
namespace {

PreflightFacts preflight(const std::string& device)
{
    PreflightFacts facts;
    facts.device = device;
    facts.loss = "cross_entropy";
    facts.target = "index";
    facts.labelContract = "int64";
    facts.labels = {"int64", {64}, 0, 9, 4.5, 2.9, 0};
    facts.labelMax = 9;
    facts.labelClasses = 10;
    facts.testLargestShare = 0.1135;
    facts.input = {"float32", {64, 1, 28, 28}, -0.42, 2.82, 0.0, 1.0, 0};
    facts.output = {"float32", {64, 10}, -0.1, 0.1, 0.0, 0.05, 0};
    facts.outputs = 10;
    facts.parameters = 7850;
    facts.weightsHash = facts.drawnWeightsHash = "1111111111111111";
    facts.planHash = "2222222222222222";
    facts.inputHash = "3333333333333333";
    facts.labelHash = "4444444444444444";
    facts.batchSize = 64;
    facts.stepsPerEpoch = 100;
    facts.epochs = 1;
    facts.train = {6400, 1000, 0, 9, 10, 0.11, 0, 256, {R"({"scale":255})"}, {{0.13, 0.31, 0, 1}}};
    facts.test = {10'000, 1000, 0, 9, 10, 0.1135, 0, 256, {R"({"scale":255})"}, {{0.13, 0.31, 0, 1}}};
    facts.order = {true, 6400, 3200, 1.11, 1.11, 0, "6666666666666666"};
    facts.secondOrder = {true, 6400, 3190, 1.11, 1.11, 0, "7777777777777777"};
    facts.tensors = {{"linear_1.weight", {10, 784}, "float32", device, "weight", true, true, false, true, 4096 * (1 + (device == "cpu" ? 0 : 1)), 0, 0.0206, 0.0206, false},
                     {"linear_1.bias", {10}, "float32", device, "bias", true, true, false, true, 0, 0, 0.02, 0, false}};
    facts.optimizer = {"adam", 0.001, 2, 0, false, {}};
    facts.head = {"linear", "", 64, -0.1, 0.1, 1.2, 70, 2.3, 0, {64, 10}, {64}, 0, 9, 10, false};
    facts.initialLoss = {512, 2.31, 8.3, {}};
    facts.sizes = {{"linear_1", "linear", 64, 784, 640}};
    facts.layers = {"flatten", "linear"};
    facts.batchesHash = facts.batchesHashAgain = "8888888888888888";
    return facts;
}

StepFacts stepFacts(std::int64_t step, std::int64_t sinceLast)
{
    StepFacts facts;
    facts.step = step;
    facts.sinceLast = sinceLast;
    facts.loss = 2.3 * std::exp(-static_cast<double>(step) / 20) + 0.06;
    facts.learningRate = facts.plannedRate = 0.001;
    facts.predictionMax = 9;
    facts.deviceBytes = 5'000'000;
    facts.processBytes = 500'000'000;
    facts.copy = {42, 42, 42};
    const double drift = 0.001 * static_cast<double>(step + 1);
    facts.tensors = {{"linear_1.weight", 0.5, 1.8, 0.001, drift, true, true, 0.01}, {"linear_1.bias", 0.1, 0.06, 0.0001, drift / 10, true, true, 0.01}};
    return facts;
}

EpochProbeFacts epochProbe(std::int64_t step)
{
    EpochProbeFacts facts;
    facts.step = step;
    facts.epoch = 1;
    facts.samples = 10'000;
    facts.shownCorrect = facts.recountedCorrect = 9841;
    facts.predictionMax = 9;
    facts.topPredictionShare = 0.115;
    facts.topLabelShare = 0.1135;
    facts.predictionShape = facts.labelShape = {10'000};
    facts.orderHash = "6666666666666666";
    facts.optimizerSteps = facts.dueSteps = step;
    return facts;
}

}  // namespace

std::vector<Event> oneOfEachKind()
{
    const double infinity = std::numeric_limits<double>::infinity();
    PreflightFacts facts = preflight("mps-emulated");
    facts.emulated = true;
    facts.forwardError = "shape \"mismatch\"\n";
    facts.labelMaxFraction = 0.25;
    facts.labelMin = -1;
    facts.seed = INT64_MAX;
    facts.input.nonFinite = 3;
    facts.faults = {"a"};
    facts.inactiveFaults = {"b", "c"};
    StepFacts step = stepFacts(7, 50);
    step.gradientBefore = infinity;
    step.windowOpen = true;
    step.updated = false;
    step.wrongMode = {"dropout_1"};
    step.predictionMin = INT64_MIN;
    step.elsewhere = {"target on cpu"};
    step.tensors[0].gradient.reset();
    step.tensors[0].moment.reset();
    step.tensors[1].changed = step.tensors[1].changeDue = false;
    EpochProbeFacts probe = epochProbe(100);
    probe.predictionMin = -1;
    probe.outputStd = 0.5;
    probe.targetStd = 0.25;
    probe.modeSamples = 1000;
    probe.trainModeAccuracy = 0.75;
    probe.evalModeAccuracy = 0.125;
    probe.previousOrderHash = "7777777777777777";
    probe.norms = {{"batch_norm2d_1", false, 2, 0.125}};
    probe.units = {{"relu_1", 0.5}};
    probe.dropouts = {{"dropout_1", 0.5, 4096, 0.25, 2, true, true}};
    probe.wrongMode = {"dropout_1"};
    probe.secondsUndrained = 0.5;
    probe.secondsDrained = 1.5;
    EnvironmentFacts environment{"0.1",      "2.6", "GCC 12", "Debian 12", "CPU",
                                 "OpenBLAS", true,  8,        4,           {"OMP_NUM_THREADS=1"}};
    Finding finding{"label-dtype", Severity::Error, "Labels are float32", {1}, 7, {"a", "b"}, "cause", "advice",
                    Fix{"Labels → int64", "MPS", Json::parse(R"({"step": {"label_dtype": "int64"}})")}, "label-range"};
    return {
        {0.0, std::nullopt,
         ComparisonStart{"id",
                         "2026-01-02T03:04:05Z",
                         minimalDocument(),
                         {"CPU", "MPS"},
                         {"cpu", "mps"},
                         1,
                         true,
                         environment,
                         {"a 12"}}},
        {0.25, 1, RunStateChange{RunState::Evaluating}},
        {0.5, 1, facts},
        {1.0, 0, StepBatch{{{0, 2.5F, 0.125F}, {1, std::nanf(""), 0.0F}, {2, static_cast<float>(infinity), 1.0F}}, 17}},
        {1.5, 0, EvaluationFacts{200, 2, true, 10'000, -infinity, 0.9841}},
        {2.0, 0, EpochFacts{2, 200, 1.5, 1234.5}},
        {2.1, 0, step},
        {2.2, 0, probe},
        {2.5, 0, RunEnd{Outcome::Failed, "raised \"this\"", 201, 3.5, 99.5, "5555555555555555"}},
        {3.0, std::nullopt, CrossEvaluation{1, 0, std::nan(""), 0.5, "stopped"}},
        {3.5, std::nullopt, finding},
        {3.75, std::nullopt, FindingWithdrawn{"chance-level", {0, 1}}},
        {3.8, std::nullopt, RulesLeftOut{{{"order-check", {1}, "one epoch only"}}, {{"input-scale", {}, "on purpose"}}}},
        {4.0, std::nullopt, Verdict{VerdictKind::ApiMisuse, "summary", {"one", "two"}}},
        {4.5, std::nullopt, Notice{"the disk is full"}},
        {5.0, std::nullopt, ComparisonEnd{"failed", "no space"}},
    };
}

EvaluationFacts wholeEvaluation(double accuracy, std::int64_t epoch, std::int64_t samples)
{
    return {100 * epoch, epoch, true, samples, 1.0 - accuracy, accuracy};
}

ComparisonRecord preparedRecord()
{
    ComparisonRecord record;
    Event start{0.0, std::nullopt, ComparisonStart{}};
    auto& facts = std::get<ComparisonStart>(start.body);
    facts.id = "20260102-030405-experiment";
    facts.document = minimalDocument();
    facts.runNames = {"CPU", "MPS"};
    facts.devices = {"cpu", "mps"};
    record.apply(start);
    for (std::int64_t run = 0; run < 2; ++run)
        record.apply({0.1, run, preflight(facts.devices[static_cast<std::size_t>(run)])});
    return record;
}

ComparisonRecord healthyRecord()
{
    ComparisonRecord record = preparedRecord();
    for (std::int64_t run = 0; run < 2; ++run) {
        StepBatch batch;
        for (std::int64_t step = 0; step < 100; ++step) {
            const double loss = 2.3 * std::exp(-static_cast<double>(step) / 20) + 0.06;
            batch.samples.push_back({step, static_cast<float>(loss), static_cast<float>(1 - loss / 2.6)});
        }
        record.apply({1.0, run, std::move(batch)});
        for (std::int64_t step = 0; step < 100; step += step < 20 ? 1 : 10)
            record.apply({1.0, run, stepFacts(step, step <= 20 ? 1 : 10)});
        record.apply({2.0, run, epochProbe(100)});
        record.apply({2.0, run, wholeEvaluation(run == 0 ? 0.9841 : 0.9836)});
        record.apply({2.0, run, EpochFacts{1, 100, 2.0, 3200}});
        record.apply(
            {3.0, run,
             RunEnd{Outcome::Finished, {}, 100, 2.0, 3200, run == 0 ? "aaaaaaaaaaaaaaaa" : "bbbbbbbbbbbbbbbb"}});
        record.apply({3.0, run, RunStateChange{RunState::Finished}});
    }
    return record;
}

}  // namespace tandem::test

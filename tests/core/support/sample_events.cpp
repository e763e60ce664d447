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
        {2.5, 0, RunEnd{Outcome::Failed, "raised \"this\"", 201, 3.5, 99.5, "5555555555555555"}},
        {3.0, std::nullopt, CrossEvaluation{1, 0, std::nan(""), 0.5, "stopped"}},
        {3.5, std::nullopt, finding},
        {3.75, std::nullopt, FindingWithdrawn{"chance-level", {0, 1}}},
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

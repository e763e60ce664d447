// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/rules/rule_support.h"

#include <cmath>

namespace tandem {
namespace {

constexpr std::int64_t kOrderSamples = 500;
constexpr double kFirstBatches = 20;

// Small batches hold one class by chance; then single-class batches say nothing.
bool singleClassIsOdd(const PreflightFacts& facts)
{
    return facts.batchSize >= 2
        && kFirstBatches * std::pow(facts.train.largestShare, static_cast<double>(facts.batchSize - 1)) < 0.01;
}

void judgeShuffleOff(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    forEachPrepared(record, [&](std::size_t i, const RunRecord& run, const PreflightFacts& facts) {
        const OrderFacts& order = facts.order;
        if (order.samples <= 0 || facts.train.classes == 1)
            return;
        const double factor = order.randomLabelRun > 0 ? order.meanLabelRun / order.randomLabelRun : 0.0;
        const bool single = order.singleClassBatches > 0 && singleClassIsOdd(facts);
        const bool sorted = order.samples >= kOrderSamples && factor > thresholds.labelRunFactor;
        if (!single && !sorted)
            return;
        Finding finding = findingFor("shuffle-off", single ? Severity::Error : Severity::Warning, i,
                                     single
                                         ? std::to_string(order.singleClassBatches) + " of the first " + numberText(kFirstBatches)
                                               + " batches of " + runLabel(run) + " hold one class only"
                                         : "Labels of " + runLabel(run) + " come in runs of " + numberText(order.meanLabelRun)
                                               + " on average, a random order gives " + numberText(order.randomLabelRun));
        finding.evidence = {"mean run of one label: " + numberText(order.meanLabelRun) + ", allowed are "
                                + numberText(thresholds.labelRunFactor * order.randomLabelRun),
                            "batches of one class among the first " + numberText(kFirstBatches) + ": "
                                + std::to_string(order.singleClassBatches) + ", allowed is 0",
                            std::string("shuffling is ") + (order.shuffled ? "on, yet the order is not random" : "off")};
        finding.cause = "Batches of one class pull the whole model towards this class, then towards the next: it forgets as fast "
                        "as it learns, and batch statistics never fit.";
        finding.advice = order.shuffled ? "Draw the order anew on the CPU, and check the function that draws it"
                                        : "Shuffle the training split, with one seed for both runs";
        if (!order.shuffled)
            finding.fix = Fix{"Order → shuffled", run.name, {{"data", {{"order", "shuffled"}}}}};
        out.findings.push_back(std::move(finding));
    });
}

void judgeLoaderDeterminism(const ComparisonRecord& record, const Thresholds&, Judgement& out)
{
    const std::size_t baseline = record.baseline();
    forEachPrepared(record, [&](std::size_t i, const RunRecord& run, const PreflightFacts& facts) {
        const bool again = !facts.batchesHash.empty() && !facts.batchesHashAgain.empty()
                        && facts.batchesHash != facts.batchesHashAgain;
        const PreflightFacts* reference = i != baseline && baseline < record.runs.size() && record.runs[baseline].preflight
                                            ? &*record.runs[baseline].preflight
                                            : nullptr;
        const bool other = reference && !reference->order.hash.empty() && !facts.order.hash.empty()
                        && reference->order.hash != facts.order.hash
                        && sameSettings(record, baseline, i, {"data", "batch_size", "seed"});
        if (!again && !other)
            return;
        Finding finding = findingFor("loader-determinism", Severity::Error, i,
                                     again ? "The first batches of " + runLabel(run) + " differ when they are prepared twice"
                                           : runLabel(run) + " draws its samples in another order than "
                                                 + runLabel(record.runs[baseline]));
        if (again)
            finding.evidence.push_back("first batches: hash " + facts.batchesHash + ", prepared again " + facts.batchesHashAgain
                                       + "; allowed is the same");
        if (other)
            finding.evidence.push_back("order of the first epoch: hash " + reference->order.hash + " against " + facts.order.hash
                                       + "; allowed is the same");
        finding.evidence.push_back(std::string("copies to the device wait: ") + (facts.nonBlocking ? "no" : "yes"));
        finding.cause = again && facts.nonBlocking
                          ? "The same samples arrive as other numbers: a copy is read before it is done, or preparing them "
                            "depends on chance."
                          : "Both runs must see the same batches in the same order, or their curves differ by luck as well.";
        finding.advice = again && facts.nonBlocking
                           ? "Use blocking copies"
                           : "Draw the order once on the CPU, and seed whatever is random for each epoch";
        if (again && facts.nonBlocking)
            finding.fix = Fix{"Blocking copies", run.name, {{"step", {{"non_blocking", false}}}}};
        out.findings.push_back(std::move(finding));
    });
}

}  // namespace

std::vector<Rule> orderRules()
{
    return {
        {{"loader-determinism", "Batches depend on more than the seed", Stage::Preflight, Severity::Error,
          "hashes of the first batches prepared twice, and of the first epoch's order against the baseline's",
          "any difference; an order that differs by other settings is no fault", "Draw the order once on the CPU", "I4, I5, I8"},
         judgeLoaderDeterminism,
         {"chance-level", "input-parity"}},
        {{"shuffle-off", "Training samples come class by class", Stage::Preflight, Severity::Error,
          "mean run of one label in drawing order against that of a random order, and batches of one class among the first 20",
          "runs 3 times as long, over at least 500 samples: warning; a batch of one class: error, unless chance makes such "
          "batches",
          "Shuffle the training split", "I1–I3, I6"},
         judgeShuffleOff,
         {"constant-prediction", "chance-level", "input-parity", "loss-floor", "unexplained-gap", "order-check"}},
    };
}

}  // namespace tandem

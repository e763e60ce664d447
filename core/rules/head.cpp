// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/rules/rule_support.h"

#include <cmath>

namespace tandem {
namespace {

bool isSoftmax(const HeadFacts& head)
{
    return head.activation == "softmax" || head.activation == "log_softmax";
}

bool enoughRows(const HeadFacts& head, const Thresholds& thresholds)
{
    return static_cast<double>(head.rows) >= thresholds.sumRows;
}

bool severalClasses(const HeadFacts& head)
{
    return head.outputShape.size() > 1 && head.outputShape[1] > 1;
}

bool areProbabilities(const HeadFacts& head, const Thresholds& thresholds)
{
    return severalClasses(head) && head.min >= 0 && head.max <= 1 + thresholds.sumTolerance
        && head.classSumError <= thresholds.sumTolerance;
}

bool areLogProbabilities(const HeadFacts& head, const Thresholds& thresholds)
{
    return severalClasses(head) && head.max <= thresholds.sumTolerance && head.logSumExpError <= thresholds.sumTolerance;
}

std::string outputRange(const HeadFacts& head)
{
    return "outputs of " + std::to_string(head.rows) + " samples lie in " + numberText(head.min) + " to " + numberText(head.max);
}

void judgeDoubleSoftmax(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    forEachPrepared(record, [&](std::size_t i, const RunRecord& run, const PreflightFacts& facts) {
        const HeadFacts& head = facts.head;
        if (facts.loss != "cross_entropy" || head.rows == 0 || !isSoftmax(head) || !severalClasses(head))
            return;
        if (!enoughRows(head, thresholds)) {
            out.notRun.push_back({"double-softmax", oneRun(i),
                                  "a batch has " + std::to_string(head.rows) + " samples, " + numberText(thresholds.sumRows)
                                      + " are needed to tell probabilities from other outputs"});
            return;
        }
        const auto classes = static_cast<double>(head.outputShape[1]);
        if (head.activation == "softmax" && areProbabilities(head, thresholds)) {
            const double floor = std::log(1 + (classes - 1) / std::exp(1.0));
            Finding finding = findingFor("double-softmax", Severity::Warning, i,
                                         runLabel(run) + " applies softmax twice: its loss cannot fall below "
                                             + numberText(floor));
            finding.evidence = {outputRange(head),
                                "sums over the classes are 1 within " + numberText(head.classSumError)
                                    + ", allowed is a difference of more than " + numberText(thresholds.sumTolerance),
                                "lowest loss with " + numberText(classes) + " classes: ln(1 + " + numberText(classes - 1)
                                    + "/e) = " + numberText(floor)};
            finding.cause = "Cross-entropy contains a softmax of its own. A second one squeezes outputs that can differ by 1 at "
                            "most: the loss stays high for right answers, and gradients shrink.";
            finding.advice = "Give the loss the outputs of the last linear layer; apply softmax only to show probabilities";
            finding.fix = lastLayerFix(record, i, "softmax", "Without the softmax layer");
            out.findings.push_back(std::move(finding));
        } else if (head.activation == "log_softmax" && areLogProbabilities(head, thresholds)) {
            Finding finding = findingFor("double-softmax", Severity::Info, i,
                                         runLabel(run) + " applies log-softmax twice, without effect");
            finding.evidence = {outputRange(head), "log Σ exp over the classes is 0 within " + numberText(head.logSumExpError)};
            finding.cause = "Log-softmax of log-probabilities changes nothing, so loss and gradients are right.";
            finding.advice = "Use the loss nll, or leave out the layer, to save the work";
            out.findings.push_back(std::move(finding));
        }
    });
}

void judgeNllWithoutLog(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    forEachPrepared(record, [&](std::size_t i, const RunRecord& run, const PreflightFacts& facts) {
        const HeadFacts& head = facts.head;
        if (facts.loss != "nll" || head.rows == 0 || !(head.max > thresholds.sumTolerance))
            return;
        const bool probabilities = head.activation == "softmax"
                                || (enoughRows(head, thresholds) && areProbabilities(head, thresholds));
        Finding finding = findingFor("nll-without-log", Severity::Error, i,
                                     "nll gets " + std::string(probabilities ? "probabilities" : "raw outputs") + " up to "
                                         + numberText(head.max) + " on " + runLabel(run) + ", it expects log-probabilities");
        finding.evidence = {outputRange(head) + ", allowed is 0 at most",
                            "log Σ exp over the classes is up to " + numberText(head.logSumExpError) + " away from 0"};
        finding.cause = probabilities ? "nll only takes the negative of the right class's output. Of probabilities that is 0 to "
                                        "−1: a bounded loss with weak gradients, and negative."
                                      : "nll only takes the negative of the right class's output. Of raw outputs it has no lower "
                                        "bound: the loss runs to minus infinity and the weights grow.";
        finding.advice = probabilities ? "End the model with log-softmax in place of softmax"
                                       : "Use cross_entropy, which takes raw outputs";
        finding.fix = probabilities ? lastLayerFix(record, i, "softmax", "Softmax → log-softmax", Json("log_softmax"))
                                    : std::optional<Fix>(Fix{"Loss → cross_entropy", run.name, {{"loss", "cross_entropy"}}});
        out.findings.push_back(std::move(finding));
    });
}

void judgeSingleUnitSoftmax(const ComparisonRecord& record, const Thresholds&, Judgement& out)
{
    forEachPrepared(record, [&](std::size_t i, const RunRecord& run, const PreflightFacts& facts) {
        if (facts.head.softmaxUnits != 1)
            return;
        Finding finding = findingFor("single-unit-softmax", Severity::Error, i,
                                     "The softmax of " + runLabel(run) + " runs over 1 value");
        finding.evidence = {"size of the axis: 1, allowed are 2 or more", "output " + sizesText(facts.head.outputShape)
                                                                              + ", values " + numberText(facts.head.min) + " to "
                                                                              + numberText(facts.head.max)};
        finding.cause = "A softmax over one value is 1 whatever the value is, so no gradient passes and nothing can be learned.";
        finding.advice = "Use one output with bce_with_logits and no softmax, or an output for each class";
        out.findings.push_back(std::move(finding));
    });
}

void judgeSoftmaxAxis(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    forEachPrepared(record, [&](std::size_t i, const RunRecord& run, const PreflightFacts& facts) {
        const HeadFacts& head = facts.head;
        if (head.rows == 0 || !isSoftmax(head) || !severalClasses(head))
            return;
        const double classError = head.activation == "softmax" ? head.classSumError : head.logSumExpError;
        if (!(head.batchSumError <= thresholds.sumTolerance) || !(classError > thresholds.sumTolerance))
            return;
        if (head.outputShape[0] == head.outputShape[1] || !enoughRows(head, thresholds)) {
            out.notRun.push_back({"softmax-axis", oneRun(i),
                                  "the batch of " + std::to_string(head.rows)
                                      + " samples is too small, or as large as the number of classes, to tell the axes apart"});
            return;
        }
        Finding finding = findingFor("softmax-axis", Severity::Error, i,
                                     "The " + head.activation + " of " + runLabel(run) + " runs over the "
                                         + std::to_string(head.rows) + " samples of the batch, not over the classes");
        finding.evidence = {"sums over the batch are 1 within " + numberText(head.batchSumError),
                            (head.activation == "softmax" ? "sums over the classes differ from 1 by "
                                                          : "log Σ exp over the classes differs from 0 by ")
                                + numberText(classError) + ", allowed is " + numberText(thresholds.sumTolerance),
                            "output " + sizesText(head.outputShape)};
        finding.cause = "Each sample's output depends on which others are in its batch. Training and evaluation, which use other "
                        "batches, disagree.";
        finding.advice = "Set the axis of the " + head.activation + " layer to 1";
        finding.fix = lastLayerFix(record, i, head.activation, "Axis → 1", Json{{head.activation, {{"axis", 1}}}});
        out.findings.push_back(std::move(finding));
    });
}

}  // namespace

std::vector<Rule> headRules()
{
    return {
        {{"single-unit-softmax", "A softmax over one value", Stage::Preflight, Severity::Error,
          "size of the axis of the last softmax or log-softmax", "exactly 1",
          "Use one output with bce_with_logits, or an output for each class", "D19, D20"},
         judgeSingleUnitSoftmax,
         {"nll-without-log", "head-loss-mismatch", "initial-loss", "chance-level", "constant-prediction", "grad-missing", "params-unchanged", "loss-floor", "input-parity", "double-softmax"}},
        {{"softmax-axis", "Softmax over the samples of a batch", Stage::Preflight, Severity::Error,
          "sums over the batch and over the classes of a model that ends with softmax or log-softmax",
          "sums over the batch are 1 ± 1e-3 and those over the classes are not; at least 32 samples, and not as many as classes",
          "Set the axis of the layer to 1", "D12–D19"},
         judgeSoftmaxAxis,
         {"nll-without-log", "initial-loss", "chance-level", "double-softmax", "loss-floor", "constant-prediction"}},
        {{"double-softmax", "Softmax before a loss that applies softmax", Stage::Preflight, Severity::Warning,
          "kind of the last layer, and the sums of at least 32 samples' outputs over the classes",
          "the model ends with softmax, outputs lie in 0 to 1 and sum to 1 ± 1e-3; log-softmax before cross_entropy is harmless: "
          "info",
          "Give the loss the outputs of the last linear layer", "D1–D6"},
         judgeDoubleSoftmax,
         {"loss-floor", "chance-level", "initial-loss", "update-ratio"}},
        {{"nll-without-log", "nll without log-probabilities", Stage::Preflight, Severity::Error,
          "greatest output of the first batch, for the loss nll", "above 1e-3: log-probabilities are never above 0",
          "End the model with log-softmax, or use cross_entropy", "D7–D11"},
         judgeNllWithoutLog,
         {"initial-loss", "loss-out-of-range", "non-finite", "chance-level", "update-ratio", "constant-prediction"}},
    };
}

}  // namespace tandem

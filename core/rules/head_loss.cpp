// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/rules/rule_support.h"

#include <cmath>
#include <limits>

namespace tandem {
namespace {

constexpr std::int64_t kLossSamples = 512;  // that a first loss needs to be held against chance

struct Reach {
    double least, most;
    std::string text;
};

Reach reachOf(const std::string& activation)
{
    constexpr double endless = std::numeric_limits<double>::infinity();
    if (activation == "relu")
        return {0, endless, "0 and above"};
    if (activation == "tanh")
        return {-1, 1, "−1 to 1"};
    if (activation == "sigmoid" || activation == "softmax")
        return {0, 1, "0 to 1"};
    if (activation == "log_softmax")
        return {-endless, 0, "0 and below"};
    return {-endless, endless, "all numbers"};
}

// True if surely more than 1 % of the targets lie outside. The facts have extremes, not shares: in a hundred numbers one
// is 1 %, and of more numbers the mean must be within one standard deviation of the outside.
bool targetsOutside(const Reach& reach, const PreflightFacts& facts)
{
    double elements = 1;
    for (const std::int64_t size : facts.head.targetShape)
        elements *= static_cast<double>(size);
    const bool few = elements <= 100;
    return (facts.head.targetMax > reach.most && (few || facts.labels.mean + facts.labels.std > reach.most))
        || (facts.head.targetMin < reach.least && (few || facts.labels.mean - facts.labels.std < reach.least));
}

/// A line of the table of heads and losses.
struct Mismatch {
    Severity severity = Severity::Error;
    std::string title, evidence, cause, advice;
    std::optional<Fix> fix = {};
};

std::optional<Mismatch> binaryMismatch(const ComparisonRecord& record, std::size_t i, const PreflightFacts& facts)
{
    const HeadFacts& head = facts.head;
    const std::string who = runLabel(record.runs[i]);
    if (facts.outputs == 1 && facts.train.classes > 2)
        return Mismatch{Severity::Error,
                        "One output with " + facts.loss + " on " + who + ", but " + std::to_string(facts.train.classes)
                            + " classes",
                        "label values: " + std::to_string(facts.train.classes) + ", allowed are 2 with one output",
                        "One output tells two classes apart. With other label values the loss has no lower bound.",
                        "Use one output for each class with cross_entropy"};
    if (head.targetMin < 0 || head.targetMax > 1)
        return Mismatch{Severity::Error,
                        "Targets of " + who + " run from " + numberText(head.targetMin) + " to " + numberText(head.targetMax)
                            + ", " + facts.loss + " takes 0 to 1",
                        "target: " + numberText(head.targetMin) + " to " + numberText(head.targetMax) + ", allowed is 0 to 1",
                        "Outside 0 to 1 binary cross-entropy has no lower bound: the loss turns negative.",
                        "Use 0 and 1 as targets"};
    if (facts.loss == "bce" && (head.min < 0 || head.max > 1))
        return Mismatch{
            Severity::Error,
            "Outputs of " + who + " run from " + numberText(head.min) + " to " + numberText(head.max) + ", bce takes 0 to 1",
            "output: " + numberText(head.min) + " to " + numberText(head.max) + ", allowed is 0 to 1",
            "bce takes probabilities. The CPU raises on other numbers, some devices go on with the logarithm of a negative one.",
            "Use bce_with_logits",
            Fix{"Loss → bce_with_logits", record.runs[i].name, {{"loss", "bce_with_logits"}}}};
    if (head.activation == "softmax")
        return Mismatch{
            facts.loss == "bce" ? Severity::Warning : Severity::Error,
            "Softmax before " + facts.loss + " on " + who,
            "outputs sum to 1 over the classes; " + facts.loss + " takes each class for a question of its own",
            "Softmax makes the classes exclude each other, binary cross-entropy does not: the two pull in different directions.",
            "Use cross_entropy without a softmax layer",
            lastLayerFix(record, i, "softmax", "Without the softmax layer")};
    if (facts.loss == "bce_with_logits" && head.activation == "sigmoid")
        return Mismatch{Severity::Error,
                        "Sigmoid twice on " + who + ": in the model and in bce_with_logits",
                        "after the second sigmoid a probability lies in 0.5 to 0.73",
                        "The second sigmoid keeps the loss high for right answers.",
                        "Leave out the sigmoid layer",
                        lastLayerFix(record, i, "sigmoid", "Without the sigmoid layer")};
    return std::nullopt;
}

std::optional<Mismatch> classMismatch(const ComparisonRecord& record, std::size_t i, const PreflightFacts& facts)
{
    const std::string& activation = facts.head.activation;
    const bool bounded = activation == "sigmoid" || activation == "tanh";
    if (!bounded && activation != "relu")
        return std::nullopt;
    // A rectifier halves what outputs can say, and often learns all the same.
    return Mismatch{activation == "sigmoid" ? Severity::Error : Severity::Warning,
                    "The model of " + runLabel(record.runs[i]) + " ends with " + activation + ", " + facts.loss
                        + " wants outputs without bounds",
                    activation + " reaches " + reachOf(activation).text + ", allowed are all numbers",
                    bounded
                        ? "Outputs that differ little give nearly equal probabilities: the loss stays high for right answers."
                        : "Outputs below zero are cut off with their gradients; a class whose output is off may never come back.",
                    "Leave out the last " + activation,
                    lastLayerFix(record, i, activation, "Without the last " + activation)};
}

std::optional<Mismatch> regressionMismatch(const ComparisonRecord& record, std::size_t i, const PreflightFacts& facts)
{
    const HeadFacts& head = facts.head;
    const std::string who = runLabel(record.runs[i]);
    if (facts.target == "index" && facts.outputs > 1)
        return Mismatch{Severity::Error,
                        std::to_string(facts.outputs) + " outputs and class numbers under " + facts.loss + " on " + who,
                        "target: " + std::to_string(head.targetValues) + " class numbers from " + numberText(head.targetMin)
                            + " to " + numberText(head.targetMax),
                        "The loss pulls every output towards the number of the class, as if class 9 were three times class 3.",
                        "Use one-hot targets, or cross_entropy",
                        Fix{"Target → one-hot", record.runs[i].name, {{"step", {{"target", "one_hot"}}}}}};
    const Reach reach = reachOf(head.activation);
    if (!targetsOutside(reach, facts))
        return std::nullopt;
    return Mismatch{Severity::Error,
                    "Outputs of " + who + " end with " + head.activation + " and reach " + reach.text + ", targets span "
                        + numberText(head.targetMin) + " to " + numberText(head.targetMax),
                    head.activation + " reaches " + reach.text + "; targets of the first batch: " + numberText(head.targetMin)
                        + " to " + numberText(head.targetMax) + ", mean " + numberText(facts.labels.mean),
                    "Targets out of reach push the outputs to their bound, where gradients vanish.",
                    "End with a linear layer, or bring the targets into reach",
                    lastLayerFix(record, i, head.activation, "Without the last " + head.activation)};
}

void judgeHeadLossMismatch(const ComparisonRecord& record, const Thresholds&, Judgement& out)
{
    forEachPrepared(record, [&](std::size_t i, const RunRecord&, const PreflightFacts& facts) {
        if (facts.head.rows == 0)
            return;
        std::optional<Mismatch> mismatch;
        if (facts.loss == "bce" || facts.loss == "bce_with_logits")
            mismatch = binaryMismatch(record, i, facts);
        else if (facts.loss == "cross_entropy")
            mismatch = classMismatch(record, i, facts);
        else if (facts.loss == "mse" || facts.loss == "l1" || facts.loss == "smooth_l1")
            mismatch = regressionMismatch(record, i, facts);
        if (!mismatch)
            return;
        Finding finding = findingFor("head-loss-mismatch", mismatch->severity, i, mismatch->title);
        finding.evidence = {
            mismatch->evidence, "outputs of the first batch: " + numberText(facts.head.min) + " to " + numberText(facts.head.max),
            "last layer " + facts.head.lastLayer + ", outputs " + std::to_string(facts.outputs) + ", loss " + facts.loss};
        finding.cause = mismatch->cause;
        finding.advice = mismatch->advice;
        finding.fix = mismatch->fix;
        out.findings.push_back(std::move(finding));
    });
}

// What the first loss of a model that knows nothing is near to; none where that cannot be said.
std::optional<double> chanceLoss(const PreflightFacts& facts)
{
    if ((facts.loss == "cross_entropy" || facts.loss == "nll") && facts.outputs > 1)
        return std::log(static_cast<double>(facts.outputs));
    if (facts.loss == "bce" || facts.loss == "bce_with_logits")
        return std::log(2.0);
    // The variance is right for outputs near the targets' mean only.
    const double variance = facts.initialLoss.targetVariance, off = facts.labels.mean - facts.output.mean;
    if (facts.loss == "mse" && variance > 0 && off * off <= variance)
        return variance;
    return std::nullopt;
}

// The baseline, if it measured the first loss of the same weights on the same samples.
const PreflightFacts* twinOf(const ComparisonRecord& record, std::size_t i, const PreflightFacts& facts)
{
    const std::size_t baseline = record.baseline();
    if (baseline == i || baseline >= record.runs.size() || !record.runs[baseline].preflight)
        return nullptr;
    const PreflightFacts& twin = *record.runs[baseline].preflight;
    const bool same = twin.loss == facts.loss && twin.target == facts.target
                   && twin.initialLoss.samples == facts.initialLoss.samples && twin.weightsHash == facts.weightsHash
                   && twin.inputHash == facts.inputHash && twin.labelHash == facts.labelHash
                   && sameSettings(record, baseline, i, {"data", "model", "loss"});
    return same ? &twin : nullptr;
}

void judgeInitialLoss(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    forEachPrepared(record, [&](std::size_t i, const RunRecord& run, const PreflightFacts& facts) {
        const InitialLossFacts& first = facts.initialLoss;
        if (first.samples <= 0) {
            if (!first.whyNot.empty())
                out.notRun.push_back({"initial-loss", oneRun(i), first.whyNot});
            return;
        }
        const auto report = [&](Severity severity, const std::string& what, std::string evidence, const char* cause,
                                const char* advice) {
            Finding finding = findingFor("initial-loss", severity, i,
                                         "The first loss of " + runLabel(run) + " is " + numberText(first.loss) + what);
            finding.evidence = {facts.loss + " over " + std::to_string(first.samples)
                                    + " samples before training: " + numberText(first.loss),
                                std::move(evidence)};
            finding.cause = cause;
            finding.advice = advice;
            out.findings.push_back(std::move(finding));
        };
        if (!std::isfinite(first.loss) || first.loss <= 0)
            return report(Severity::Error, ", which no fresh model has", "allowed is any number above 0",
                          "Before training no answer is known, so the loss must be a number above zero. Labels, output and loss "
                          "do not fit.",
                          "Look at the findings on labels and on the model's head");
        const PreflightFacts* twin = twinOf(record, i, facts);
        const double gap = twin ? std::abs(first.loss - twin->initialLoss.loss) : 0.0;
        if (gap > thresholds.initialLossGap * first.loss)
            return report(
                Severity::Error, ", the baseline's is " + numberText(twin->initialLoss.loss),
                "difference " + numberText(gap) + ", allowed is " + numberText(thresholds.initialLossGap * first.loss),
                "Both runs used the same weights and samples, so their devices compute the forward pass or the loss differently.",
                "Compare the outputs of both devices on one batch before training");
        const std::optional<double> chance = chanceLoss(facts);
        if (!chance
            || (first.loss >= thresholds.initialLossLeast * *chance && first.loss <= thresholds.initialLossMost * *chance))
            return;
        if (first.samples < kLossSamples) {
            out.notRun.push_back({"initial-loss", oneRun(i),
                                  "the training split has " + std::to_string(first.samples) + " samples, "
                                      + std::to_string(kLossSamples) + " are needed to hold the loss against chance"});
            return;
        }
        report(Severity::Warning, ", guessing gives " + numberText(*chance),
               "allowed are " + numberText(thresholds.initialLossLeast * *chance) + " to "
                   + numberText(thresholds.initialLossMost * *chance),
               "A fresh model guesses. A first loss far from that of guessing comes from the scale of inputs or weights, or from "
               "labels that do not fit the outputs.",
               "Check the scale of the inputs, the start weights, and that labels count from 0");
    });
}

}  // namespace

std::vector<Rule> headLossRules()
{
    return {
        {{"head-loss-mismatch", "The model's head does not fit the loss or the targets", Stage::Preflight, Severity::Error,
          "number of outputs, last activation, loss, label values, and the range of targets against what the activation reaches",
          "a table of pairs that do not fit; targets out of reach only where more than 1 % of them are",
          "Use the loss that fits the head", "A10, D21–D27"},
         judgeHeadLossMismatch,
         {"initial-loss", "loss-out-of-range", "loss-floor", "dead-units", "error-parity", "chance-level", "constant-prediction", "input-parity", "update-ratio"}},
        {{"initial-loss", "The loss before training is not that of guessing", Stage::Preflight, Severity::Error,
          "loss of the start weights in evaluation mode: against ln C, ln 2 or the targets' variance, and against the baseline's",
          "not above 0, or 0.1 % off the baseline's from equal weights and samples: error; outside 0.5 to 2.5 of guessing on at "
          "least 512 samples: warning",
          "Check labels, head and the scale of the inputs", "A1, A11, B1, F19, O15"},
         judgeInitialLoss,
         {}},
    };
}

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/rules/rule_support.h"

#include <algorithm>
#include <optional>

namespace tandem {
namespace {

bool isIndexLoss(const std::string& loss)
{
    return loss == "cross_entropy" || loss == "nll";
}

bool isElementwise(const std::string& loss)
{
    return loss == "mse" || loss == "l1" || loss == "smooth_l1" || loss == "bce" || loss == "bce_with_logits";
}

void judgeLabelFormat(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    forEachPrepared(record, [&](std::size_t i, const RunRecord& run, const PreflightFacts& facts) {
        const HeadFacts& head = facts.head;
        if (!isIndexLoss(facts.loss) || head.rows == 0)
            return;
        const bool oneHot = head.targetOneHot
                         && (facts.target == "one_hot" || static_cast<double>(head.rows) >= thresholds.sumRows);
        const bool column = head.targetShape.size() == 2 && head.targetShape[1] == 1 && facts.outputs > 1;
        if (!oneHot && !column)
            return;
        const bool floating = facts.labels.dtype.rfind("float", 0) == 0 || facts.labels.dtype == "bfloat16";
        const bool taken = oneHot && facts.loss == "cross_entropy" && floating && head.targetShape == head.outputShape;
        Finding finding = findingFor("label-format", taken ? Severity::Warning : Severity::Error, i,
                                     "The target of " + runLabel(run) + " is " + (oneHot ? "a one-hot matrix " : "a column ")
                                         + sizesText(head.targetShape) + ", " + facts.loss + " expects class indices");
        finding.evidence = {"target: dtype " + facts.labels.dtype + ", shape " + sizesText(head.targetShape) + ", "
                                + std::to_string(head.targetValues) + " distinct values; expected is int64, shape ["
                                + std::to_string(head.rows) + "]",
                            std::string("rows of zeros with a single one: ") + (head.targetOneHot ? "all " : "not all ")
                                + std::to_string(head.rows)};
        finding.cause =
            taken ? "Cross-entropy reads a float target of the output's shape as class probabilities: another branch of its "
                    "code, with other kernels on each device, than the one for class indices."
            : oneHot
                ? facts.loss
                      + " has no use for a matrix of zeros and ones: it raises, or takes the zeros and ones for class numbers."
                : facts.loss + " wants one index for each sample. A column of them is refused, or read as another axis.";
        finding.advice = taken ? "Give class indices, unless soft labels are meant" : "Give one class index for each sample";
        finding.fix = Fix{"Target → class indices", run.name, {{"step", {{"target", "index"}, {"label_dtype", "int64"}}}}};
        out.findings.push_back(std::move(finding));
    });
}

// The shape that an element-wise operation on both works on; none if they do not fit each other.
std::optional<std::vector<std::int64_t>> broadcastShape(std::vector<std::int64_t> a, std::vector<std::int64_t> b)
{
    const std::size_t axes = std::max(a.size(), b.size());
    a.insert(a.begin(), axes - a.size(), 1);
    b.insert(b.begin(), axes - b.size(), 1);
    for (std::size_t axis = 0; axis < axes; ++axis) {
        if (a[axis] != b[axis] && a[axis] != 1 && b[axis] != 1)
            return std::nullopt;
        a[axis] = a[axis] == 1 ? b[axis] : a[axis];
    }
    return a;
}

void judgeTargetShape(const ComparisonRecord& record, const Thresholds&, Judgement& out)
{
    forEachPrepared(record, [&](std::size_t i, const RunRecord& run, const PreflightFacts& facts) {
        const auto &output = facts.head.outputShape, &target = facts.head.targetShape;
        if (!isElementwise(facts.loss) || output.empty() || target.empty() || output == target)
            return;
        const auto both = broadcastShape(output, target);
        Finding finding = findingFor("target-shape", Severity::Error, i,
                                     "Output " + sizesText(output) + " and target " + sizesText(target) + " differ in shape on "
                                         + runLabel(run));
        finding.evidence = {"output of the model: " + sizesText(output),
                            "target: " + sizesText(target) + ", allowed is the output's shape",
                            both ? facts.loss + " would compare them as " + sizesText(*both)
                                 : "the shapes do not fit each other: " + facts.loss + " raises"};
        finding.cause = both ? "Broadcasting compares every output with the targets of other samples as well. Such a loss is "
                               "lowest where all outputs are the mean of the targets, so the model learns to ignore its input."
                             : "The loss has no number to compare for some outputs.";
        finding.advice = "Give the target the shape of the output";
        if (facts.outputs > 1 && facts.target != "one_hot")
            finding.fix = Fix{"Target → one-hot", run.name, {{"step", {{"target", "one_hot"}}}}};
        out.findings.push_back(std::move(finding));
    });
}

void judgeClassCoverage(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    forEachPrepared(record, [&](std::size_t i, const RunRecord& run, const PreflightFacts& facts) {
        const SplitFacts& train = facts.train;
        const bool classes = facts.target == "index" || facts.target == "one_hot";
        if (!classes || train.classes < 1 || train.count < 2)
            return;
        const bool constant = train.classes == 1;
        const bool lopsided = train.largestShare > thresholds.largestClassShare;
        const bool unused = static_cast<double>(facts.outputs) - static_cast<double>(train.classes) > thresholds.unusedOutputs;
        const bool unseen = facts.test.missingInOther > 0;
        if (!constant && !lopsided && !unused && !unseen)
            return;
        std::string title = "Only " + std::to_string(train.classes) + " of " + std::to_string(facts.outputs)
                          + " classes occur in the training split of " + runLabel(run);
        if (constant)
            title = "All training labels of " + runLabel(run) + " are " + numberText(train.labelMin);
        else if (lopsided)
            title = percent(train.largestShare) + " of the training labels of " + runLabel(run) + " are one class";
        else if (!unused)
            title = std::to_string(facts.test.missingInOther) + " of " + std::to_string(facts.test.classes)
                  + " classes of the test split never occur in training on " + runLabel(run);
        const Severity severity = constant ? Severity::Error : lopsided || unused ? Severity::Warning : Severity::Info;
        Finding finding = findingFor("class-coverage", severity, i, std::move(title));
        finding.evidence = {"training split: " + std::to_string(train.classes) + " distinct labels in "
                                + std::to_string(train.count) + " samples, the largest class has " + percent(train.largestShare)
                                + ", allowed is " + percent(thresholds.largestClassShare),
                            "outputs of the model: " + std::to_string(facts.outputs) + ", allowed are "
                                + numberText(static_cast<double>(train.classes) + thresholds.unusedOutputs),
                            "classes of the test split that training never sees: " + std::to_string(facts.test.missingInOther)};
        finding.cause =
            constant
                ? "With a single label the loss falls to zero whatever the input is: nothing is learned, and no device is tested."
            : lopsided ? "Always naming the largest class scores as high as a model that has learned."
            : unused   ? "Outputs without a class can only be wrong. Often the labels were cut down, or not renumbered."
                       : "These samples cannot be named right, on any device.";
        finding.advice = unused
                           ? "Give the last layer as many outputs as there are classes, or look for the samples that are missing"
                           : "Take more of the training split, or check how its labels are made";
        out.findings.push_back(std::move(finding));
    });
}

}  // namespace

std::vector<Rule> labelFormatRules()
{
    return {
        {{"label-format", "The target is a matrix where class indices are expected", Stage::Preflight, Severity::Error,
          "shape, dtype and rows of the first batch's target, for cross_entropy and nll",
          "every one of at least 32 rows is zeros with a single one, or the target is a column; a warning where the loss takes "
          "it as probabilities",
          "Give one class index for each sample", "A7, A8, A10"},
         judgeLabelFormat,
         {"error-parity", "chance-level", "input-parity", "label-dtype", "initial-loss"}},
        {{"target-shape", "Output and target differ in shape", Stage::Preflight, Severity::Error,
          "shapes of the first batch's output and target, for element-wise losses", "any difference, an axis of size 1 included",
          "Give the target the shape of the output", "C1–C7, D27, E7"},
         judgeTargetShape,
         {"head-loss-mismatch", "error-parity", "chance-level", "constant-prediction", "initial-loss", "input-parity", "label-range", "dead-units", "update-ratio"}},
        {{"class-coverage", "Classes are missing, or one has nearly all samples", Stage::Preflight, Severity::Error,
          "distinct labels and the share of the largest class in the training split, against the number of outputs",
          "one label only: error; a class with more than 95 %, or more than 5 outputs without a class: warning; classes that "
          "only the test split has: info",
          "Give the last layer as many outputs as there are classes, or take more of the split", "A9, B3, B6, B7"},
         judgeClassCoverage,
         {"chance-level", "constant-prediction"}},
    };
}

}  // namespace tandem

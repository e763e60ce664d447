// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/rules/rule_support.h"

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

// Smaller residues come from interpolation or from rounding, not from labels that are meant to be fractions.
constexpr double kResidue = 1e-6;

bool takesClasses(const PreflightFacts& facts)
{
    return facts.target != "column" && facts.target != "value";
}

double fraction(double value)
{
    return std::isfinite(value) ? std::abs(value - std::round(value)) : 0.0;
}

struct LabelRange {
    double least = 0, most = 0;
};

// Of both splits, as the loss gets them.
LabelRange labelRange(const PreflightFacts& facts)
{
    if (facts.train.classes == 0)
        return {static_cast<double>(facts.labelMin), static_cast<double>(facts.labelMax)};
    LabelRange range{facts.train.labelMin, facts.train.labelMax};
    if (facts.test.classes > 0) {
        range.least = std::min(range.least, facts.test.labelMin);
        range.most = std::max(range.most, facts.test.labelMax);
    }
    return range;
}

std::string splitLine(const char* name, const SplitFacts& split)
{
    return std::string(name) + " split: labels " + numberText(split.labelMin) + " to " + numberText(split.labelMax) + ", "
         + std::to_string(split.classes) + " distinct";
}

void judgeLabelDtype(const ComparisonRecord& record, const Thresholds&, Judgement& out)
{
    forEachPrepared(record, [&](std::size_t i, const RunRecord& run, const PreflightFacts& facts) {
        if (facts.target != "index" || facts.labels.dtype == facts.labelContract)
            return;
        Finding finding = findingFor("label-dtype", Severity::Error, i,
                                     "Labels are " + facts.labels.dtype + " on " + runLabel(run) + ", " + facts.loss + " wants "
                                         + facts.labelContract);
        finding.evidence = {"contract of " + facts.loss + ": class indices, dtype " + facts.labelContract + ", shape [N]",
                            "labels of the first batch on " + facts.device + ": dtype " + facts.labels.dtype + ", shape "
                                + sizesText(facts.labels.shape) + ", values " + numberText(facts.labels.min) + " to "
                                + numberText(facts.labels.max),
                            "greatest distance from a whole number: " + numberText(facts.labelMaxFraction)};
        for (std::size_t other = 0; other < record.runs.size(); ++other)
            if (other != i && record.runs[other].preflight)
                finding.evidence.push_back("labels on " + runLabel(record.runs[other]) + ": dtype "
                                           + record.runs[other].preflight->labels.dtype);
        finding.cause =
            "The CPU loss refuses class indices that are not " + facts.labelContract
            + ". The MPS loss of several releases takes them, and then trains on something else: in PyTorch up to 2.1 the "
              "gradient could be built from the uncast values. Results cannot be compared until both runs get the same labels.";
        finding.advice = "Keep class indices as " + facts.labelContract + " on every device; cast only the inputs to float";
        if (facts.labelMaxFraction == 0.0)
            finding.fix = Fix{"Labels → " + facts.labelContract, run.name, {{"step", {{"label_dtype", facts.labelContract}}}}};
        out.findings.push_back(std::move(finding));
    });
}

void judgeLabelFractional(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    forEachPrepared(record, [&](std::size_t i, const RunRecord& run, const PreflightFacts& facts) {
        if (facts.target != "index")
            return;
        double most = std::isfinite(facts.labelMaxFraction) ? facts.labelMaxFraction : 0.0;
        for (const SplitFacts* split : {&facts.train, &facts.test})
            most = std::max({most, fraction(split->labelMin), fraction(split->labelMax)});
        if (!(most > thresholds.fractionTolerance))
            return;
        const bool residue = most <= kResidue;
        Finding finding = findingFor("label-fractional", Severity::Error, i,
                                     "Labels of " + runLabel(run) + " are no whole numbers: up to " + numberText(most)
                                         + " away from one");
        finding.evidence = {"greatest distance from a whole number: " + numberText(most) + ", allowed is "
                                + numberText(thresholds.fractionTolerance),
                            splitLine("training", facts.train), splitLine("test", facts.test)};
        if (residue) {
            finding.cause = "Residues this small are left by interpolation, or by arithmetic on the labels. A cast to whole "
                            "numbers rounds them down, so that 2.9999999 becomes class 2.";
            finding.advice = "Resize label images by nearest neighbour only, and do no arithmetic on class numbers";
        } else {
            finding.cause = "A class index names an output of the model and has no fractions. One device refuses such labels, "
                            "another cuts them off, and most samples end up in the wrong class.";
            finding.advice = "Scale the inputs, not the labels";
            // Labels are stored as whole numbers: a span that is whole was shifted, any other one was scaled.
            const bool shifted = fraction(facts.train.labelMax - facts.train.labelMin) == 0.0
                              && fraction(facts.train.labelMin) > 0;
            finding.fix = shifted ? Fix{"Labels without an offset", run.name, {{"step", {{"label_offset", 0}}}}}
                                  : Fix{"Labels without scaling", run.name, {{"step", {{"label_scale", 1}}}}};
        }
        out.findings.push_back(std::move(finding));
    });
}

// What the experiment adds to the labels so far.
double labelOffset(const ComparisonRecord& record, std::size_t run)
{
    const Json offset = settingOf(record, run, {"step", "label_offset"});
    return offset.is_number() ? offset.get<double>() : 0.0;
}

void judgeLabelRange(const ComparisonRecord& record, const Thresholds&, Judgement& out)
{
    forEachPrepared(record, [&](std::size_t i, const RunRecord& run, const PreflightFacts& facts) {
        const LabelRange range = labelRange(facts);
        const auto outputs = static_cast<double>(facts.outputs);
        if (facts.outputs <= 0 || !takesClasses(facts) || !std::isfinite(range.least) || !std::isfinite(range.most)
            || (range.least >= 0 && range.most < outputs))
            return;
        const bool offByOne = range.least == 1 && range.most == outputs;
        const bool grey = range.least == 0 && range.most == 255 && facts.train.classes <= facts.outputs;
        Finding finding = findingFor("label-range", Severity::Error, i,
                                     "Labels run from " + numberText(range.least) + " to " + numberText(range.most)
                                         + ", the model of " + runLabel(run) + " has " + std::to_string(facts.outputs)
                                         + " outputs"
                                         + (offByOne ? ": off by one"
                                            : grey   ? ": grey values, not classes"
                                                     : ""));
        finding.evidence = {"allowed are 0 to " + std::to_string(facts.outputs - 1) + ", one label for each output",
                            "smallest label " + numberText(range.least) + ", largest " + numberText(range.most) + ", distinct "
                                + std::to_string(facts.labelClasses)};
        if (facts.train.classes > 0)
            finding.evidence.insert(finding.evidence.end(), {splitLine("training", facts.train), splitLine("test", facts.test)});
        finding.cause = "Some devices raise on a class index outside 0…C−1, others count a zero loss for these rows.";
        finding.advice = offByOne ? "Count the classes from 0: subtract 1 from every label"
                       : grey     ? "Number the classes from 0; 0 and 255 are brightness values of a label image"
                                  : "Give the last layer " + numberText(std::floor(range.most) + 1)
                                    + " outputs, or renumber the labels from 0";
        if (grey && facts.train.classes == 2)
            finding.fix = Fix{"Labels 0 and 1", run.name, {{"step", {{"label_scale", 1.0 / 255}}}}};
        else if (range.least != 0 && fraction(range.least) == 0.0 && range.most - range.least < outputs)
            finding.fix = Fix{"Labels from 0", run.name, {{"step", {{"label_offset", labelOffset(record, i) - range.least}}}}};
        out.findings.push_back(std::move(finding));
    });
}

}  // namespace

std::vector<Rule> labelRules()
{
    return {
        {{"label-dtype", "Class labels are not 64-bit integers", Stage::Preflight, Severity::Error,
          "dtype of the labels as the loss will see them, against the contract of the loss; read before the loss is called",
          "any other dtype with an index loss; not raised for one-hot or probability targets",
          "Keep class indices as int64 on every device; cast only the inputs to float", "A1, A2, A5, A6, A8"},
         judgeLabelDtype,
         {"error-parity", "chance-level", "non-finite", "initial-loss", "label-format", "grad-missing"}},
        {{"label-fractional", "Class labels hold fractions", Stage::Preflight, Severity::Error,
          "greatest distance of a label from a whole number: first batch, and extremes of both splits",
          "any distance above 0 with an index target; up to 1e-6 is named as damage by interpolation",
          "Scale the inputs, not the labels; resize label images by nearest neighbour", "A2, B5, E1"},
         judgeLabelFractional,
         {"error-parity", "chance-level", "non-finite", "input-parity", "class-coverage", "label-range", "initial-loss"}},
        {{"label-range", "Labels outside 0…C−1", Stage::Preflight, Severity::Error,
          "smallest and largest label of both splits, against the number of outputs",
          "min < 0 or max ≥ C; not raised for targets that are numbers, not classes",
          "Give the last layer as many outputs as there are classes, or renumber the labels from 0", "B1–B5, B7–B9, D23, D24"},
         judgeLabelRange,
         {"error-parity", "chance-level", "non-finite", "initial-loss", "input-parity", "class-coverage"}},
    };
}

}  // namespace tandem

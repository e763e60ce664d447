// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/rules/rule_support.h"

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

// A list of transforms as it can be written into an experiment again; null if it cannot be read.
Json transformList(const SplitFacts& split)
{
    Json list = Json::array();
    for (const std::string& text : split.transforms) {
        Json step = Json::parse(text, nullptr, /*allow_exceptions=*/false);
        if (!step.is_object())
            return {};
        list.push_back(std::move(step));
    }
    return list;
}

// "transforms" is for both splits and must not stand beside a list for one split.
std::optional<Fix> transformsFix(const ComparisonRecord& record, std::size_t i, const std::string& label, const Json& train,
                                 const Json& test)
{
    if (!train.is_array() || !test.is_array())
        return std::nullopt;
    const Json data = settingOf(record, i, {"data"});
    const bool apart = data.is_object() && (data.contains("train_transforms") || data.contains("test_transforms"));
    if (!apart && train != test)
        return std::nullopt;
    Json patch = apart ? Json{{"train_transforms", train}, {"test_transforms", test}} : Json{{"transforms", train}};
    return Fix{label, record.runs[i].name, {{"data", std::move(patch)}}};
}

bool startsWithNorm(const PreflightFacts& facts)
{
    return !facts.layers.empty() && (facts.layers[0].find("norm") != std::string::npos || facts.layers[0] == "embedding");
}

std::string channelLine(const char* split, std::size_t channel, const ChannelFacts& facts)
{
    return std::string(split) + ", channel " + std::to_string(channel) + ": mean " + numberText(facts.mean)
         + ", standard deviation " + numberText(facts.std) + ", " + numberText(facts.min) + " to " + numberText(facts.max);
}

// The transform that a list holds twice; empty if there is none.
std::string repeatedTransform(const SplitFacts& split)
{
    for (std::size_t i = 0; i < split.transforms.size(); ++i) {
        const Json step = Json::parse(split.transforms[i], nullptr, /*allow_exceptions=*/false);
        const bool idle = step == Json{{"scale", 1}} || step == Json::parse(R"({"normalize":{"mean":[0],"std":[1]}})");
        if (!idle
            && std::find(split.transforms.begin(), split.transforms.begin() + static_cast<std::ptrdiff_t>(i), split.transforms[i])
                   != split.transforms.begin() + static_cast<std::ptrdiff_t>(i))
            return split.transforms[i];
    }
    return {};
}

Json withoutRepeats(const SplitFacts& split)
{
    SplitFacts once = split;
    once.transforms.clear();
    for (const std::string& step : split.transforms)
        if (std::find(once.transforms.begin(), once.transforms.end(), step) == once.transforms.end())
            once.transforms.push_back(step);
    return transformList(once);
}

void judgeDoubleScaling(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    forEachPrepared(record, [&](std::size_t i, const RunRecord& run, const PreflightFacts& facts) {
        Finding finding = findingFor("double-scaling", Severity::Error, i, {});
        for (const SplitFacts* split : {&facts.train, &facts.test}) {
            const std::string name = split == &facts.train ? "training" : "test";
            const std::string twice = repeatedTransform(*split);
            double least = 0, most = 0;
            for (const ChannelFacts& channel : split->channels) {
                least = std::min(least, channel.min);
                most = std::max(most, channel.max);
            }
            const bool tiny = !split->transforms.empty() && least >= 0 && most > 0 && most <= thresholds.doubleScaledMost;
            if (!tiny && twice.empty())
                continue;
            if (finding.title.empty())
                finding.title = "Inputs of the " + name + " split are scaled twice on " + runLabel(run) + ": the largest is "
                              + numberText(most);
            finding.evidence.push_back(name + " split: largest input " + numberText(most)
                                       + (tiny ? ", allowed is more than " + numberText(thresholds.doubleScaledMost) : ""));
            if (!twice.empty())
                finding.evidence.push_back(name + " split: " + twice + " is applied more than once");
            finding.evidence.push_back(name + " split: transforms " + nameList(split->transforms, 8));
        }
        if (finding.title.empty())
            return;
        finding.cause = "Pixels that were brought to 0 to 1 are divided once more: the model sees nearly black pictures and "
                        "learns slowly, or is tested on other numbers than it was trained on.";
        finding.advice = "Delete one of the two steps";
        if (!repeatedTransform(facts.train).empty() || !repeatedTransform(facts.test).empty())
            finding.fix = transformsFix(record, i, "Each transform once", withoutRepeats(facts.train),
                                        withoutRepeats(facts.test));
        out.findings.push_back(std::move(finding));
    });
}

bool offScale(double mean, double std, const Thresholds& thresholds)
{
    return std > thresholds.inputStdMost || std < thresholds.inputStdLeast || std::abs(mean) > thresholds.inputMeanOverStd * std;
}

bool isRaw(const SplitFacts& split)
{
    return split.distinctValues <= 256
        && std::all_of(split.channels.begin(), split.channels.end(),
                       [](const ChannelFacts& c) {
                           return c.min >= 0 && c.max > 1 && c.max <= 255 && c.max == std::floor(c.max)
                               && c.min == std::floor(c.min);
                       })
        && std::any_of(split.channels.begin(), split.channels.end(), [](const ChannelFacts& c) { return c.max > 200; });
}

// The split's transforms, followed by the normalisation that its statistics ask for.
Json normalised(const SplitFacts& shown, const SplitFacts& measured)
{
    Json list = transformList(shown);
    Json mean = Json::array(), std = Json::array();
    const double divisor = shown.transforms.empty() && isRaw(measured) ? 255 : 1;
    for (const ChannelFacts& channel : measured.channels) {
        if (!std::isfinite(channel.mean) || !(channel.std > 0))
            return {};
        mean.push_back(std::round(channel.mean / divisor * 1e4) / 1e4);
        std.push_back(std::max(1e-6, std::round(channel.std / divisor * 1e6) / 1e6));
    }
    if (!list.is_array())
        return {};
    if (divisor != 1)
        list.push_back({{"scale", 255}});
    list.push_back({{"normalize", {{"mean", mean}, {"std", std}}}});
    return list;
}

void judgeInputScale(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    forEachPrepared(record, [&](std::size_t i, const RunRecord& run, const PreflightFacts& facts) {
        const SplitFacts& train = facts.train;
        std::vector<std::size_t> odd;
        for (std::size_t channel = 0; channel < train.channels.size(); ++channel)
            if (offScale(train.channels[channel].mean, train.channels[channel].std, thresholds))
                odd.push_back(channel);
        const bool regression = facts.loss == "mse" || facts.loss == "l1" || facts.loss == "smooth_l1";
        const bool targets = regression && facts.head.rows > 0 && !facts.head.targetOneHot
                          && (facts.labels.std > thresholds.inputStdMost
                              || std::abs(facts.labels.mean) > thresholds.inputMeanOverStd * facts.labels.std);
        const bool inputs = !odd.empty() && !startsWithNorm(facts);
        if (!inputs && !targets)
            return;
        const double shown = inputs ? train.channels[odd[0]].std : facts.labels.std;
        const bool raw = inputs && isRaw(train);
        Finding finding = findingFor("input-scale", Severity::Warning, i,
                                     std::string(inputs ? "Inputs" : "Targets") + " of " + runLabel(run)
                                         + " have a standard deviation of " + numberText(shown)
                                         + (raw ? ": they look like raw 8-bit pixels" : ""));
        for (const std::size_t channel : odd)
            if (inputs)
                finding.evidence.push_back(channelLine("training split", channel, train.channels[channel]));
        if (targets)
            finding.evidence.push_back("targets of the first batch: mean " + numberText(facts.labels.mean)
                                       + ", standard deviation " + numberText(facts.labels.std));
        finding.evidence.push_back("allowed: standard deviation " + numberText(thresholds.inputStdLeast) + " to "
                                   + numberText(thresholds.inputStdMost) + ", mean within "
                                   + numberText(thresholds.inputMeanOverStd) + " of them");
        finding.cause = "Initial weights are drawn for numbers with a spread of about 1. With others the first outputs and "
                        "gradients are far too large or too small, and rounding differs more between devices.";
        finding.advice = inputs ? "Scale pixels to 0 to 1 and normalise each channel, in the same way for both splits"
                                : "Scale the targets to a spread of about 1";
        if (inputs)
            finding.fix = transformsFix(record, i, raw ? "Divide by 255 and normalise" : "Normalise", normalised(train, train),
                                        normalised(facts.test, train));
        out.findings.push_back(std::move(finding));
    });
}

void judgeTrainTestStats(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    forEachPrepared(record, [&](std::size_t i, const RunRecord& run, const PreflightFacts& facts) {
        const SplitFacts &train = facts.train, &test = facts.test;
        if (train.samples == 0 || test.samples == 0)
            return;
        const bool listsDiffer = train.transforms != test.transforms;
        std::vector<std::string> lines;
        for (std::size_t c = 0; c < std::min(train.channels.size(), test.channels.size()); ++c) {
            const ChannelFacts &own = train.channels[c], &other = test.channels[c];
            const double shift = own.std > 0 ? std::abs(other.mean - own.mean) / own.std : 0.0;
            const double ratio = own.std > 0 ? other.std / own.std : 1.0;
            if (shift > thresholds.splitMeanShift || ratio < thresholds.splitStdRatioLeast
                || ratio > thresholds.splitStdRatioMost)
                lines.push_back("channel " + std::to_string(c) + ": mean " + numberText(own.mean) + " in training, "
                                + numberText(other.mean) + " in testing (" + numberText(shift)
                                + " standard deviations apart, allowed are " + numberText(thresholds.splitMeanShift)
                                + "); standard deviation " + numberText(own.std) + " against " + numberText(other.std));
        }
        const bool enough = train.samples >= 1000 && test.samples >= 1000;
        if (!listsDiffer && (lines.empty() || !enough))
            return;
        Finding finding = findingFor(
            "train-test-stats", listsDiffer ? Severity::Error : Severity::Warning, i,
            listsDiffer ? "Test pictures of " + runLabel(run) + " are prepared differently from training pictures"
                        : "Test pictures of " + runLabel(run) + " differ from training pictures in mean or spread");
        const auto show = [](const SplitFacts& split) {
            return split.transforms.empty() ? "none" : nameList(split.transforms, 8);
        };
        finding.evidence = {"training transforms: " + show(train), "test transforms: " + show(test)};
        finding.evidence.insert(finding.evidence.end(), lines.begin(), lines.end());
        finding.evidence.push_back("measured on " + std::to_string(train.samples) + " training and "
                                   + std::to_string(test.samples) + " test pictures");
        finding.cause =
            "The model is tested on other numbers than it was trained on. This alone can take a good model down to guessing.";
        finding.advice = listsDiffer ? "Use the same transforms for both splits" : "Check where the test pictures come from";
        if (const Json list = transformList(train); listsDiffer && list.is_array())
            finding.fix = Fix{"Test transforms as in training", run.name, {{"data", {{"test_transforms", list}}}}};
        out.findings.push_back(std::move(finding));
    });
}

}  // namespace

std::vector<Rule> transformRules()
{
    return {
        {{"double-scaling", "Inputs are scaled twice", Stage::Preflight, Severity::Error,
          "largest input of each split, and its list of transforms",
          "the largest input is at most 1/200, or a list holds the same transform twice", "Delete one of the two steps",
          "E3–E5, E9"},
         judgeDoubleScaling,
         {"input-scale", "train-test-stats", "initial-loss", "train-eval-gap", "chance-level", "constant-prediction", "input-parity"}},
        {{"train-test-stats", "Training and test pictures are prepared differently", Stage::Preflight, Severity::Error,
          "both lists of transforms; mean and standard deviation of each channel of both splits",
          "lists that differ: error; means more than 0.25 standard deviations apart or spreads outside 0.8 to 1.25, on at least "
          "1000 pictures each: warning",
          "Use the same transforms for both splits", "E1, E3–E8, E10"},
         judgeTrainTestStats,
         {"train-eval-gap", "chance-level", "constant-prediction", "input-parity"}},
        {{"input-scale", "Inputs far from unit scale", Stage::Preflight, Severity::Warning,
          "mean and standard deviation of each channel of the training split, and of regression targets",
          "standard deviation above 20 or below 0.01, or a mean beyond 10 of them; not before a normalisation or embedding layer",
          "Scale pixels to 0 to 1 and normalise each channel", "D22, E2, E6, E12, E18, Y2"},
         judgeInputScale,
         {"initial-loss", "update-ratio", "dead-units", "non-finite", "chance-level", "constant-prediction", "input-parity", "grad-missing"}},
    };
}

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/rules/rule_support.h"

namespace tandem {
namespace {

bool isSmallInteger(const std::string& dtype)
{
    return dtype == "uint8" || dtype == "int8";
}

void judgeInputDtypeWrap(const ComparisonRecord& record, const Thresholds& thresholds, Judgement& out)
{
    forEachPrepared(record, [&](std::size_t i, const RunRecord& run, const PreflightFacts& facts) {
        const SplitFacts& train = facts.train;
        const bool bytes = isSmallInteger(facts.input.dtype) && !(!facts.layers.empty() && facts.layers[0] == "embedding");
        const bool collapsed = !train.transforms.empty() && train.samples >= 32 && train.distinctValues > 1
                            && static_cast<double>(train.distinctValues) <= thresholds.distinctValuesLeast;
        if (!bytes && !collapsed)
            return;
        // Pictures of black and white only have as few values, and are no fault.
        Finding finding = findingFor("input-dtype-wrap", bytes ? Severity::Error : Severity::Warning, i,
                                     bytes ? "Inputs reach the model of " + runLabel(run) + " as " + facts.input.dtype
                                           : "Only " + std::to_string(train.distinctValues)
                                                 + " different pixel values are left on " + runLabel(run));
        finding.evidence = {"inputs of the first batch: dtype " + facts.input.dtype + ", " + numberText(facts.input.min) + " to "
                                + numberText(facts.input.max) + "; expected is float32",
                            "different values in " + std::to_string(train.samples)
                                + " pictures: " + std::to_string(train.distinctValues) + ", allowed are more than "
                                + numberText(thresholds.distinctValuesLeast),
                            "transforms: " + (train.transforms.empty() ? "none" : nameList(train.transforms, 8))};
        finding.cause = "In 8-bit integers a division leaves 0 and 1, and a subtraction below 0 wraps round to 255.";
        finding.advice =
            bytes ? "Convert to float32 before the first arithmetic step"
                  : "Convert to float32 before the first arithmetic step; nothing is wrong if the pictures are black and white";
        out.findings.push_back(std::move(finding));
    });
}

void judgeInputLayout(const ComparisonRecord& record, const Thresholds&, Judgement& out)
{
    forEachPrepared(record, [&](std::size_t i, const RunRecord& run, const PreflightFacts& facts) {
        const auto& shape = facts.input.shape;
        const bool channelsLast = shape.size() == 4 && shape[3] == 3 && shape[1] > 4 && shape[2] > 4;
        if (facts.axisOrderErrors <= 0 && !channelsLast)
            return;
        Finding finding = findingFor("input-layout", Severity::Error, i,
                                     facts.axisOrderErrors > 0
                                         ? counted(facts.axisOrderErrors, "pixel")
                                               + " of a test picture arrived in another place on " + runLabel(run)
                                         : "Inputs of " + runLabel(run) + " have their channels last: " + sizesText(shape));
        finding.evidence = {"shape of a batch: " + sizesText(shape) + "; expected is [samples, channels, rows, columns]",
                            "pixels of a known picture that arrived in another place: " + std::to_string(facts.axisOrderErrors)
                                + ", allowed is 0"};
        finding.cause = "Convolutions look at neighbours. With axes mixed up they see pixels of other places and colours as "
                        "neighbours; a view or a reshape renames axes without moving a number.";
        finding.advice = "Move axes by permute, followed by a contiguous copy";
        if (settingOf(record, i, {"step", "memory_format"}) == "channels_last" && facts.axisOrderErrors > 0)
            finding.fix = Fix{"Memory format → contiguous", run.name, {{"step", {{"memory_format", "contiguous"}}}}};
        out.findings.push_back(std::move(finding));
    });
}

void judgeFloat64(const ComparisonRecord& record, const Thresholds&, Judgement& out)
{
    forEachPrepared(record, [&](std::size_t i, const RunRecord& run, const PreflightFacts& facts) {
        if (deviceFamily(facts.device) != "mps")
            return;
        std::vector<std::string> names;
        for (const ParameterFacts& tensor : facts.tensors)
            if (tensor.dtype == "float64")
                names.push_back(tensor.name);
        if (facts.labels.dtype == "float64")
            names.insert(names.begin(), "labels");
        if (facts.input.dtype == "float64")
            names.insert(names.begin(), "inputs");
        // What no tensor of the experiment's shows may still be refused on the way, such as a number of the host.
        const bool refused = run.end && run.end->error.find("float64") != std::string::npos;
        if (names.empty() && !refused)
            return;
        Finding finding = findingFor("float64-on-accelerator", Severity::Error, i,
                                     names.empty() ? runLabel(run) + " was given 64-bit floats"
                                                   : counted(static_cast<std::int64_t>(names.size()), "tensor") + " of " + runLabel(run)
                                                         + " would be float64: " + nameList(names));
        finding.evidence = {names.empty() ? "raised: " + run.end->error
                                          : "float64 on " + facts.device + ": " + nameList(names, 12) + "; allowed are 32 bits and fewer"};
        finding.cause = "MPS has no 64-bit floats: it raises, or the tensor is cut to 32 bits on this run alone, and the curves "
                        "differ for it.";
        finding.advice = "Use float32 in both runs; keep 64-bit sums on the host";
        if (facts.labels.dtype == "float64" && !facts.labelContract.empty())
            finding.fix = Fix{"Labels → " + facts.labelContract, run.name, {{"step", {{"label_dtype", facts.labelContract}}}}};
        out.findings.push_back(std::move(finding));
    });
}

}  // namespace

std::vector<Rule> inputRules()
{
    return {
        {{"input-layout", "Axes in another order than assumed", Stage::Preflight, Severity::Error,
          "a picture of known pixels sent to the device and read back, and the shape of a batch",
          "any pixel in another place, or an axis of size 3 in the last place",
          "Move axes by permute, followed by a contiguous copy", "E14–E18"},
         judgeInputLayout,
         {"chance-level"}},
        {{"input-dtype-wrap", "Arithmetic in 8-bit integers", Stage::Preflight, Severity::Error,
          "dtype of the inputs, and how many different pixel values the transforms leave",
          "8-bit integers reach the model: error; 3 values or fewer are left: warning, as pictures may be black and white",
          "Convert to float32 before the first arithmetic step", "E11–E13"},
         judgeInputDtypeWrap,
         {"error-parity", "chance-level"}},
        {{"float64-on-accelerator", "64-bit floats for a device without them", Stage::Preflight, Severity::Error,
          "dtype of inputs, labels, parameters and buffers of runs on MPS", "any float64", "Use float32 in both runs", "R1–R3"},
         judgeFloat64,
         {"error-parity", "label-dtype"}},
    };
}

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/rules/rule_support.h"

namespace tandem {
namespace {

bool isTrainable(const ParameterFacts& tensor)
{
    return tensor.role != "buffer";
}

void judgeOptimizerCoverage(const ComparisonRecord& record, const Thresholds&, Judgement& out)
{
    forEachPrepared(record, [&](std::size_t i, const RunRecord& run, const PreflightFacts& facts) {
        const auto due = [](const ParameterFacts& t) { return isTrainable(t) && t.requiresGrad && !t.frozen; };
        const auto all = namesOf(facts.tensors, due);
        const auto missing = namesOf(facts.tensors, [&](const ParameterFacts& t) { return due(t) && !t.inOptimizer; });
        const std::int64_t foreign = facts.optimizer.foreignTensors;
        if (missing.empty() && foreign <= 0)
            return;
        Finding finding = findingFor("optimizer-coverage", Severity::Error, i,
                                     missing.empty() ? "The optimizer of " + runLabel(run) + " holds "
                                                           + counted(foreign, "tensor") + " of another model"
                                                     : std::to_string(missing.size()) + " of " + counted(all, "trainable tensor")
                                                           + " of " + runLabel(run) + " are not in its optimizer");
        finding.evidence = {"trainable tensors that the optimizer lacks: " + std::to_string(missing.size()) + " of "
                                + std::to_string(all.size()) + ", allowed is 0"
                                + (missing.empty() ? "" : ": " + nameList(missing, 8)),
                            "tensors of the optimizer that are not this model's: " + std::to_string(foreign) + " of "
                                + std::to_string(facts.optimizer.tensors) + ", allowed is 0"};
        finding.cause = "What is not in the optimizer never changes, however large its gradients are. What is foreign changes, "
                        "and nobody uses it.";
        finding.advice = "Build the optimizer from the parameters of the model that is trained, after its last change";
        if (!settingOf(record, i, {"step", "optimizer_parameters"}).is_null())
            finding.fix = Fix{"Optimizer → own parameters", run.name, {{"step", {{"optimizer_parameters", "own"}}}}};
        out.findings.push_back(std::move(finding));
    });
}

void judgeOptimizerDeviceState(const ComparisonRecord& record, const Thresholds&, Judgement& out)
{
    forEachPrepared(record, [&](std::size_t i, const RunRecord& run, const PreflightFacts& facts) {
        const OptimizerFacts& optimizer = facts.optimizer;
        std::vector<std::string> elsewhere;
        for (const std::string& device : optimizer.stateDevices)
            if (deviceFamily(device) != deviceFamily(facts.device))
                elsewhere.push_back(device);
        // State that is made in the first step shows only then.
        const std::string prefix = "optimizer state on ";
        for (const StepFacts& step : run.steps)
            for (const std::string& text : step.elsewhere)
                if (elsewhere.empty() && text.rfind(prefix, 0) == 0)
                    elsewhere.push_back(text.substr(prefix.size()));
        const bool order = optimizer.builtBeforeMove && isAccelerator(facts.device);
        if (elsewhere.empty() && !order)
            return;
        Finding finding = findingFor("optimizer-device-state", elsewhere.empty() ? Severity::Info : Severity::Error, i,
                                     elsewhere.empty() ? "The optimizer of " + runLabel(run)
                                                             + " was built before the model moved to " + facts.device
                                                       : "The optimizer of " + runLabel(run) + " keeps its state on "
                                                             + nameList(elsewhere) + ", the model is on " + facts.device);
        finding.evidence = {"state of " + optimizer.kind
                                + " on: " + (!elsewhere.empty() ? nameList(elsewhere) : optimizer.stateDevices.empty() ? "none yet" : nameList(optimizer.stateDevices))
                                + "; allowed is " + facts.device,
                            std::string("built before the move: ") + (optimizer.builtBeforeMove ? "yes" : "no")};
        finding.cause = elsewhere.empty()
                          ? "Parameters that are moved in place stay the optimizer's, and without state made beforehand nothing "
                            "is left behind. The order still is a trap: other optimizers allocate state when they are built."
                          : "Each step mixes tensors of two devices: it raises, or copies through the host, or updates a copy.";
        finding.advice = "Build the optimizer after the model is on its device";
        if (optimizer.builtBeforeMove)
            finding.fix = Fix{"Optimizer after the move", run.name, {{"step", {{"optimizer_built", "after_move"}}}}};
        out.findings.push_back(std::move(finding));
    });
}

}  // namespace

std::vector<Rule> wiringRules()
{
    return {
        {{"optimizer-coverage", "Parameters missing from the optimizer", Stage::Preflight, Severity::Error,
          "tensors of the optimizer against the model's trainable parameters",
          "any that is missing or foreign; frozen layers may be left out",
          "Build the optimizer from the parameters of the model that is trained", "F1, F8, F10"},
         judgeOptimizerCoverage,
         {"params-unchanged", "partial-freeze", "optimizer-state-stuck", "chance-level", "constant-prediction", "update-ratio"}},
        {{"optimizer-device-state", "Optimizer state on another device", Stage::Preflight, Severity::Error,
          "devices of the optimizer's state against the run's, and whether it was built before the move",
          "state on another device: error; the order alone: info", "Build the optimizer after the model is on its device",
          "F2–F7"},
         judgeOptimizerDeviceState,
         {"error-parity", "device-mix", "params-unchanged", "optimizer-state-stuck"}},
    };
}

}  // namespace tandem

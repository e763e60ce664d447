// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/experiment/experiment_json.h"
#include "core/experiment/rule_settings_json.h"
#include "core/experiment/transforms_json.h"
#include "core/experiment/words.h"

namespace tandem {
namespace {

Json toJson(const DataConfig& data)
{
    Json json = {{"source", data.source}};
    Json limit = Json::object();
    if (data.trainLimit)
        limit["train"] = *data.trainLimit;
    if (data.testLimit)
        limit["test"] = *data.testLimit;
    if (!limit.empty())
        json["limit"] = std::move(limit);
    json["order"] = toWord(data.order);
    json["train_transforms"] = tandem::toJson(data.trainTransforms);
    json["test_transforms"] = tandem::toJson(data.testTransforms);
    return json;
}

Json adamSettings(double lr, double beta1, double beta2, double eps, double weightDecay)
{
    return {{"lr", lr}, {"betas", {beta1, beta2}}, {"eps", eps}, {"weight_decay", weightDecay}};
}

Json toJson(const OptimizerConfig& optimizer)
{
    Json json = Json::object();
    if (const auto* sgd = std::get_if<SgdConfig>(&optimizer))
        json["sgd"] = {{"lr", sgd->lr}, {"momentum", sgd->momentum}, {"weight_decay", sgd->weightDecay}};
    else if (const auto* adam = std::get_if<AdamConfig>(&optimizer))
        json["adam"] = adamSettings(adam->lr, adam->beta1, adam->beta2, adam->eps, adam->weightDecay);
    else if (const auto* adamw = std::get_if<AdamWConfig>(&optimizer))
        json["adamw"] = adamSettings(adamw->lr, adamw->beta1, adamw->beta2, adamw->eps, adamw->weightDecay);
    else if (const auto* adagrad = std::get_if<AdagradConfig>(&optimizer))
        json["adagrad"] = {{"lr", adagrad->lr}, {"eps", adagrad->eps}, {"weight_decay", adagrad->weightDecay}};
    else if (const auto* rmsprop = std::get_if<RmspropConfig>(&optimizer))
        json["rmsprop"] = {{"lr", rmsprop->lr},
                           {"alpha", rmsprop->alpha},
                           {"eps", rmsprop->eps},
                           {"weight_decay", rmsprop->weightDecay},
                           {"momentum", rmsprop->momentum}};
    return json;
}

Json toJson(const Experiment& experiment, const StepConfig& step)
{
    return {{"label_dtype", toWord(resolvedLabelDtype(experiment))},
            {"label_scale", step.labelScale},
            {"label_offset", step.labelOffset},
            {"target", toWord(resolvedTarget(experiment))},
            {"zero_grad", step.zeroGrad},
            {"accumulate", step.accumulate},
            {"zero_in_window", step.zeroInWindow},
            {"optimizer_step", step.optimizerStep},
            {"optimizer_parameters", toWord(step.optimizerParameters)},
            {"dropout_masks", step.deviceMasks ? "device" : "shared"},
            {"train_mode", step.trainMode},
            {"optimizer_built", toWord(step.optimizerBuilt)},
            {"non_blocking", step.nonBlocking},
            {"memory_format", toWord(step.memoryFormat)},
            {"weight_layout", toWord(step.weightLayout)},
            {"keep_losses", step.keepLosses}};
}

Json toJson(const EvaluateConfig& evaluate)
{
    return {{"every_steps", evaluate.everySteps},
            {"part_samples", evaluate.partSamples},
            {"batch_size", evaluate.batchSize},
            {"eval_mode", evaluate.evalMode},
            {"restore_train_mode", evaluate.restoreTrainMode},
            {"activation", toWord(evaluate.activation)},
            {"axis", evaluate.axis},
            {"keepdim", evaluate.keepdim},
            {"device", evaluate.onCpu ? "cpu" : "own"}};
}

Json toJson(const RunConfig& run)
{
    Json json = {{"name", run.name}};
    json["device"] = run.devices.size() == 1 ? Json(run.devices.front()) : Json(run.devices);
    if (!run.patch.empty())
        json["with"] = run.patch;
    return json;
}

}  // namespace

Json toJson(const Experiment& experiment)
{
    Json runs = Json::array();
    for (const RunConfig& run : experiment.runs)
        runs.push_back(toJson(run));
    Json faults = Json::array();
    for (const Fault& fault : experiment.faults)
        faults.push_back(fault.written);
    Json json = {{"tandem", kExperimentVersion},
            {"name", experiment.name},
            {"data", toJson(experiment.data)},
            {"model", toJson(experiment.model)},
            {"loss", toWord(experiment.loss)},
            {"optimizer", toJson(experiment.optimizer)},
            {"batch_size", experiment.batchSize},
            {"epochs", experiment.epochs},
            {"seed", experiment.seed},
            {"mode", "free"},
            {"step", toJson(experiment, experiment.step)},
            {"evaluate", toJson(experiment.evaluate)},
            {"faults", std::move(faults)},
            {"baseline", experiment.runs[experiment.baseline].name},
            {"runs", std::move(runs)}};
    if (Json rules = toJson(experiment.rules); !rules.empty())
        json["rules"] = std::move(rules);
    return json;
}

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/experiment/experiment_json.h"

#include "core/base/text_file.h"
#include "core/experiment/json_reader.h"
#include "core/experiment/rule_settings_json.h"
#include "core/experiment/transforms_json.h"
#include "core/experiment/words.h"

#include <limits>
#include <set>

namespace tandem {
namespace {

constexpr std::int64_t kMost = 1'000'000'000;

template<class E>
E readWord(JsonReader& reader, const char* key, E byDefault)
{
    return fromWord<E>(reader.word(key, toWord(byDefault), wordsOf<E>()));
}

DataConfig readData(JsonReader reader, JsonReader& parent)
{
    DataConfig data;
    data.source = reader.text("source", data.source);
    data.order = readWord(reader, "order", data.order);
    JsonReader limit = reader.child("limit");
    if (limit.has("train"))
        data.trainLimit = limit.integer("train", 1, 1, kMost);
    if (limit.has("test"))
        data.testLimit = limit.integer("test", 1, 1, kMost);
    limit.value("train");
    limit.value("test");
    limit.refuseUnknownKeys();
    reader.absorb(limit);

    if (reader.has("transforms") && (reader.has("train_transforms") || reader.has("test_transforms")))
        reader.problem("\"transforms\" is for both splits and stands beside a list for one split", reader.place(),
                       "Use \"transforms\", or \"train_transforms\" and \"test_transforms\"");
    const std::vector<Transform> both = readTransforms(reader, "transforms", {ScaleTransform{}});
    data.trainTransforms = readTransforms(reader, "train_transforms", both);
    data.testTransforms = readTransforms(reader, "test_transforms", both);
    reader.refuseUnknownKeys();
    parent.absorb(reader);
    return data;
}

SgdConfig readSgd(JsonReader& reader)
{
    SgdConfig sgd;
    sgd.lr = reader.number("lr", sgd.lr, 0.0, 1e6);
    sgd.momentum = reader.number("momentum", sgd.momentum, 0.0, 1.0);
    sgd.weightDecay = reader.number("weight_decay", sgd.weightDecay, 0.0, 1e6);
    return sgd;
}

template<class AdamLike>
AdamLike readAdam(JsonReader& reader)
{
    AdamLike adam;
    adam.lr = reader.number("lr", adam.lr, 0.0, 1e6);
    const std::vector<double> betas = reader.numbers("betas", {adam.beta1, adam.beta2});
    if (betas.size() != 2 || betas[0] < 0 || betas[0] >= 1 || betas[1] < 0 || betas[1] >= 1)
        reader.problem("betas are two numbers from 0 to below 1", reader.placeOf("betas"), "PyTorch's default is [0.9, 0.999]");
    else
        adam.beta1 = betas[0], adam.beta2 = betas[1];
    adam.eps = reader.number("eps", adam.eps, 0.0, 1.0);
    adam.weightDecay = reader.number("weight_decay", adam.weightDecay, 0.0, 1e6);
    return adam;
}

AdagradConfig readAdagrad(JsonReader& reader)
{
    AdagradConfig adagrad;
    adagrad.lr = reader.number("lr", adagrad.lr, 0.0, 1e6);
    adagrad.eps = reader.number("eps", adagrad.eps, 0.0, 1.0);
    adagrad.weightDecay = reader.number("weight_decay", adagrad.weightDecay, 0.0, 1e6);
    return adagrad;
}

RmspropConfig readRmsprop(JsonReader& reader)
{
    RmspropConfig rmsprop;
    rmsprop.lr = reader.number("lr", rmsprop.lr, 0.0, 1e6);
    rmsprop.alpha = reader.number("alpha", rmsprop.alpha, 0.0, 1.0);
    rmsprop.eps = reader.number("eps", rmsprop.eps, 0.0, 1.0);
    rmsprop.weightDecay = reader.number("weight_decay", rmsprop.weightDecay, 0.0, 1e6);
    rmsprop.momentum = reader.number("momentum", rmsprop.momentum, 0.0, 1.0);
    return rmsprop;
}

OptimizerConfig readOptimizer(JsonReader& parent)
{
    const Json* value = parent.value("optimizer");
    if (!value)
        return AdamConfig{};
    const NamedSettings named =
        readNamedSettings(parent, *value, parent.placeOf("optimizer"), {"sgd", "adam", "adamw", "adagrad", "rmsprop"}, "optimizer");
    JsonReader reader(named.settings, parent.placeOf("optimizer") + "." + named.name, parent.source());
    OptimizerConfig optimizer;
    if (named.name == "sgd")
        optimizer = readSgd(reader);
    else if (named.name == "adam")
        optimizer = readAdam<AdamConfig>(reader);
    else if (named.name == "adamw")
        optimizer = readAdam<AdamWConfig>(reader);
    else if (named.name == "adagrad")
        optimizer = readAdagrad(reader);
    else
        optimizer = readRmsprop(reader);
    if (!parent.error())
        reader.refuseUnknownKeys();
    parent.absorb(reader);
    return optimizer;
}

StepConfig readStep(JsonReader reader, JsonReader& parent)
{
    StepConfig step;
    if (reader.has("label_dtype"))
        step.labelDtype = readWord(reader, "label_dtype", LabelDtype::Int64);
    reader.value("label_dtype");
    step.labelScale = reader.number("label_scale", step.labelScale, -1e6, 1e6);
    step.labelOffset = reader.number("label_offset", step.labelOffset, -1e6, 1e6);
    step.target = readWord(reader, "target", step.target);
    step.zeroGrad = reader.flag("zero_grad", step.zeroGrad);
    step.accumulate = reader.integer("accumulate", step.accumulate, 1, 100'000);
    step.zeroInWindow = reader.flag("zero_in_window", step.zeroInWindow);
    step.optimizerStep = reader.flag("optimizer_step", step.optimizerStep);
    step.optimizerParameters = readWord(reader, "optimizer_parameters", step.optimizerParameters);
    step.deviceMasks = reader.word("dropout_masks", "shared", {"shared", "device"}) == "device";
    step.trainMode = reader.flag("train_mode", step.trainMode);
    step.optimizerBuilt = readWord(reader, "optimizer_built", step.optimizerBuilt);
    step.nonBlocking = reader.flag("non_blocking", step.nonBlocking);
    step.memoryFormat = readWord(reader, "memory_format", step.memoryFormat);
    step.weightLayout = readWord(reader, "weight_layout", step.weightLayout);
    step.keepLosses = reader.flag("keep_losses", step.keepLosses);
    reader.refuseUnknownKeys();
    parent.absorb(reader);
    return step;
}

EvaluateConfig readEvaluate(JsonReader reader, JsonReader& parent)
{
    EvaluateConfig evaluate;
    evaluate.everySteps = reader.integer("every_steps", evaluate.everySteps, 0, kMost);
    evaluate.partSamples = reader.integer("part_samples", evaluate.partSamples, 1, kMost);
    evaluate.batchSize = reader.integer("batch_size", evaluate.batchSize, 1, 65536);
    evaluate.evalMode = reader.flag("eval_mode", evaluate.evalMode);
    evaluate.restoreTrainMode = reader.flag("restore_train_mode", evaluate.restoreTrainMode);
    evaluate.activation = readWord(reader, "activation", evaluate.activation);
    evaluate.axis = reader.integer("axis", evaluate.axis, 0, 1);
    evaluate.keepdim = reader.flag("keepdim", evaluate.keepdim);
    evaluate.onCpu = reader.word("device", "own", {"own", "cpu"}) == "cpu";
    reader.refuseUnknownKeys();
    parent.absorb(reader);
    return evaluate;
}

std::vector<std::string> readDevices(JsonReader& reader)
{
    const Json* value = reader.value("device");
    std::vector<std::string> devices;
    if (value && value->is_string())
        devices.push_back(value->get<std::string>());
    else if (value && value->is_array())
        for (const Json& entry : *value)
            if (entry.is_string())
                devices.push_back(entry.get<std::string>());
    if (devices.empty() || (value->is_array() && devices.size() != value->size()))
        reader.problem("a run needs a device, or a list of devices of which the first that is present is taken",
                       reader.placeOf("device"), R"(Write "device": "cpu" or "device": ["mps", "mps-emulated"])");
    return devices;
}

std::vector<RunConfig> readRuns(JsonReader& parent)
{
    const Json* value = parent.value("runs");
    if (!value || !value->is_array() || value->empty() || value->size() > 8) {
        parent.problem("an experiment needs a list of one to eight runs", parent.placeOf("runs"),
                       R"(Write "runs": [{"name": "CPU", "device": "cpu"}, {"name": "MPS", "device": "mps"}])");
        return {};
    }
    std::vector<RunConfig> runs;
    std::set<std::string> names;
    for (std::size_t i = 0; i < value->size(); ++i) {
        JsonReader reader((*value)[i], parent.placeOf("runs") + "[" + std::to_string(i) + "]", parent.source());
        RunConfig run;
        run.name = reader.requiredText("name");
        run.devices = readDevices(reader);
        const JsonReader patch = reader.child("with");
        reader.absorb(patch);
        if (!patch.error() && reader.has("with"))
            run.patch = (*value)[i]["with"];
        for (const char* fixed : {"runs", "tandem", "name", "baseline"})
            if (run.patch.is_object() && run.patch.contains(fixed))
                reader.problem(std::string("a run cannot change \"") + fixed + "\"", reader.placeOf("with"));
        if (!reader.error() && !names.insert(run.name).second)
            reader.problem("two runs are named \"" + run.name + "\"", reader.placeOf("name"), "Give each run a name of its own");
        reader.refuseUnknownKeys();
        parent.absorb(reader);
        runs.push_back(std::move(run));
    }
    return runs;
}

std::vector<Fault> readFaults(JsonReader& reader)
{
    const Json* value = reader.value("faults");
    std::vector<Fault> faults;
    if (!value)
        return faults;
    if (!value->is_array()) {
        reader.problem("expected a list of faults, found " + value->dump(), reader.placeOf("faults"), "`tandem faults` lists them");
        return faults;
    }
    for (std::size_t i = 0; i < value->size(); ++i) {
        const std::string place = reader.placeOf("faults") + "[" + std::to_string(i) + "]";
        Result<Fault> fault = readFault((*value)[i], place, reader.source());
        if (!fault) {
            reader.adopt(fault.error());
            return faults;
        }
        faults.push_back(std::move(*fault));
    }
    return faults;
}

// Text that is no UTF-8 cannot be written to a file of JSON again.
bool isUtf8(const std::string& text)
{
    return Json::parse(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace)) == text;
}

}  // namespace

Result<Experiment> readExperiment(const Json& document, const std::string& source)
{
    JsonReader reader(document, "$", source);
    Experiment experiment;
    const std::int64_t version = reader.requiredInteger("tandem", 1, INT32_MAX);
    if (!reader.error() && version != kExperimentVersion)
        reader.problem("this file has format " + std::to_string(version) + ", this program reads format "
                           + std::to_string(kExperimentVersion),
                       "$.tandem", "Use a newer Tandem");
    experiment.name = reader.text("name", experiment.name);
    experiment.data = readData(reader.child("data"), reader);
    JsonReader model = reader.child("model");
    experiment.model = readModel(model);
    model.refuseUnknownKeys();
    reader.absorb(model);
    experiment.loss = readWord(reader, "loss", experiment.loss);
    experiment.optimizer = readOptimizer(reader);
    experiment.batchSize = reader.integer("batch_size", experiment.batchSize, 1, 65536);
    experiment.epochs = reader.integer("epochs", experiment.epochs, 1, 100000);
    experiment.seed = static_cast<std::uint64_t>(
        reader.integer("seed", 0, 0, std::numeric_limits<std::int64_t>::max()));
    reader.word("mode", "free", {"free"});
    experiment.step = readStep(reader.child("step"), reader);
    experiment.evaluate = readEvaluate(reader.child("evaluate"), reader);
    experiment.rules = readRuleSettings(reader.child("rules"), reader);
    experiment.faults = readFaults(reader);
    experiment.runs = readRuns(reader);
    const std::string baseline = reader.text("baseline", experiment.runs.empty() ? "" : experiment.runs.front().name);
    bool found = false;
    for (std::size_t i = 0; i < experiment.runs.size(); ++i)
        if (experiment.runs[i].name == baseline)
            experiment.baseline = i, found = true;
    if (!found)
        reader.problem("no run is named \"" + baseline + "\"", "$.baseline", "Name one of the runs");
    reader.refuseUnknownKeys();
    if (reader.error())
        return fail(*reader.error());
    return experiment;
}

Result<ExperimentFile> checkExperiment(Json document, const std::string& source)
{
    Result<Experiment> experiment = readExperiment(document, source);
    if (!experiment)
        return fail(experiment.error());
    for (std::size_t run = 0; run < experiment->runs.size(); ++run)
        if (const Result<Experiment> resolved = resolveRun(document, run, source); !resolved)
            return fail(resolved.error());
    return ExperimentFile{std::move(document), std::move(*experiment)};
}

Result<ExperimentFile> loadExperiment(const std::filesystem::path& path)
{
    const Result<std::string> text = readTextFile(path);
    if (!text)
        return fail(text.error());
    Result<Json> document = parseJson(*text, path.string());
    if (!document)
        return fail(document.error());
    return checkExperiment(std::move(*document), path.string());
}

Result<Experiment> resolveRun(const Json& document, std::size_t run, const std::string& source)
{
    Json merged = document;
    const Json& config = document.at("runs").at(run);
    if (config.contains("with"))
        merged.merge_patch(config.at("with"));
    Result<Experiment> resolved = readExperiment(merged, source);
    if (!resolved) {
        Error error = resolved.error();
        error.where += " (with the changes of run \"" + config.value("name", "") + "\")";
        return fail(std::move(error));
    }
    return resolved;
}

Status setAtPath(Json& document, const std::string& assignment)
{
    const auto equals = assignment.find('=');
    if (equals == std::string::npos || equals == 0)
        return fail(ErrorCode::Usage, "expected PATH=VALUE, found \"" + assignment + "\"", "--set",
                    "For example --set epochs=3 or --set optimizer.adam.lr=0.01");
    if (!isUtf8(assignment))
        return fail(ErrorCode::Usage, "the setting is not UTF-8 text", "--set", "JSON is UTF-8: set the terminal to it");
    const std::string path = assignment.substr(0, equals);
    const std::string text = assignment.substr(equals + 1);

    Json* place = &document;
    std::size_t begin = 0;
    while (begin <= path.size()) {
        const std::size_t end = std::min(path.find('.', begin), path.size());
        const std::string key = path.substr(begin, end - begin);
        begin = end + 1;
        if (place->is_array()) {
            const bool isIndex = !key.empty() && key.size() < 6 && key.find_first_not_of("0123456789") == std::string::npos;
            if (!isIndex || std::stoul(key) >= place->size())
                return fail(ErrorCode::Usage, "\"" + key + "\" is no entry of this list", "--set " + path,
                            place->empty() ? "The list has no entries"
                                           : "The list has entries 0 to " + std::to_string(place->size() - 1));
            place = &(*place)[std::stoul(key)];
            continue;
        }
        if (!place->is_object())
            *place = Json::object();
        place = &(*place)[key];
    }
    const Result<Json> value = parseJson(text, "--set " + path);
    *place = value ? *value : Json(text);
    return {};
}

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/preparation.h"

#include "core/data/pixel_pipeline.h"
#include "core/experiment/shapes.h"

#include <algorithm>
#include <map>
#include <set>
#include <thread>

namespace tandem {
namespace {

using SharedDataset = std::shared_ptr<const Dataset>;

class Preparer {
public:
    Preparer(const DataFolders& folders, const TrainerFactory& factory) : m_folders(folders), m_factory(factory) {}

    Result<TrainerRequest> prepare(Experiment experiment, const RunConfig& run)
    {
        const Result<DeviceFacts> device = chooseDevice(m_factory, run);
        if (!device)
            return fail(device.error());
        const Result<SharedDataset> dataset = sharedDataset(experiment.data);
        if (!dataset)
            return fail(dataset.error());
        if (Status status = checkModel(experiment, **dataset); !status)
            return fail(status.error());
        TrainerRequest request;
        request.device = device->name;
        request.dataset = *dataset;
        request.initialWeights = sharedWeights(experiment, *dataset);
        request.experiment = std::move(experiment);
        return request;
    }

    std::vector<std::string> files() const { return {m_files.begin(), m_files.end()}; }

private:
    Result<SharedDataset> sharedDataset(const DataConfig& data)
    {
        const std::string key = data.source + "|" + std::to_string(data.trainLimit.value_or(0)) + "|"
                                + std::to_string(data.testLimit.value_or(0));
        if (const auto found = m_datasets.find(key); found != m_datasets.end())
            return found->second;
        Result<SharedDataset> loaded = loadDataset(data, m_folders);
        if (loaded) {
            m_datasets[key] = *loaded;
            for (const Dataset::File& file : (*loaded)->files)
                m_files.insert(file.name + " " + file.sha256);
        }
        return loaded;
    }

    Status checkModel(const Experiment& experiment, const Dataset& dataset) const
    {
        for (const auto* transforms : {&experiment.data.trainTransforms, &experiment.data.testTransforms})
            if (const auto pipeline = PixelPipeline::build(*transforms, dataset.channels); !pipeline)
                return fail(pipeline.error());
        const auto layers = inferShapes(experiment.model, {dataset.channels, dataset.height, dataset.width});
        if (!layers)
            return fail(layers.error());
        if (layers->back().output.size() != 1)
            return fail(ErrorCode::InvalidExperiment,
                        "the last layer " + layers->back().name + " gives " + shapeText(layers->back().output)
                            + " a sample, a loss wants one number a class",
                        "$.model.layers", "End the model with \"flatten\" and {\"linear\": {\"out\": 10}}");
        return {};
    }

    SharedWeights sharedWeights(const Experiment& experiment, const SharedDataset& dataset)
    {
        const std::string key = toJson(experiment.model).dump() + "|" + std::to_string(experiment.seed) + "|"
                                + shapeText({dataset->channels, dataset->height, dataset->width});
        SharedWeights& weights = m_weights[key];
        if (!weights)
            weights = std::make_shared<const Weights>(m_factory.drawWeights(experiment, *dataset));
        return weights;
    }

    const DataFolders& m_folders;
    const TrainerFactory& m_factory;
    std::map<std::string, SharedDataset> m_datasets;
    std::map<std::string, SharedWeights> m_weights;
    std::set<std::string> m_files;
};

}  // namespace

Result<DeviceFacts> chooseDevice(const TrainerFactory& factory, const RunConfig& run)
{
    const std::vector<DeviceFacts> devices = factory.devices();
    std::vector<std::string> names;
    for (const DeviceFacts& device : devices)
        names.push_back(device.name);
    std::string reasons, instead;
    for (const std::string& wanted : run.devices) {
        const auto found = std::find_if(devices.begin(), devices.end(), [&](const DeviceFacts& d) { return d.name == wanted; });
        if (found == devices.end()) {
            const std::string near = nearestWord(wanted, names);
            return fail(ErrorCode::DeviceAbsent, "no device is named \"" + wanted + "\"", "run \"" + run.name + "\"",
                        (near.empty() ? "See `tandem devices`" : "Did you mean \"" + near + "\"? See `tandem devices`"));
        }
        if (found->available)
            return *found;
        reasons += (reasons.empty() ? "" : "; ") + ("the device \"" + wanted + "\" is not available: " + found->reason);
        instead = found->instead;
    }
    return fail(ErrorCode::DeviceAbsent, reasons, "run \"" + run.name + "\"", instead);
}

int threadsForRun(std::int64_t cores, std::size_t runs)
{
    return std::max(1, static_cast<int>(cores / static_cast<std::int64_t>(std::max<std::size_t>(runs, 2))));
}

Result<Preparation> prepareRuns(const ExperimentFile& file, const DataFolders& folders, const TrainerFactory& factory,
                                int threadsPerRun)
{
    const std::size_t runs = file.experiment.runs.size();
    Preparation preparation;
    preparation.environment = factory.environment();
    if (threadsPerRun <= 0)
        threadsPerRun = threadsForRun(std::thread::hardware_concurrency(), runs);
    preparation.environment.threadsPerRun = threadsPerRun;
    Preparer preparer(folders, factory);
    for (std::size_t run = 0; run < runs; ++run) {
        Result<Experiment> resolved = resolveRun(file.document, run, {});
        if (!resolved)
            return fail(resolved.error());
        Result<TrainerRequest> request = preparer.prepare(std::move(*resolved), file.experiment.runs[run]);
        if (!request)
            return fail(request.error());
        request->threads = threadsPerRun;
        preparation.requests.push_back(std::move(*request));
    }
    preparation.datasetFiles = preparer.files();
    return preparation;
}

}  // namespace tandem

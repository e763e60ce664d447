// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/train/training.h"

#include "core/train/torch_factory.h"
#include "tests/support/test_data.h"

#include <stdexcept>

namespace tandem::test {

ComparisonRecord train(ExperimentFile file, ComparisonOptions options)
{
    const TemporaryFolder folder;
    const Log log(Log::Console::Quiet);
    const TorchTrainerFactory factory;
    Executor gpu("gpu");
    options.root = folder.path();
    options.dataFolders = sourceDataFolders();
    Comparison comparison(std::move(file), std::move(options), factory, gpu, log);
    comparison.start();
    comparison.waitUntilOver();
    if (const auto error = comparison.error())
        throw std::runtime_error(describe(*error));
    ComparisonRecord record;
    for (const Event& event : comparison.takeEvents())
        record.apply(event);
    return record;
}

ExperimentFile preset(const std::string& name, const std::string& changes)
{
    auto file = loadExperiment(sourceFolder() / "resources" / "presets" / (name + ".tandem.json"));
    if (!file)
        throw std::runtime_error(describe(file.error()));
    Json document = file->document;
    document.merge_patch(Json::parse(changes));
    auto changed = checkExperiment(std::move(document), name);
    if (!changed)
        throw std::runtime_error(describe(changed.error()));
    return *changed;
}

std::vector<float> valuesOf(const Series& series)
{
    std::vector<float> values;
    for (std::size_t i = 0; i < series.size(); ++i)
        values.push_back(static_cast<float>(series.value(i)));
    return values;
}

const Finding* findingOf(const ComparisonRecord& record, const std::string& rule)
{
    for (const Finding& finding : record.findings)
        if (finding.rule == rule)
            return &finding;
    return nullptr;
}

}  // namespace tandem::test

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/rules/rule_support.h"

#include "core/experiment/difference.h"

#include <algorithm>
#include <cmath>

namespace tandem {

std::string runLabel(const RunRecord& run)
{
    const bool emulated = run.device == "mps-emulated";
    return emulated && run.name.find("emulated") == std::string::npos ? run.name + " (emulated)" : run.name;
}

std::vector<std::int64_t> oneRun(std::size_t run)
{
    return {static_cast<std::int64_t>(run)};
}

std::string sizesText(const std::vector<std::int64_t>& sizes)
{
    std::string text;
    for (const std::int64_t size : sizes)
        text += (text.empty() ? "" : ", ") + std::to_string(size);
    return "[" + text + "]";
}

std::string nameList(const std::vector<std::string>& names, std::size_t most)
{
    std::string text;
    for (std::size_t i = 0; i < names.size() && i < most; ++i)
        text += (i == 0 ? "" : ", ") + names[i];
    return names.size() > most ? text + " and " + std::to_string(names.size() - most) + " more" : text;
}

std::string counted(std::int64_t count, const std::string& noun)
{
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string counted(const std::vector<std::string>& names, const std::string& noun)
{
    return counted(static_cast<std::int64_t>(names.size()), noun);
}

std::string deviceFamily(const std::string& device)
{
    return device.substr(0, device.find_first_of(":-"));
}

bool isAccelerator(const std::string& device)
{
    return !device.empty() && deviceFamily(device) != "cpu";
}

Json settingOf(const ComparisonRecord& record, std::size_t run, std::initializer_list<const char*> path)
{
    Json value = record.start.document;
    if (!value.is_object() || !value.contains("runs") || !value["runs"].is_array() || run >= value["runs"].size())
        return {};
    const Json config = value["runs"][run];
    if (config.is_object() && config.contains("with") && config["with"].is_object())
        value.merge_patch(config["with"]);
    for (const char* key : path) {
        if (!value.is_object() || !value.contains(key))
            return {};
        value = Json(value[key]);
    }
    return value;
}

std::optional<Fix> lastLayerFix(const ComparisonRecord& record, std::size_t i, const std::string& kind, const std::string& label,
                                const std::optional<Json>& instead)
{
    Json layers = settingOf(record, i, {"model", "layers"});
    if (!layers.is_array() || layers.size() < 2)
        return std::nullopt;
    const Json& last = layers.back();
    if (last != kind && !(last.is_object() && last.contains(kind)))
        return std::nullopt;
    layers.erase(layers.size() - 1);
    if (instead)
        layers.push_back(*instead);
    return Fix{label, record.runs[i].name, {{"model", {{"layers", layers}}}}};
}

bool sameSettings(const ComparisonRecord& record, std::size_t a, std::size_t b, const std::vector<std::string>& prefixes)
{
    const auto file = checkExperiment(record.start.document, {});
    if (!file)
        return true;
    const auto table = configTable(*file);
    if (!table || std::max(a, b) >= file->experiment.runs.size())
        return true;
    for (const ConfigRow& row : *table)
        for (const std::string& prefix : prefixes)
            if (row.path.rfind(prefix, 0) == 0 && row.values[a] != row.values[b])
                return false;
    return true;
}

std::string rangeText(double least, double most)
{
    return numberText(least) + " to " + numberText(most);
}

Finding findingFor(const char* rule, Severity severity, std::size_t run, std::string title)
{
    Finding finding;
    finding.rule = rule;
    finding.severity = severity;
    finding.title = std::move(title);
    finding.runs = oneRun(run);
    return finding;
}

double accuracySigma(double p, std::int64_t n)
{
    return n > 0 ? std::sqrt(p * (1 - p) / static_cast<double>(n)) : 0.0;
}

double agreementLimit(double a, double b, std::int64_t samples, double sigmas)
{
    const double variance = std::pow(accuracySigma(a, samples), 2) + std::pow(accuracySigma(b, samples), 2);
    // One sample more or less must never be called a difference, even at 0 % or 100 %.
    return std::max(sigmas * std::sqrt(variance), samples > 0 ? 1.0 / static_cast<double>(samples) : 0.0);
}

}  // namespace tandem

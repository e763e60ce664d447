// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/fault_marks.h"

#include "core/experiment/experiment_json.h"

namespace tandem {

bool faultActsOn(FaultSide side, const std::string& device)
{
    return device == (side == FaultSide::Device ? "mps-emulated" : "cpu");
}

RunFaults splitFaults(const std::vector<Fault>& faults, const std::string& device)
{
    RunFaults split;
    for (const Fault& fault : faults)
        (faultActsOn(fault.side, device) ? split.active : split.inactive).push_back(fault.id);
    return split;
}

RunFaults faultsOf(const ComparisonRecord& record, std::size_t run)
{
    const RunRecord& own = record.runs.at(run);
    if (own.preflight)
        return {own.preflight->faults, own.preflight->inactiveFaults};
    const Json& document = record.start.document;
    const bool has = document.is_object() && document.contains("runs") && document.at("runs").size() > run;
    const Result<Experiment> experiment = has ? resolveRun(document, run, {}) : fail(ErrorCode::InvalidExperiment, "");
    return experiment ? splitFaults(experiment->faults, own.device) : RunFaults();
}

std::string markedName(const std::string& run, const std::vector<std::string>& activeFaults)
{
    return activeFaults.empty() ? run : run + " (fault injected)";
}

std::string faultText(const std::string& id)
{
    const FaultInfo* info = findFault(id);
    return info ? id + " (" + info->title + ")" : id;
}

std::string faultTexts(const std::vector<std::string>& ids)
{
    std::string text;
    for (const std::string& id : ids)
        text += (text.empty() ? "" : ", ") + faultText(id);
    return text;
}

}  // namespace tandem

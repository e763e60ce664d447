// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/experiment/experiment.h"
#include "core/facts/record.h"

#include <string>
#include <vector>

namespace tandem {

/// Ids of the faults of a run: those that act on its device, and those that do not.
struct RunFaults {
    std::vector<std::string> active, inactive;
};

/// Faults of the device side act on mps-emulated, those of the reference side on the CPU, none elsewhere.
bool faultActsOn(FaultSide side, const std::string& device);
RunFaults splitFaults(const std::vector<Fault>& faults, const std::string& device);
/// As recorded before the first step; until then as the experiment says.
RunFaults faultsOf(const ComparisonRecord& record, std::size_t run);

/// The name of a run wherever its numbers are shown: "MPS (fault injected)" if a fault acts on it.
std::string markedName(const std::string& run, const std::vector<std::string>& activeFaults);
/// "wrap-16bit (The batch index wraps at 2^16)"; the bare id of a fault that is not in the library.
std::string faultText(const std::string& id);
/// The same for several, separated by commas.
std::string faultTexts(const std::vector<std::string>& ids);

}  // namespace tandem

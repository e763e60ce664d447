// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/rules/rule.h"

#include <optional>
#include <string>
#include <vector>

namespace tandem {

/// "2.6.0+cpu" is {2, 6, 0}.
struct LibTorchVersion {
    int major = 0, minor = 0, patch = 0;
};
std::optional<LibTorchVersion> parseVersion(const std::string& text);

/// macOS release of a text such as "Darwin 24.1.0 arm64": 15 here. None if it is another system.
std::optional<int> macOsOf(const std::string& os);

/// What must be true of a run, beside the operations that it uses, for a fault to strike.
enum class Circumstance { Always, StridedWeights, NonBlocking, ChannelsLast, OneOutput, ManyRows, LongReduction };

/// One line of the table of reported faults of LibTorch's MPS backend. They are reports, not measurements of our own.
struct KnownFault {
    LibTorchVersion least, most;  ///< releases, both included
    int macOs;  ///< macOS release that it needs; 0: any
    bool firstChips;  ///< M1 and M2 only
    Circumstance when;
    std::vector<std::string> layers;  ///< kinds of layers of which the model has one; none: any model
    std::vector<std::string> losses, optimizers;  ///< the same for losses and optimizers
    const char* operations;
    const char* fault;
    const char* cases;
};
const std::vector<KnownFault>& releaseTable();

/// Lines of the table that concern a run: on the real MPS, in this release, with operations and circumstances of its own.
std::vector<const KnownFault*> knownFaults(const ComparisonRecord& record, std::size_t run, const Thresholds& thresholds);

}  // namespace tandem

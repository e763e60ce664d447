// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/experiment/experiment_json.h"

#include <string>

namespace tandem::ui {

/// The key of an entry that says from which step on a fault acts.
inline constexpr const char* kFromStep = "from_step";

/// The faults of a run as its configuration lists them: an array of entries as they were written, an id or an object.
Json faultEntries(const ExperimentFile& file, std::size_t run);
std::string faultId(const Json& entry);

/// The list with a fault of the library added at the end, or with every entry of it taken out.
Json withFault(Json entries, const FaultInfo& fault, bool chosen);
/// The list with one knob, or kFromStep, of a listed fault changed. An entry is the plain id when everything is at its
/// default, and an object otherwise; keys that the library does not know as knobs stay as they are.
Json withFaultValue(Json entries, const FaultInfo& fault, const std::string& key, const Json& value);
/// The value in force: of the entry, or the default.
Json faultValue(const Json& entries, const FaultInfo& fault, const std::string& key);
Json faultDefault(const FaultInfo& fault, const std::string& key);
/// A value as it was typed: a number, a text, or a list separated by commas, whichever the default is. Nothing typed is
/// the default.
Result<Json> readFaultValue(const std::string& text, const Json& byDefault);
/// A value as it is typed.
std::string faultValueText(const Json& value);

/// The experiment with the list of one run replaced. It goes into the run's `with`, unless the run would inherit the
/// same list anyway. Pure; the experiment passed in stays.
Result<ExperimentFile> withFaults(const ExperimentFile& file, std::size_t run, const Json& entries);

}  // namespace tandem::ui

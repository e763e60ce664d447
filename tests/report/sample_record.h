// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/record.h"

#include <string>

namespace tandem::test {

/// Makes the drawing of curves possible; no display is needed.
void needQApplication();

/// The experiment that the samples are of, with a fault and float labels on the second run if asked for.
Json sampleDocument(bool withFault);

/// Two runs that agree but for rounding.
ComparisonRecord agreeingRecord();

/// The origin of Tandem: float labels on an emulated MPS device, with an injected fault, and a name that is markup.
ComparisonRecord floatLabelRecord(const std::string& secondName);

}  // namespace tandem::test

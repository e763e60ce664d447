// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/facts/record.h"

#include <vector>

namespace tandem::test {

/// One event of every kind, each member set to something that is not its default.
std::vector<Event> oneOfEachKind();

/// A comparison of "CPU" (cpu) and "MPS" (mps) over the minimal experiment in which nothing is wrong: the same start
/// and data, both at 98 % after one epoch, final weights that differ in rounding.
ComparisonRecord healthyRecord();

/// As above, as far as pre-flight.
ComparisonRecord preparedRecord();

/// A whole evaluation at the end of an epoch of 100 steps.
EvaluationFacts wholeEvaluation(double accuracy, std::int64_t epoch = 1, std::int64_t samples = 10'000);

}  // namespace tandem::test

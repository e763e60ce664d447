// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tandem {

/// One known-answer test that a device failed.
struct ProbeFailure {
    std::string probe;                ///< "linear"
    std::string layout;               ///< "contiguous", "transposed", "offset", "channels-last"; empty: does not matter
    std::string what;                 ///< "values", "gradient", "repeat", "effect", "nan", "moments", "error"
    std::string text;                 ///< in numbers, or what was raised
    double error = 0, allowed = 0;    ///< relative to the greatest element of the reference; 0 where that has no meaning
    bool used = false;                ///< the experiment's model, loss or optimizer uses this operation

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("probe", self.probe);
        visit("layout", self.layout);
        visit("what", self.what);
        visit("text", self.text);
        visit("error", self.error);
        visit("allowed", self.allowed);
        visit("used", self.used);
    }
};

/// Small tests with known answers on the run's device, before the first step.
struct SelfTestFacts {
    std::int64_t tests = 0;           ///< 0: not run
    std::vector<ProbeFailure> failures;

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("tests", self.tests);
        visit("failures", self.failures);
    }
};

}  // namespace tandem

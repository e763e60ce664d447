// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/json.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tandem {

/// A training device as the experiment file names it.
struct DeviceFacts {
    std::string name;          ///< "cpu", "mps", "mps-emulated", "cuda:0"
    std::string label;         ///< for people: "CPU", "Apple GPU", "Emulated MPS (runs on the CPU)"
    bool available = false;
    std::string reason;        ///< why it is not available
    std::string instead;       ///< what to use instead
    bool emulated = false;

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("name", self.name);
        visit("label", self.label);
        visit("available", self.available);
        visit("emulated", self.emulated);
        visit("reason", self.reason);
        visit("instead", self.instead);
    }
};

/// What the results depend on beside the experiment: written to the log at the start.
struct EnvironmentFacts {
    std::string tandem, libtorch, compiler, os, cpu, blas;
    bool referenceBlas = false;     ///< slow: 3–6 times on a CNN step
    std::int64_t cores = 0;
    std::int64_t threadsPerRun = 0; ///< CPU threads inside one operation, equal for all runs
    std::vector<std::string> variables;  ///< "NAME=value" of environment variables that matter

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("tandem", self.tandem);
        visit("libtorch", self.libtorch);
        visit("compiler", self.compiler);
        visit("os", self.os);
        visit("cpu", self.cpu);
        visit("blas", self.blas);
        visit("reference_blas", self.referenceBlas);
        visit("cores", self.cores);
        visit("threads_per_run", self.threadsPerRun);
        visit("variables", self.variables);
    }
};

}  // namespace tandem

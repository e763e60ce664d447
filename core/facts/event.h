// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/facts/environment.h"
#include "core/facts/epoch_probe_facts.h"
#include "core/facts/finding.h"
#include "core/facts/preflight.h"
#include "core/facts/run_state.h"
#include "core/facts/step_facts.h"
#include "core/facts/training.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace tandem {

/// The first record of every comparison.
struct ComparisonStart {
    std::string id;
    std::string created;              ///< ISO 8601, UTC
    Json document;                    ///< the experiment file as it was given
    std::vector<std::string> runNames;
    std::vector<std::string> devices; ///< device of each run, resolved
    std::int64_t baseline = 0;
    bool ignorePreflight = false;
    EnvironmentFacts environment;
    std::vector<std::string> datasetFiles;  ///< "name sha256"

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("id", self.id);
        visit("created", self.created);
        visit("document", self.document);
        visit("run_names", self.runNames);
        visit("devices", self.devices);
        visit("baseline", self.baseline);
        visit("ignore_preflight", self.ignorePreflight);
        visit("environment", self.environment);
        visit("dataset_files", self.datasetFiles);
    }
};

/// Something that concerns the whole comparison and must not go unseen, such as a log that could not be written.
struct Notice {
    std::string text;

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("text", self.text);
    }
};

/// The last record.
struct ComparisonEnd {
    std::string state;  ///< "finished", "failed", "cancelled", "blocked"
    std::optional<std::string> error;

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("state", self.state);
        visit("error", self.error);
    }
};

/// One plain message. Everything that crosses a thread or reaches the disk is one of these.
struct Event {
    using Body = std::variant<ComparisonStart, RunStateChange, PreflightFacts, StepBatch, EvaluationFacts, EpochFacts,
                              StepFacts, EpochProbeFacts, RunEnd, CrossEvaluation, Finding, FindingWithdrawn,
                              RulesLeftOut, Verdict, Notice, ComparisonEnd>;
    double time = 0;                  ///< seconds since the start, stamped at the source
    std::optional<std::int64_t> run;  ///< index; none: the whole comparison
    Body body;
};

Json toJson(const Event& event);
/// Nothing if the record is of no known kind or damaged.
std::optional<Event> eventFromJson(const Json& json);

}  // namespace tandem

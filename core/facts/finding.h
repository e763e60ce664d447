// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/json.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tandem {

enum class Severity { Info, Warning, Error };
const std::vector<std::string>& wordList(Severity);

/// A change of the experiment that removes a cause. It is a JSON Merge Patch (RFC 7386) on one run's `with`, or on the
/// experiment itself where no run is named. It never changes the user's data.
struct Fix {
    std::string label;                ///< for the button: "Labels → int64"
    std::optional<std::string> run;
    Json patch = Json::object();

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("label", self.label);
        visit("run", self.run);
        visit("patch", self.patch);
    }
};

/// What a rule found. One per rule and set of runs.
struct Finding {
    std::string rule;                 ///< id such as "label-dtype"
    Severity severity = Severity::Info;
    std::string title;                ///< one line
    std::vector<std::int64_t> runs;   ///< indices of the runs concerned
    std::optional<std::int64_t> step; ///< first step concerned; none: before the first step
    std::vector<std::string> evidence;///< measured numbers, one a line
    std::string cause;                ///< why it matters
    std::string advice;               ///< what to do
    std::optional<Fix> fix;
    std::optional<std::string> foldedUnder;  ///< rule id of the cause that explains it

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("rule", self.rule);
        visit("severity", self.severity);
        visit("title", self.title);
        visit("runs", self.runs);
        visit("step", self.step);
        visit("evidence", self.evidence);
        visit("cause", self.cause);
        visit("advice", self.advice);
        visit("fix", self.fix);
        visit("folded_under", self.foldedUnder);
    }
};

/// A finding that later facts no longer support, such as a model at chance level that has learnt since.
struct FindingWithdrawn {
    std::string rule;
    std::vector<std::int64_t> runs;

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("rule", self.rule);
        visit("runs", self.runs);
    }
};

/// A rule that could not look, which is no silence: "could not run, because …".
struct RuleNotRun {
    std::string rule;
    std::vector<std::int64_t> runs;
    std::string reason;

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("rule", self.rule);
        visit("runs", self.runs);
        visit("reason", self.reason);
    }
};

/// All of them, at the end of a comparison; and the rules that the experiment muted.
struct RulesLeftOut {
    std::vector<RuleNotRun> notRun;
    std::vector<RuleNotRun> muted;    ///< with the user's reason; no runs

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("not_run", self.notRun);
        visit("muted", self.muted);
    }
};

enum class VerdictKind { Agree, SetupDiffers, ApiMisuse, BackendSuspect, RoundingOnly, Undecided };
const std::vector<std::string>& wordList(VerdictKind);

struct Verdict {
    VerdictKind kind = VerdictKind::Undecided;
    std::string summary;
    std::vector<std::string> evidence;  ///< why this one, and what excludes the others

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("kind", self.kind);
        visit("summary", self.summary);
        visit("evidence", self.evidence);
    }
};

}  // namespace tandem

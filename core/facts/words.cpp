// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/finding.h"
#include "core/facts/run_state.h"
#include "core/facts/training.h"

namespace tandem {

const std::vector<std::string>& wordList(Outcome)
{
    static const std::vector<std::string> words{"finished", "failed", "cancelled", "blocked"};
    return words;
}

const std::vector<std::string>& wordList(Severity)
{
    static const std::vector<std::string> words{"info", "warning", "error"};
    return words;
}

const std::vector<std::string>& wordList(VerdictKind)
{
    static const std::vector<std::string> words{"agree",           "setup differs", "code misuses an API",
                                                "backend suspect", "rounding only", "undecided"};
    return words;
}

const std::vector<std::string>& wordList(RunState)
{
    static const std::vector<std::string> words{"idle",       "preparing",  "ready",  "running",   "paused",
                                                "evaluating", "finished", "failed", "cancelled", "blocked"};
    return words;
}

bool isOver(RunState state)
{
    return state == RunState::Finished || state == RunState::Failed || state == RunState::Cancelled
           || state == RunState::Blocked;
}

bool isLegalMove(RunState from, RunState to)
{
    if (isOver(from))
        return false;
    switch (to) {
    case RunState::Idle:
        return false;
    case RunState::Preparing:
        return from == RunState::Idle;
    case RunState::Ready:
        return from == RunState::Preparing;
    case RunState::Running:
        return from == RunState::Ready || from == RunState::Paused || from == RunState::Evaluating;
    case RunState::Paused:
        return from == RunState::Running || from == RunState::Evaluating || from == RunState::Ready;
    case RunState::Evaluating:
        return from == RunState::Running || from == RunState::Paused;
    case RunState::Finished:
        return from == RunState::Running || from == RunState::Evaluating;
    case RunState::Blocked:
        return from == RunState::Ready;
    case RunState::Failed:
    case RunState::Cancelled:
        return true;
    }
    return false;
}

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <vector>

namespace tandem {

/// Life of one run. Finished, failed, cancelled and blocked are ends.
enum class RunState { Idle, Preparing, Ready, Running, Paused, Evaluating, Finished, Failed, Cancelled, Blocked };
const std::vector<std::string>& wordList(RunState);

bool isOver(RunState state);
bool isLegalMove(RunState from, RunState to);

struct RunStateChange {
    RunState state = RunState::Idle;

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("state", self.state);
    }
};

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/bridge/session.h"
#include "ui/bridge/tone.h"

#include <QString>

#include <vector>

namespace tandem::ui {

/// The state of a comparison in one line.
struct Headline {
    Tone tone = Tone::Neutral;
    QString text;
    QString details;  ///< evidence, one a line
};
Headline headlineOf(const Session& session);

Tone toneOf(Severity severity);
QString wordOf(RunState state);

/// Findings that are shown first: causes, not what they explain.
std::vector<const Finding*> causesOf(const ComparisonRecord& record);
std::vector<const Finding*> foldedOf(const ComparisonRecord& record);

}  // namespace tandem::ui

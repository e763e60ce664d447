// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace tandem::ui {

/// How good or bad something is. Always shown with a word or a sign too, never by colour alone.
enum class Tone { Neutral, Info, Good, Warning, Bad };

}  // namespace tandem::ui

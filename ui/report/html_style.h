// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace tandem::ui {

/// The style sheet of the report: light, dark and print. The curves are drawn in the light colours; in a dark page rules
/// put the dark ones in their place.
QByteArray reportStyle();

}  // namespace tandem::ui

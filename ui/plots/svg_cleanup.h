// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QSize>
#include <QString>

namespace tandem::ui {

/// Turns what QSvgGenerator wrote into an element that fits into a page: no declaration, no empty groups (most of its
/// output), a size that follows the page, fonts with substitutes, and the title and description that a screen reader
/// tells.
/// @param id  prefix for the ids of title and description; unique within the page
QByteArray cleanedSvg(const QByteArray& svg, QSize size, const QString& id, const QString& title, const QString& description);

}  // namespace tandem::ui

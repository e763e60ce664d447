// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/widgets/icons.h"
#include "ui/widgets/theme.h"

#include <QLabel>

#include <string>
#include <vector>

namespace tandem::ui {

/// The sign that stands for a tone.
Icon iconOf(Tone tone);

/// A tone's sign in its colour; follows the theme.
class ToneSign : public QWidget {
    Q_OBJECT
public:
    explicit ToneSign(QWidget* parent = nullptr);
    void setTone(Tone tone);
    QSize sizeHint() const override { return {16, 16}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Tone m_tone = Tone::Info;
};

/// Plain text that wraps, can be selected, and never asks for more width than there is.
QLabel* wrappedLabel(QWidget* parent);
/// The same in a fixed-width font: measured values and names from the experiment file.
QLabel* monospaceLabel(QWidget* parent);
/// The same in the colour of what is less important.
QLabel* secondaryLabel(QWidget* parent);
/// Measured lines under each other, each with a bullet and a hanging indent.
void showLines(QLabel* label, const std::vector<std::string>& lines);
/// A text behind a word in bold.
void showText(QLabel* label, const QString& lead, const QString& text);
/// One line in bold.
QLabel* titleLabel(QWidget* parent);

}  // namespace tandem::ui

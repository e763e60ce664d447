// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/widgets/theme.h"

#include <QLabel>

namespace tandem::ui {

/// A word in a coloured pill: "baseline", "emulated", "running".
class Tag : public QLabel {
    Q_OBJECT
public:
    explicit Tag(QWidget* parent = nullptr);
    void display(Tone tone, const QString& text);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Tone m_tone = Tone::Neutral;
};

}  // namespace tandem::ui

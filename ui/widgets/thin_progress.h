// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/bridge/tone.h"

#include <QProgressBar>

namespace tandem::ui {

/// A progress bar of a few pixels; the figures stand beside it.
class ThinProgress : public QProgressBar {
    Q_OBJECT
public:
    explicit ThinProgress(QWidget* parent = nullptr);
    void setTone(Tone tone);
    QSize sizeHint() const override { return {120, 6}; }
    QSize minimumSizeHint() const override { return {40, 6}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Tone m_tone = Tone::Info;
};

}  // namespace tandem::ui

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/card.h"

#include <QPainter>
#include <QPainterPath>

namespace tandem::ui {

Card::Card(QWidget* parent) : QWidget(parent) {}

void Card::setTone(Tone tone)
{
    m_tone = tone;
    update();
}

void Card::paintEvent(QPaintEvent*)
{
    constexpr double kRadius = 5, kBar = 4;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath frame;
    frame.addRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
    painter.fillPath(frame, palette().color(QPalette::Base));
    if (m_tone != Tone::Neutral) {
        painter.setClipPath(frame);
        painter.fillRect(QRectF(0, 0, kBar, height()), toneColors(m_tone, palette()).strong);
        painter.setClipping(false);
    }
    painter.setPen(palette().color(QPalette::Mid));
    painter.drawPath(frame);
}

}  // namespace tandem::ui

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/thin_progress.h"

#include "ui/widgets/theme.h"

#include <QPainter>

namespace tandem::ui {

ThinProgress::ThinProgress(QWidget* parent) : QProgressBar(parent)
{
    setTextVisible(false);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ThinProgress::setTone(Tone tone)
{
    m_tone = tone;
    update();
}

void ThinProgress::paintEvent(QPaintEvent*)
{
    const double radius = height() / 2.0;
    const double share = maximum() > minimum() ? static_cast<double>(value() - minimum()) / (maximum() - minimum()) : 0;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette().color(QPalette::Midlight));
    painter.drawRoundedRect(QRectF(rect()), radius, radius);
    if (share <= 0)
        return;
    painter.setBrush(toneColors(m_tone, palette()).strong);
    painter.drawRoundedRect(QRectF(0, 0, std::max(share * width(), 2 * radius), height()), radius, radius);
}

}  // namespace tandem::ui

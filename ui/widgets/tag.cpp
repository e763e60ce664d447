// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/tag.h"

#include <QPainter>

namespace tandem::ui {

Tag::Tag(QWidget* parent) : QLabel(parent)
{
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.88);
    setFont(small);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void Tag::display(Tone tone, const QString& text)
{
    m_tone = tone;
    setText(text);
    setVisible(!text.isEmpty());
    update();
}

QSize Tag::sizeHint() const
{
    return fontMetrics().size(Qt::TextSingleLine, text()) + QSize(14, 4);
}

void Tag::paintEvent(QPaintEvent*)
{
    const ToneColors colors = toneColors(m_tone, palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.background);
    painter.drawRoundedRect(rect(), height() / 2.0, height() / 2.0);
    painter.setPen(colors.text);
    painter.drawText(rect(), Qt::AlignCenter, text());
}

}  // namespace tandem::ui

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/verdict_chip.h"

#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QPainter>

namespace tandem::ui {
namespace {

constexpr int kIconSize = 16, kPadding = 10;

}  // namespace

VerdictChip::VerdictChip(QWidget* parent) : QToolButton(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setCursor(Qt::PointingHandCursor);
}

void VerdictChip::display(const Headline& headline)
{
    m_headline = headline;
    setText(headline.text);
    setToolTip(headline.details.isEmpty() ? headline.text : headline.text + QLatin1Char('\n') + headline.details);
    setAccessibleName(tr("Verdict: %1").arg(headline.text));
    updateGeometry();
    update();
}

QSize VerdictChip::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(text()) + kIconSize + 3 * kPadding, fontMetrics().height() + 12};
}

QSize VerdictChip::minimumSizeHint() const
{
    return {140, sizeHint().height()};
}

void VerdictChip::paintEvent(QPaintEvent*)
{
    const ToneColors colors = toneColors(m_headline.tone, palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(hasFocus() ? QPen(palette().color(QPalette::Highlight), 2) : QPen(colors.strong, 1));
    painter.setBrush(colors.background);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), height() / 2.0, height() / 2.0);
    painter.drawPixmap(kPadding, (height() - kIconSize) / 2,
                       iconPixmap(iconOf(m_headline.tone), colors.strong, kIconSize, devicePixelRatioF()));
    const QRect textRect = rect().adjusted(2 * kPadding + kIconSize - 4, 0, -kPadding, 0);
    painter.setPen(colors.text);
    painter.drawText(textRect, Qt::AlignVCenter | Qt::AlignLeft,
                     fontMetrics().elidedText(text(), Qt::ElideRight, textRect.width()));
}

}  // namespace tandem::ui

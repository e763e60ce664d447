// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/primary_button.h"

#include <QAction>
#include <QPainter>

namespace tandem::ui {
namespace {

constexpr int kIconSize = 14, kPadding = 14;

}  // namespace

PrimaryButton::PrimaryButton(QWidget* parent) : QToolButton(parent)
{
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    setFont(bold);
    setFocusPolicy(Qt::StrongFocus);
}

QSize PrimaryButton::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(text()) + kIconSize + 2 * kPadding + 6, fontMetrics().height() + 14};
}

void PrimaryButton::paintEvent(QPaintEvent*)
{
    QColor fill = palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::Highlight);
    if (isEnabled() && (isDown() || underMouse()))
        fill = fill.darker(isDown() ? 120 : 108);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(hasFocus() ? QPen(palette().color(QPalette::WindowText), 2) : QPen(Qt::NoPen));
    painter.setBrush(fill);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 5, 5);

    const QColor ink = palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::HighlightedText);
    const double middle = height() / 2.0, left = kPadding;
    painter.setPen(Qt::NoPen);
    painter.setBrush(ink);
    painter.drawPolygon(QPolygonF{{left, middle - 6}, {left, middle + 6}, {left + 10, middle}});
    painter.setPen(ink);
    painter.drawText(rect().adjusted(kPadding + kIconSize + 4, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, text());
}

}  // namespace tandem::ui

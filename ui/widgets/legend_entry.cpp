// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/legend_entry.h"

#include <QEvent>
#include <QPainter>

namespace tandem::ui {
namespace {

constexpr int kSample = 26, kGap = 5, kEdge = 4;

}  // namespace

LegendEntry::LegendEntry(const Curve& curve, const QString& widestValue, QWidget* parent)
    : QAbstractButton(parent), m_metric(curve.metric), m_role(curve.role), m_markers(curve.markers),
      m_widestValue(widestValue)
{
    setText(curve.name);
    setCheckable(true);
    setChecked(true);
    setFocusPolicy(Qt::StrongFocus);
    setToolTip(tr("Click to hide or show this curve"));
    setAccessibleName(curve.name);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void LegendEntry::setValue(const QString& value)
{
    if (value == m_value)
        return;
    m_value = value;
    setAccessibleDescription(value);
    update();
}

QSize LegendEntry::sizeHint() const
{
    const int text
        = fontMetrics().horizontalAdvance(this->text()) + kGap + fontMetrics().horizontalAdvance(m_widestValue);
    return {kSample + kGap + text + 2 * kEdge, fontMetrics().height() + 4};
}

void LegendEntry::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (hasFocus() || underMouse()) {
        painter.setPen(hasFocus() ? QPen(palette().color(QPalette::Highlight), 1.5)
                                  : QPen(palette().color(QPalette::Mid)));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
    }
    const PlotTheme theme = plotTheme(palette());
    const QColor line = metricColor(m_metric, theme.dark);
    const QPixmap sample = lineSample(isChecked() ? line : faintColor(line, palette().color(QPalette::Window)), m_role,
                                      m_markers, devicePixelRatioF());
    painter.drawPixmap(QPointF(kEdge, (height() - sample.height() / sample.devicePixelRatio()) / 2), sample);

    const int left = kEdge + kSample + kGap, nameWidth = fontMetrics().horizontalAdvance(text());
    QFont name = font();
    name.setStrikeOut(!isChecked());
    painter.setFont(name);
    painter.setPen(palette().color(isChecked() ? QPalette::WindowText : QPalette::PlaceholderText));
    painter.drawText(QRect(left, 0, nameWidth + 2, height()), Qt::AlignVCenter | Qt::AlignLeft, text());
    if (!isChecked())
        return;
    painter.setPen(theme.secondary);
    painter.drawText(QRect(left + nameWidth + kGap, 0, width() - left - nameWidth - kGap, height()),
                     Qt::AlignVCenter | Qt::AlignLeft, m_value);
}

}  // namespace tandem::ui

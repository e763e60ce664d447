// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/plot_theme.h"

#include <QPainter>

namespace tandem::ui {
namespace {

constexpr int kSampleWidth = 26, kSampleHeight = 14;

QColor mixed(const QColor& a, const QColor& b, double shareOfA)
{
    const auto channel = [shareOfA](int x, int y) { return static_cast<int>(shareOfA * x + (1 - shareOfA) * y); };
    return {channel(a.red(), b.red()), channel(a.green(), b.green()), channel(a.blue(), b.blue())};
}

}  // namespace

PlotTheme plotTheme(const QPalette& palette)
{
    PlotTheme theme;
    theme.background = palette.color(QPalette::Base);
    theme.text = palette.color(QPalette::Text);
    theme.dark = theme.background.lightness() < 128;
    theme.secondary = mixed(theme.text, theme.background, 0.66);
    theme.grid = mixed(theme.text, theme.background, theme.dark ? 0.13 : 0.09);
    theme.axis = mixed(theme.text, theme.background, 0.35);
    theme.marker = theme.dark ? QColor(0xff, 0x7b, 0x72) : QColor(0xcf, 0x22, 0x2e);
    theme.labelBackground = palette.color(QPalette::Window);
    return theme;
}

QColor metricColor(Metric metric, bool dark)
{
    // Okabe and Ito's colour-blind-safe hues, with a lighter variant for dark backgrounds (3:1 against both).
    switch (metric) {
    case Metric::TrainLoss:
        return dark ? QColor(0x6c, 0xb4, 0xee) : QColor(0x00, 0x72, 0xb2);
    case Metric::TestLoss:
        return dark ? QColor(0xf0, 0xa0, 0x4b) : QColor(0xc7, 0x55, 0x00);
    case Metric::TrainAccuracy:
        return dark ? QColor(0x4f, 0xc9, 0xa4) : QColor(0x00, 0x87, 0x66);
    case Metric::TestAccuracy:
        return dark ? QColor(0xe2, 0x9a, 0xc8) : QColor(0xa8, 0x4a, 0x83);
    case Metric::TrainDifference:
        return metricColor(Metric::TrainLoss, dark);
    case Metric::TestDifference:
        return metricColor(Metric::TestLoss, dark);
    }
    return {};
}

QColor faintColor(const QColor& color, const QColor& background)
{
    return mixed(color, background, 0.34);
}

Dashes dashesOf(std::size_t role)
{
    constexpr Dashes kByRole[] = {{0, 0}, {7, 4}, {2, 3}, {14, 4}};
    return role == 0 ? kByRole[0] : kByRole[1 + (role - 1) % 3];
}

QPixmap lineSample(const QColor& color, std::size_t role, bool withMarker, qreal devicePixelRatio)
{
    QPixmap pixmap(QSize(kSampleWidth, kSampleHeight) * devicePixelRatio);
    pixmap.setDevicePixelRatio(devicePixelRatio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    QPen pen(color, 2, Qt::SolidLine, Qt::FlatCap);
    if (const Dashes dashes = dashesOf(role); !dashes.solid())
        pen.setDashPattern({dashes.line / 2, dashes.gap / 2});
    painter.setPen(pen);
    const double middle = kSampleHeight / 2.0;
    painter.drawLine(QPointF(1, middle), QPointF(kSampleWidth - 1, middle));
    if (withMarker) {
        const QPointF centre(kSampleWidth / 2.0, middle);
        // Hollow for others than the baseline, as in the plot.
        if (role != 0) {
            painter.setCompositionMode(QPainter::CompositionMode_Clear);
            painter.setPen(Qt::NoPen);
            painter.setBrush(Qt::black);
            painter.drawEllipse(centre, 3.5, 3.5);
            painter.setCompositionMode(QPainter::CompositionMode_SourceOver);
        }
        painter.setPen(QPen(color, 1.5));
        painter.setBrush(role == 0 ? QBrush(color) : QBrush(Qt::NoBrush));
        painter.drawEllipse(centre, 2.5, 2.5);
    }
    return pixmap;
}

}  // namespace tandem::ui

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/icons.h"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QSvgRenderer>

namespace tandem::ui {
namespace {

/// SVG elements on a 16 × 16 grid; the group around them sets stroke and fill.
const char* shapesOf(Icon icon)
{
    switch (icon) {
    case Icon::Start:
        return "<path fill='C' d='M4.5 2.8v10.4l8.6-5.2z'/>";
    case Icon::Pause:
        return "<path fill='C' d='M4 3h2.4v10H4zM9.6 3H12v10H9.6z'/>";
    case Icon::Step:
        return "<path fill='C' d='M3.5 3.2v9.6L10.4 8z'/><path d='M12.5 3v10'/>";
    case Icon::Stop:
        return "<rect fill='C' x='3.8' y='3.8' width='8.4' height='8.4' rx='0.8'/>";
    case Icon::Open:
        return "<path d='M1.8 12.8V3.6h4.4l1.5 1.8h6.5v7.4z'/>";
    case Icon::Save:
        return "<path d='M2.6 2.6h8.6l2.2 2.2v8.6H2.6z'/><path d='M5 2.8v3.4h5V2.8M4.8 13.2V9h6.4v4.2'/>";
    case Icon::Undo:
        return "<path d='M3 6.5h6.5a3.4 3.4 0 0 1 0 6.8H6M5.8 3.5L2.8 6.5l3 3'/>";
    case Icon::Redo:
        return "<path d='M13 6.5H6.5a3.4 3.4 0 0 0 0 6.8H10M10.2 3.5l3 3-3 3'/>";
    case Icon::Error:
        return "<circle cx='8' cy='8' r='6.2'/><path d='M5.7 5.7l4.6 4.6M10.3 5.7l-4.6 4.6'/>";
    case Icon::Warning:
        return "<path d='M8 2.2l6.3 11.2H1.7z'/><path d='M8 6.4v3.4M8 11.4v.6'/>";
    case Icon::Info:
        return "<circle cx='8' cy='8' r='6.2'/><path d='M8 7.2v4M8 4.6v.6'/>";
    case Icon::Check:
        return "<circle cx='8' cy='8' r='6.2'/><path d='M5.2 8.3l2 2 3.7-4.3'/>";
    case Icon::Close:
        return "<path d='M4 4l8 8M12 4l-8 8'/>";
    case Icon::Fix:
        return "<path d='M9.8 2.6a3.6 3.6 0 0 0-3.3 5L2.4 11.7l1.9 1.9 4.1-4.1a3.6 3.6 0 0 0 5-3.3l-2.1 2.1-2.2-.5-.5-2.2z'/>";
    case Icon::Fault:
        return "<path d='M9.3 1.8L3.4 9.1h3.9l-.9 5.1 6-7.4H8.4z'/>";
    case Icon::Whole:
        return "<path d='M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10'/>";
    }
    return "";
}

void paintIcon(QPainter& painter, const QRectF& rect, Icon icon, const QColor& color)
{
    QByteArray svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><g fill='none' stroke='C' "
                     "stroke-width='1.4' stroke-linecap='round' stroke-linejoin='round'>";
    svg += shapesOf(icon);
    svg += "</g></svg>";
    svg.replace("'C'", '\'' + color.name().toLatin1() + '\'');
    QSvgRenderer(svg).render(&painter, rect);
}

class LineIconEngine : public QIconEngine {
public:
    explicit LineIconEngine(Icon icon) : m_icon(icon) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
        paintIcon(*painter, rect, m_icon, QGuiApplication::palette().color(group, QPalette::ButtonText));
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }

    QIconEngine* clone() const override { return new LineIconEngine(m_icon); }

private:
    const Icon m_icon;
};

}  // namespace

QIcon lineIcon(Icon icon)
{
    return QIcon(new LineIconEngine(icon));
}

QPixmap iconPixmap(Icon icon, const QColor& color, int size, qreal devicePixelRatio)
{
    QPixmap pixmap(QSize(size, size) * devicePixelRatio);
    pixmap.setDevicePixelRatio(devicePixelRatio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintIcon(painter, QRectF(0, 0, size, size), icon, color);
    return pixmap;
}

}  // namespace tandem::ui

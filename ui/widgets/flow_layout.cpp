// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/flow_layout.h"

#include <QWidget>

#include <algorithm>

namespace tandem::ui {

FlowLayout::FlowLayout(int horizontalGap, int verticalGap, QWidget* parent)
    : QLayout(parent), m_horizontalGap(horizontalGap), m_verticalGap(verticalGap)
{
    setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout()
{
    for (QLayoutItem* item : m_items)
        delete item;
}

void FlowLayout::addItem(QLayoutItem* item)
{
    m_items.push_back(item);
}

int FlowLayout::count() const
{
    return static_cast<int>(m_items.size());
}

QLayoutItem* FlowLayout::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)] : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index)
{
    QLayoutItem* item = itemAt(index);
    if (item)
        m_items.erase(m_items.begin() + index);
    return item;
}

int FlowLayout::heightForWidth(int width) const
{
    return arrange(QRect(0, 0, width, 0), false);
}

QSize FlowLayout::sizeHint() const
{
    int width = 0, height = 0;
    for (const QLayoutItem* item : m_items) {
        if (item->isEmpty())
            continue;
        width += item->sizeHint().width() + (width > 0 ? m_horizontalGap : 0);
        height = std::max(height, item->sizeHint().height());
    }
    return {width, height};
}

QSize FlowLayout::minimumSize() const
{
    QSize size;
    for (const QLayoutItem* item : m_items)
        if (!item->isEmpty())
            size = size.expandedTo(item->minimumSize());
    return size;
}

void FlowLayout::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

int FlowLayout::arrange(const QRect& rect, bool apply) const
{
    struct Placed {
        QLayoutItem* item;
        QRect place;
    };
    std::vector<Placed> line;
    int x = rect.x(), y = rect.y(), lineHeight = 0;
    // Items of one line stand on its middle.
    const auto endLine = [&] {
        if (apply)
            for (const Placed& placed : line)
                placed.item->setGeometry(placed.place.translated(0, (lineHeight - placed.place.height()) / 2));
        line.clear();
    };
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty())
            continue;
        const QSize size
            = item->sizeHint().boundedTo({std::max(rect.width(), item->minimumSize().width()), QWIDGETSIZE_MAX});
        if (x > rect.x() && x + size.width() > rect.right() + 1) {
            endLine();
            x = rect.x();
            y += lineHeight + m_verticalGap;
            lineHeight = 0;
        }
        line.push_back({item, QRect(QPoint(x, y), size)});
        x += size.width() + m_horizontalGap;
        lineHeight = std::max(lineHeight, size.height());
    }
    endLine();
    return y + lineHeight - rect.y();
}

}  // namespace tandem::ui

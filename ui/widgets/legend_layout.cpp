// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/legend_layout.h"

#include <QWidget>

#include <algorithm>

namespace tandem::ui {
namespace {

constexpr int kGap = 6;

}  // namespace

LegendLayout::LegendLayout(QWidget* parent) : QLayout(parent)
{
    setContentsMargins(0, 0, 0, 0);
}

LegendLayout::~LegendLayout()
{
    for (QLayoutItem* item : m_items)
        delete item;
}

void LegendLayout::addItem(QLayoutItem* item)
{
    m_items.push_back(item);
}

int LegendLayout::count() const
{
    return static_cast<int>(m_items.size());
}

QLayoutItem* LegendLayout::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)] : nullptr;
}

QLayoutItem* LegendLayout::takeAt(int index)
{
    QLayoutItem* item = itemAt(index);
    if (item)
        m_items.erase(m_items.begin() + index);
    return item;
}

QSize LegendLayout::headingSize() const
{
    return m_items.empty() ? QSize(0, 0) : m_items.front()->sizeHint();
}

LegendLayout::Grid LegendLayout::gridFor(int width) const
{
    Grid grid;
    grid.lineHeight = headingSize().height();
    for (std::size_t i = 1; i < m_items.size(); ++i) {
        grid.cell = std::max(grid.cell, m_items[i]->sizeHint().width() + kGap);
        grid.lineHeight = std::max(grid.lineHeight, m_items[i]->sizeHint().height());
    }
    const int entries = count() - 1;
    if (entries <= 0)
        return grid;
    const int fitting = std::max((width - headingSize().width()) / std::max(grid.cell, 1), 1);
    grid.columns = fitting >= entries ? entries : fitting >= 2 ? fitting / 2 * 2 : 1;
    grid.lines = (entries + grid.columns - 1) / grid.columns;
    return grid;
}

int LegendLayout::heightForWidth(int width) const
{
    const Grid grid = gridFor(width);
    return grid.lines * grid.lineHeight;
}

QSize LegendLayout::sizeHint() const
{
    const Grid grid = gridFor(QWIDGETSIZE_MAX);
    return {headingSize().width() + grid.columns * grid.cell, grid.lineHeight};
}

QSize LegendLayout::minimumSize() const
{
    const Grid grid = gridFor(0);
    return {headingSize().width() + grid.cell, grid.lineHeight};
}

void LegendLayout::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    if (m_items.empty())
        return;
    const Grid grid = gridFor(rect.width());
    const QSize heading = headingSize();
    m_items.front()->setGeometry(QRect(rect.topLeft(), QSize(heading.width(), grid.lineHeight)));
    for (int i = 1; i < count(); ++i) {
        const int column = (i - 1) % grid.columns, line = (i - 1) / grid.columns;
        const QSize size = itemAt(i)->sizeHint();
        itemAt(i)->setGeometry(QRect(QPoint(rect.x() + heading.width() + kGap + column * grid.cell, rect.y() + line * grid.lineHeight),
                                     QSize(size.width(), grid.lineHeight)));
    }
}

}  // namespace tandem::ui

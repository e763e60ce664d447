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
    int widest = 1, sum = 0;
    for (std::size_t i = 1; i < m_items.size(); ++i) {
        const QSize size = m_items[i]->sizeHint();
        widest = std::max(widest, size.width() + kGap);
        sum += size.width() + kGap;
        grid.lineHeight = std::max(grid.lineHeight, size.height());
    }
    const int entries = count() - 1, room = width - headingSize().width();
    if (entries <= 0 || sum <= room)
        return grid;
    int fitting = std::max(room / widest, 1);
    if (fitting < 2 && width / widest >= 2) {
        fitting = width / widest;
        grid.under = true;
    }
    grid.cell = widest;
    grid.columns = std::min(fitting >= 2 ? fitting / 2 * 2 : 1, std::max((entries - 1) / 2 * 2, 1));
    grid.lines = (entries + grid.columns - 1) / grid.columns;
    return grid;
}

int LegendLayout::heightForWidth(int width) const
{
    const Grid grid = gridFor(width);
    return (grid.lines + (grid.under ? 1 : 0)) * grid.lineHeight;
}

QSize LegendLayout::sizeHint() const
{
    int width = headingSize().width();
    for (std::size_t i = 1; i < m_items.size(); ++i)
        width += m_items[i]->sizeHint().width() + kGap;
    return {width, gridFor(QWIDGETSIZE_MAX).lineHeight};
}

QSize LegendLayout::minimumSize() const
{
    int widest = 0;
    for (std::size_t i = 1; i < m_items.size(); ++i)
        widest = std::max(widest, m_items[i]->sizeHint().width() + kGap);
    return {std::max(headingSize().width(), widest), gridFor(0).lineHeight};
}

void LegendLayout::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    if (m_items.empty())
        return;
    const Grid grid = gridFor(rect.width());
    const QSize heading = headingSize();
    const int left = rect.x() + (grid.under ? 0 : heading.width() + kGap);
    const int top = rect.y() + (grid.under ? grid.lineHeight : 0);
    m_items.front()->setGeometry(QRect(rect.topLeft(), QSize(heading.width(), grid.lineHeight)));
    int along = left;
    for (int i = 1; i < count(); ++i) {
        const int width = itemAt(i)->sizeHint().width();
        const int x = grid.cell > 0 ? left + (i - 1) % grid.columns * grid.cell : along;
        const int line = grid.cell > 0 ? (i - 1) / grid.columns : 0;
        itemAt(i)->setGeometry(QRect(x, top + line * grid.lineHeight, width, grid.lineHeight));
        along += width + kGap;
    }
}

}  // namespace tandem::ui

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/panels/plot_view.h"

#include <algorithm>
#include <cmath>

namespace tandem::ui {
namespace {

constexpr double kSmallestSpan = 5, kFirstSpan = 100, kEdge = 0.02;

/// The next of 100, 200, 500, 1000, …: the axis shall not move at every step.
double roundedUp(double value)
{
    double decade = kFirstSpan;
    while (true) {
        for (const double factor : {1.0, 2.0, 5.0})
            if (value <= factor * decade)
                return factor * decade;
        decade *= 10;
    }
}

}  // namespace

void PlotView::setMode(Mode mode)
{
    if (mode == Mode::Follow && m_mode == Mode::Whole)
        m_from = std::max(0.0, m_to - std::max(kFirstSpan, m_last / 4));
    m_mode = mode;
    arrange();
}

void PlotView::look(double from, double to)
{
    const double end = std::max({m_last, m_total, kFirstSpan});
    const double span = std::clamp(to - from, kSmallestSpan, 2 * end);
    m_from = std::clamp(from, -span / 2, end - span / 4);
    m_to = m_from + span;
    if (m_mode != Mode::Follow || m_to < m_last)
        m_mode = Mode::Fixed;
}

void PlotView::centre(double step)
{
    const double span = std::min(m_to - m_from, kFirstSpan);
    m_mode = Mode::Fixed;
    m_from = std::max(0.0, step - span / 2) - span * kEdge;
    m_to = m_from + span;
}

void PlotView::take(double last, double total, bool live)
{
    m_last = last;
    m_total = total;
    m_live = live;
    arrange();
}

void PlotView::arrange()
{
    if (m_mode == Mode::Fixed)
        return;
    if (m_mode == Mode::Follow) {
        const double span = m_to - m_from;
        m_to = std::max(m_last + span * kEdge, span);
        m_from = m_to - span;
        return;
    }
    double end = m_last;
    if (m_live || m_last <= 0) {
        end = roundedUp(m_last * 1.05);
        if (m_total > 0)
            end = std::min(end, m_total);
    }
    // A little room, so that the first and the last point are not cut by the frame.
    const double room = std::max(end, kSmallestSpan) * kEdge / 2;
    m_from = -room;
    m_to = std::max(end, kSmallestSpan) + room;
}

}  // namespace tandem::ui

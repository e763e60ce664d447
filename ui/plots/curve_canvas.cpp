// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/curve_canvas.h"

#include "ui/plots/curve_points.h"

#include <QLabel>

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tandem::ui {
namespace {

constexpr int kLeftMargin = 58;  // the same in every plot, so that equal steps stand under each other
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

QPen hairline(const QColor& color)
{
    return QPen(color, 0);  // one device pixel whatever the screen's scale; wider noisy lines are slow
}

}  // namespace

void CurvePlot::Canvas::Range::take(double value)
{
    if (std::isnan(value))
        return;
    low = any ? std::min(low, value) : value;
    high = any ? std::max(high, value) : value;
    any = true;
}

CurvePlot::Canvas::Canvas(CurvePlot& owner) : plot(new QCustomPlot(&owner)), hint(new QLabel(&owner))
{
    plot->setPlottingHint(QCP::phFastPolylines, true);
    plot->setNoAntialiasingOnDrag(true);
    plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    plot->axisRect()->setRangeDrag(Qt::Horizontal);
    plot->axisRect()->setRangeZoom(Qt::Horizontal);
    plot->axisRect()->setAutoMargins(QCP::msBottom);
    plot->axisRect()->setMargins(QMargins(kLeftMargin, 8, 12, 0));
    plot->setFocusPolicy(Qt::NoFocus);
    plot->addLayer(QStringLiteral("raw"), plot->layer(QStringLiteral("main")), QCustomPlot::limBelow);

    m_cursorLine = new QCPItemStraightLine(plot);
    m_cursorText = new QCPItemText(plot);
    for (QCPAbstractItem* item : {static_cast<QCPAbstractItem*>(m_cursorLine), static_cast<QCPAbstractItem*>(m_cursorText)}) {
        item->setLayer(QStringLiteral("overlay"));
        item->setVisible(false);
    }
    m_cursorText->position->setTypeX(QCPItemPosition::ptPlotCoords);
    m_cursorText->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    m_cursorText->setPadding(QMargins(5, 2, 5, 2));

    hint->setAlignment(Qt::AlignCenter);
    hint->setWordWrap(true);
    hint->setForegroundRole(QPalette::PlaceholderText);
    hint->setAttribute(Qt::WA_TransparentForMouseEvents);
    applyTheme(owner.palette());
}

void CurvePlot::Canvas::removeGraphs()
{
    m_graphs.clear();
    plot->clearGraphs();
}

void CurvePlot::Canvas::setCurves(std::vector<Curve> list)
{
    removeGraphs();
    curves = std::move(list);
    visible.resize(curves.size(), true);
    for (const Curve& curve : curves)
        addGraphs(curve);
    showFrame();
}

void CurvePlot::Canvas::addGraphs(const Curve& curve)
{
    const QColor color = metricColor(curve.metric, m_theme.dark);
    const auto add = [this](const QString& layer) {
        QCPGraph* graph = plot->addGraph();
        graph->setLayer(layer);
        graph->setAdaptiveSampling(false);  // the points are reduced already
        return graph;
    };
    Graphs graphs;
    if (curve.raw) {
        graphs.raw = add(QStringLiteral("raw"));
        graphs.raw->setPen(hairline(faintColor(color, m_theme.background)));
        graphs.raw->setAntialiased(false);
    }
    graphs.line = add(QStringLiteral("main"));
    graphs.line->setPen(QPen(color, 2, Qt::SolidLine, Qt::FlatCap));
    graphs.line->setAntialiased(true);
    if (curve.markers) {
        graphs.dots = add(QStringLiteral("main"));
        graphs.dots->setLineStyle(QCPGraph::lsNone);
        // Hollow for others than the baseline, so that dots do not depend on dashes to be told apart.
        graphs.dots->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(color, 1.5),
                                                     curve.role == 0 ? QBrush(color) : QBrush(m_theme.background), 6));
    }
    m_graphs.push_back(graphs);
}

void CurvePlot::Canvas::applyTheme(const QPalette& palette)
{
    m_theme = plotTheme(palette);
    plot->setBackground(m_theme.background);
    for (QCPAxis* axis : {plot->xAxis, plot->yAxis}) {
        axis->setBasePen(hairline(m_theme.axis));
        axis->setTickPen(hairline(m_theme.axis));
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLabelColor(m_theme.secondary);
        axis->setLabelColor(m_theme.secondary);
        axis->grid()->setPen(hairline(m_theme.grid));
        axis->grid()->setZeroLinePen(hairline(m_theme.axis));
        axis->setLabelPadding(2);
    }
    m_cursorLine->setPen(hairline(m_theme.secondary));
    m_cursorText->setColor(m_theme.text);
    m_cursorText->setBrush(m_theme.labelBackground);
    m_cursorText->setPen(hairline(m_theme.axis));
    setCurves(std::move(curves));
}

void CurvePlot::Canvas::setLogScale(bool log)
{
    m_log = log;
    plot->yAxis->setScaleType(log ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    plot->yAxis->setTicker(log ? QSharedPointer<QCPAxisTicker>(new QCPAxisTickerLog)
                               : QSharedPointer<QCPAxisTicker>(new QCPAxisTicker));
    plot->yAxis->setNumberFormat(log ? QStringLiteral("eb") : QStringLiteral("gb"));
    plot->yAxis->setNumberPrecision(log ? 0 : 4);
    plot->yAxis->ticker()->setTickCount(4);
}

void CurvePlot::Canvas::setHint(const QString& text)
{
    hint->setText(text);
}

void CurvePlot::Canvas::showFrame()
{
    // Axes without a curve would show figures that mean nothing.
    const bool any = hasValues();
    for (QCPAxis* axis : {plot->xAxis, plot->yAxis})
        axis->setVisible(any);
    hint->setVisible(!any);
}

bool CurvePlot::Canvas::hasValues() const
{
    for (std::size_t i = 0; i < curves.size(); ++i)
        for (const Series* series : {curves[i].raw, curves[i].line})
            if (visible[i] && series && series->extremes(0, series->size()).any)
                return true;
    return false;
}

CurvePlot::Canvas::Points CurvePlot::Canvas::visiblePoints(const Series* series, bool percent) const
{
    if (!series)
        return {};
    const int columns = std::max(plot->axisRect()->width(), 50);
    Points points = reducedPoints(*series, from, to, columns);
    for (QPointF& point : points) {
        if (percent)
            point.setY(point.y() * 100);
        if (m_log && !(point.y() > 0))
            point.setY(kNan);
    }
    return points;
}

CurvePlot::Canvas::Range CurvePlot::Canvas::valueRange(const std::vector<Points>& raws, const std::vector<Points>& lines) const
{
    const auto rangeOf = [](const std::vector<Points>& all) {
        Range range;
        for (const Points& points : all)
            for (const QPointF& point : points)
                range.take(point.y());
        return range;
    };
    Range range = rangeOf(lines);
    const Range raw = rangeOf(raws);
    if (!range.any)
        return raw;
    // A single wild sample may not press the lines flat: it is let run out of the picture.
    const double reach = m_log ? 0 : 1.5 * (range.high - range.low);
    if (raw.any) {
        range.low = std::min(range.low, m_log ? raw.low : std::max(raw.low, range.low - reach));
        range.high = std::max(range.high, m_log ? raw.high : std::min(raw.high, range.high + reach));
    }
    return range;
}

void CurvePlot::Canvas::setValueRange(Range range)
{
    if (!range.any)
        range = {m_log ? 1e-3 : 0, 1, true};
    if (m_log) {
        range.low = std::pow(10, std::floor(std::log10(range.low)));
        range.high = std::pow(10, std::floor(std::log10(range.high)) + 1);
    } else {
        const double span = range.high - range.low;
        const double margin = span > 0 ? 0.06 * span : std::max(std::abs(range.high) * 0.1, 1e-6);
        const bool startsAtZero = range.low >= 0 && range.low < 0.25 * range.high;
        range.low = startsAtZero ? 0 : range.low - margin;
        range.high += margin;
    }
    m_values = range;
    plot->yAxis->setRange(range.low, range.high);
}

CurvePlot::Canvas::Points CurvePlot::Canvas::dashes(const Points& line, std::size_t role) const
{
    const Dashes pattern = dashesOf(role);
    if (pattern.solid())
        return line;
    const double width = std::max(plot->axisRect()->width(), 50), height = std::max(plot->axisRect()->height(), 50);
    const double low = m_log ? std::log10(m_values.low) : m_values.low;
    const double high = m_log ? std::log10(m_values.high) : m_values.high;
    const double xScale = width / (to - from), yScale = height / (high - low);
    Points pixels;
    pixels.reserve(line.size());
    for (const QPointF& point : line)
        pixels.emplace_back((point.x() - from) * xScale, ((m_log ? std::log10(point.y()) : point.y()) - low) * yScale);
    Points cut = dashedLine(pixels, pattern.line, pattern.gap);
    for (QPointF& point : cut) {
        const double value = point.y() / yScale + low;
        point = {point.x() / xScale + from, m_log ? std::pow(10, value) : value};
    }
    return cut;
}

void CurvePlot::Canvas::setData(QCPGraph* graph, const Points& points)
{
    if (!graph)
        return;
    QVector<QCPGraphData> data;
    data.reserve(static_cast<qsizetype>(points.size()));
    for (const QPointF& point : points) {
        data.append(QCPGraphData(point.x() / stepsPerUnit, point.y()));
        drawnPoints += std::isnan(point.y()) ? 0 : 1;
    }
    graph->data()->set(data, true);
}

void CurvePlot::Canvas::redraw()
{
    settingView = true;
    plot->xAxis->setRange(from / stepsPerUnit, to / stepsPerUnit);
    settingView = false;
    plot->xAxis->setLabel(unitName);

    std::vector<Points> raws(curves.size()), lines(curves.size());
    for (std::size_t i = 0; i < curves.size(); ++i)
        if (visible[i]) {
            raws[i] = visiblePoints(curves[i].raw, curves[i].percent);
            lines[i] = visiblePoints(curves[i].line, curves[i].percent);
        }
    setValueRange(valueRange(raws, lines));
    drawnPoints = 0;
    for (std::size_t i = 0; i < curves.size(); ++i) {
        setData(m_graphs[i].raw, raws[i]);
        setData(m_graphs[i].line, dashes(lines[i], curves[i].role));
        setData(m_graphs[i].dots, lines[i]);
    }
    showFrame();
    placeMarkers();
    showCursor();
    plot->replot(QCustomPlot::rpQueuedReplot);
}

void CurvePlot::Canvas::placeMarkers()
{
    for (int i = plot->itemCount() - 1; i >= 0; --i)
        if (plot->item(i) != m_cursorLine && plot->item(i) != m_cursorText)
            plot->removeItem(i);
    if (!hasValues())
        return;
    for (std::size_t i = 0; i < markers.size(); ++i) {
        const double key = markers[i].step / stepsPerUnit;
        auto* line = new QCPItemStraightLine(plot);
        line->point1->setCoords(key, m_values.low);
        line->point2->setCoords(key, m_values.high);
        line->setPen(QPen(m_theme.marker, 0, Qt::DashLine));
        if (markers[i].text.isEmpty())
            continue;
        auto* text = new QCPItemText(plot);
        text->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
        // Words of neighbouring markers stand under each other.
        text->position->setCoords(key, 0.02 + 0.11 * static_cast<double>(i % 4));
        text->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
        text->setPadding(QMargins(4, 1, 4, 1));
        text->setText(markers[i].text);
        text->setColor(m_theme.marker);
        text->setBrush(m_theme.background);
    }
}

void CurvePlot::Canvas::showCursor()
{
    const bool shown = cursor && *cursor >= from && *cursor <= to && !curves.empty();
    m_cursorLine->setVisible(shown);
    m_cursorText->setVisible(shown);
    if (shown) {
        const double key = *cursor / stepsPerUnit;
        m_cursorLine->point1->setCoords(key, m_values.low);
        m_cursorLine->point2->setCoords(key, m_values.high);
        const bool right = *cursor > from + 0.85 * (to - from);
        m_cursorText->setPositionAlignment((right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignBottom);
        m_cursorText->position->setCoords(key, 0.99);
        m_cursorText->setText(stepsPerUnit > 1 ? QString::number(key, 'f', 3) : QString::number(std::floor(key), 'f', 0));
    }
    plot->layer(QStringLiteral("overlay"))->replot();
}

}  // namespace tandem::ui

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/curve_svg.h"

#include "ui/plots/curve_points.h"
#include "ui/plots/record_curves.h"
#include "ui/plots/svg_cleanup.h"

#include <QApplication>
#include <QBuffer>
#include <QCoreApplication>
#include <QSvgGenerator>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tandem::ui {
namespace {

constexpr QSize kSize(900, 340);
constexpr int kRawColumns = 220, kLineColumns = 300;
constexpr std::size_t kMostMarkers = 60;
// Beyond this ratio of the greatest value to the median a linear axis would show nothing but the greatest.
constexpr double kLogRatio = 100;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

QString words(const char* text)
{
    return QCoreApplication::translate("CurveSvg", text);
}

// Everything that is drawn, in the plot's own units.
struct Drawing {
    std::vector<Curve> curves;
    std::vector<StepMarker> markers;
    double lastStep = 1, least = 0, greatest = 1;
    bool any = false, log = false;
    QString yTitle, title;
};

double scaleOf(const Curve& curve)
{
    return curve.percent ? 100.0 : 1.0;
}

void findRange(Drawing& drawing, CurveKind kind)
{
    std::vector<double> values;
    for (const Curve& curve : drawing.curves)
        for (const Series* series : {curve.raw, curve.line}) {
            if (!series || series->size() == 0)
                continue;
            for (const QPointF& point : reducedPoints(*series, 0, drawing.lastStep, kLineColumns))
                if (std::isfinite(point.y()))
                    values.push_back(point.y() * scaleOf(curve));
        }
    drawing.any = !values.empty();
    if (!drawing.any)
        return;
    std::sort(values.begin(), values.end());
    drawing.least = values.front();
    drawing.greatest = values.back();
    const double median = values[values.size() / 2];
    drawing.log = kind == CurveKind::Difference
                  || (kind == CurveKind::Loss && drawing.least > 0 && drawing.greatest > kLogRatio * median);
}

Drawing drawingOf(const ComparisonRecord& record, const RecordCurves& curves, CurveKind kind)
{
    Drawing drawing;
    drawing.lastStep = std::max(1.0, curves.lastStep());
    switch (kind) {
    case CurveKind::Loss:
        drawing.curves = curves.lossCurves();
        drawing.title = words("Training and test loss");
        drawing.yTitle = words("Loss");
        break;
    case CurveKind::Accuracy:
        drawing.curves = curves.accuracyCurves();
        drawing.title = words("Training and test accuracy");
        drawing.yTitle = words("Accuracy, %");
        break;
    case CurveKind::Difference:
        drawing.curves = curves.differenceCurves();
        drawing.title = words("Absolute difference of loss from the baseline");
        drawing.yTitle = words("|Difference of loss|");
        break;
    }
    drawing.markers = curves.partings();
    for (const Finding& finding : record.findings)
        if (finding.step && !finding.foldedUnder)
            drawing.markers.push_back({static_cast<double>(*finding.step), QString::fromStdString(finding.rule)});
    findRange(drawing, kind);
    return drawing;
}

QFont textFont(int pixels)
{
    QFont font(QStringLiteral("DejaVu Sans"));
    font.setPixelSize(pixels);
    return font;
}

void setUpAxes(QCustomPlot& plot, const Drawing& drawing, const PlotTheme& theme)
{
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) {
        axis->setBasePen(QPen(theme.axis, 1));
        axis->setTickPen(QPen(theme.axis, 1));
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLabelColor(theme.secondary);
        axis->setLabelColor(theme.text);
        axis->setTickLabelFont(textFont(11));
        axis->setLabelFont(textFont(12));
        axis->grid()->setPen(QPen(theme.grid, 1));
        axis->grid()->setZeroLinePen(QPen(theme.grid, 1));
    }
    plot.xAxis->setLabel(words("Training step"));
    plot.xAxis->setRange(0, drawing.lastStep * 1.01);
    // Whole steps in plain digits: never 1e+04.
    plot.xAxis->setNumberFormat(QStringLiteral("f"));
    plot.xAxis->setNumberPrecision(0);
    plot.yAxis->setLabel(drawing.yTitle);
    if (drawing.log) {
        plot.yAxis->setScaleType(QCPAxis::stLogarithmic);
        plot.yAxis->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
        plot.yAxis->setNumberFormat(QStringLiteral("g"));
        plot.yAxis->setNumberPrecision(3);
        plot.yAxis->setRange(drawing.least / 1.5, drawing.greatest * 1.5);
    } else {
        const double room = std::max(0.04 * (drawing.greatest - drawing.least), 1e-9);
        const double least = drawing.least >= 0 ? std::max(0.0, drawing.least - room) : drawing.least - room;
        plot.yAxis->setRange(least, drawing.greatest + room);
    }
}

// A legend above the axes, where it covers no curve.
void setUpLegend(QCustomPlot& plot, const Drawing& drawing, const PlotTheme& theme)
{
    auto* legend = new QCPLegend;
    plot.plotLayout()->insertRow(0);
    plot.plotLayout()->addElement(0, 0, legend);
    plot.plotLayout()->setRowStretchFactor(0, 0.001);
    legend->setLayer(QStringLiteral("legend"));
    legend->setFillOrder(QCPLayoutGrid::foColumnsFirst);
    qsizetype longest = 0;
    for (const Curve& curve : drawing.curves)
        longest = std::max(longest, curve.name.size());
    legend->setWrap(longest > 26 ? 2 : 4);
    legend->setBorderPen(Qt::NoPen);
    legend->setBrush(Qt::NoBrush);
    legend->setFont(textFont(12));
    legend->setTextColor(theme.text);
    legend->setIconSize(26, 12);
    legend->setMargins(QMargins(56, 2, 8, 4));
    plot.setAutoAddPlottableToLegend(false);
    plot.legend->setVisible(false);
    plot.legend = legend;
}

void addPoints(QCPGraph& graph, const Series& series, const Curve& curve, const Drawing& drawing, int columns)
{
    QVector<double> steps, values;
    for (const QPointF& point : reducedPoints(series, 0, drawing.lastStep, columns)) {
        steps.push_back(point.x());
        values.push_back(drawing.log && !(point.y() > 0) ? kNan : point.y() * scaleOf(curve));
    }
    graph.setData(steps, values, true);
    graph.setAdaptiveSampling(false);
}

void addCurves(QCustomPlot& plot, const Drawing& drawing, const PlotTheme& theme)
{
    for (const Curve& curve : drawing.curves) {
        if (!curve.raw || curve.raw->size() == 0)
            continue;
        QCPGraph* raw = plot.addGraph();
        raw->setPen(QPen(faintColor(metricColor(curve.metric, theme.dark), theme.background), 0.8));
        addPoints(*raw, *curve.raw, curve, drawing, kRawColumns);
    }
    for (const Curve& curve : drawing.curves) {
        if (!curve.line)
            continue;
        const QColor color = metricColor(curve.metric, theme.dark);
        QCPGraph* line = plot.addGraph();
        QPen pen(color, 2, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
        if (const Dashes dashes = dashesOf(curve.role); !dashes.solid())
            pen.setDashPattern({dashes.line / 2, dashes.gap / 2});
        line->setPen(pen);
        if (curve.markers && curve.line->size() <= kMostMarkers)
            line->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, QPen(color, 1), color, 5));
        line->setName(curve.name);
        line->addToLegend(plot.legend);
        addPoints(*line, *curve.line, curve, drawing, kLineColumns);
    }
}

void addText(QCustomPlot& plot, const QString& text, const QColor& color, QPointF place, bool atStep, Qt::Alignment alignment)
{
    auto* item = new QCPItemText(&plot);
    item->position->setTypeX(atStep ? QCPItemPosition::ptPlotCoords : QCPItemPosition::ptAxisRectRatio);
    item->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    item->position->setCoords(place);
    item->setPositionAlignment(alignment);
    item->setText(text);
    item->setColor(color);
    item->setFont(textFont(11));
    item->setPadding(QMargins(4, 1, 4, 1));
}

void addMarkers(QCustomPlot& plot, const Drawing& drawing, const PlotTheme& theme)
{
    double height = 0.01;
    for (const StepMarker& marker : drawing.markers) {
        auto* line = new QCPItemStraightLine(&plot);
        line->setPen(QPen(theme.marker, 1, Qt::DotLine));
        line->point1->setCoords(marker.step, 1);
        line->point2->setCoords(marker.step, 2);
        const bool right = marker.step > 0.8 * drawing.lastStep;
        addText(plot, QStringLiteral("%1 · %2").arg(marker.text).arg(marker.step, 0, 'f', 0), theme.marker,
                {marker.step, height}, true, Qt::AlignTop | (right ? Qt::AlignRight : Qt::AlignLeft));
        height += 0.08;  // texts of neighbouring steps stand under each other
    }
}

QString describeDrawing(const Drawing& drawing)
{
    QStringList lines;
    for (const Curve& curve : drawing.curves) {
        const Series* series = curve.line && curve.line->size() > 0 ? curve.line : curve.raw;
        if (series && series->size() > 0)
            lines += words("%1: %2 at step %3")
                         .arg(curve.name)
                         .arg(std::isfinite(series->lastValue()) ? QString::number(series->lastValue() * scaleOf(curve), 'g', 4)
                                                                 : words("not a number"))
                         .arg(series->lastStep());
    }
    return words("By training step, 0 to %1. Last values: %2.").arg(drawing.lastStep, 0, 'f', 0).arg(lines.join(QStringLiteral("; ")));
}

QString idOf(CurveKind kind)
{
    return kind == CurveKind::Loss ? QStringLiteral("loss")
           : kind == CurveKind::Accuracy ? QStringLiteral("accuracy")
                                         : QStringLiteral("difference");
}

}  // namespace

PlotTheme exportTheme(bool dark)
{
    const QColor text = dark ? QColor(0xe6, 0xea, 0xef) : QColor(0x1f, 0x23, 0x28);
    const QColor background = dark ? QColor(0x16, 0x1b, 0x22) : QColor(0xff, 0xff, 0xff);
    QPalette palette;
    palette.setColor(QPalette::Base, background);
    palette.setColor(QPalette::Text, text);
    palette.setColor(QPalette::Window, background);
    return plotTheme(palette);
}

QByteArray curvesSvg(const ComparisonRecord& record, CurveKind kind)
{
    if (!qobject_cast<QApplication*>(QCoreApplication::instance()))
        return {};
    RecordCurves curves;
    curves.update(record);
    const Drawing drawing = drawingOf(record, curves, kind);
    if (drawing.curves.empty() || (!drawing.any && kind != CurveKind::Difference))
        return {};

    const PlotTheme theme = exportTheme(false);
    QCustomPlot plot;
    plot.setBackground(QBrush(theme.background));
    plot.setNoAntialiasingOnDrag(false);
    setUpLegend(plot, drawing, theme);
    setUpAxes(plot, drawing, theme);
    addCurves(plot, drawing, theme);
    addMarkers(plot, drawing, theme);
    if (!drawing.any)
        addText(plot, words("No difference at any step that was recorded"), theme.secondary, {0.5, 0.5}, false, Qt::AlignCenter);

    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(kSize);
    generator.setViewBox(QRect(QPoint(0, 0), kSize));
    {
        QCPPainter painter(&generator);
        painter.setMode(QCPPainter::pmVectorized);
        painter.setMode(QCPPainter::pmNoCaching);
        plot.toPainter(&painter, kSize.width(), kSize.height());
    }
    return cleanedSvg(buffer.data(), kSize, idOf(kind), drawing.title, describeDrawing(drawing));
}

}  // namespace tandem::ui

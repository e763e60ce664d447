// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/plots/curve_plot.h"

#include <QPointF>

class QCustomPlot;
class QCPGraph;
class QCPItemStraightLine;
class QCPItemText;
class QLabel;

namespace tandem::ui {

/// The drawing side of a CurvePlot: turns curves into QCustomPlot graphs. Only files of ui/plots include this.
class CurvePlot::Canvas {
public:
    explicit Canvas(CurvePlot& owner);

    void setCurves(std::vector<Curve> curves);
    void applyTheme(const QPalette& palette);
    void setLogScale(bool log);
    void setHint(const QString& hint);
    /// Draws what the view shows of every visible curve.
    void redraw();
    void showCursor();

    QCustomPlot* plot;
    QLabel* hint;
    std::vector<Curve> curves;
    std::vector<bool> visible;
    std::vector<StepMarker> markers;
    double from = 0, to = 100, stepsPerUnit = 1;
    QString unitName;
    std::optional<double> cursor;
    std::size_t drawnPoints = 0;
    bool settingView = false;  ///< tells own range changes from the user's

private:
    struct Graphs {
        QCPGraph *raw = nullptr, *line = nullptr, *dots = nullptr;
    };
    struct Range {
        double low = 0, high = 0;
        bool any = false;
        void take(double value);
    };
    using Points = std::vector<QPointF>;

    bool hasValues() const;
    void showFrame();
    void addGraphs(const Curve& curve);
    void removeGraphs();
    Points visiblePoints(const Series* series, bool percent) const;
    Range valueRange(const std::vector<Points>& raws, const std::vector<Points>& lines) const;
    void setValueRange(Range range);
    Points dashes(const Points& line, std::size_t role) const;
    void setData(QCPGraph* graph, const Points& points);
    void placeMarkers();

    std::vector<Graphs> m_graphs;
    QCPItemStraightLine* m_cursorLine;
    QCPItemText* m_cursorText;
    PlotTheme m_theme;
    bool m_log = false;
    Range m_values;
};

}  // namespace tandem::ui

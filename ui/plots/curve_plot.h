// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/plots/curve.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

namespace tandem::ui {

/// One plot of curves by training step. It draws only what can be seen of the series it is given, at most once per turn
/// of the event loop and only while visible. GUI thread only.
///
/// Drag pans, the wheel zooms, a double click asks for the whole; the arrow keys move the cursor line, + and − zoom, 0
/// and Home ask for the whole. It changes no view itself but asks its owner, so that several plots can share one.
class CurvePlot : public QWidget {
    Q_OBJECT
public:
    explicit CurvePlot(const QString& name, QWidget* parent = nullptr);
    ~CurvePlot() override;

    void setCurves(std::vector<Curve> curves);
    const std::vector<Curve>& curves() const;
    void setCurveVisible(std::size_t curve, bool visible);
    void setMarkers(std::vector<StepMarker> markers);
    /// Shown while no visible curve has anything to draw.
    void setHint(const QString& hint);

    void setLogScale(bool log);
    /// @param stepsPerUnit  1 shows steps, the steps of an epoch show epochs
    void setUnit(double stepsPerUnit, const QString& name);
    /// The visible steps.
    void setView(double from, double to);
    void setCursorStep(std::optional<double> step);

    /// The series have grown.
    void refresh();

    /// Each curve's value at the cursor line, or its newest one; nothing where it has none.
    std::vector<std::optional<double>> values() const;
    /// Points in the last drawing, gaps left out.
    std::size_t drawnPoints() const;
    /// The mean time of the last drawings.
    double drawingMs() const;

    QSize sizeHint() const override { return {640, 220}; }
    QSize minimumSizeHint() const override { return {260, 90}; }

Q_SIGNALS:
    void viewWanted(double from, double to);  ///< the user zoomed or panned
    void wholeWanted();
    void cursorWanted(double step);
    void cursorLeft();

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void schedule();
    void redraw();
    void connectScreen();
    void describeValues();

    class Canvas;
    std::unique_ptr<Canvas> m_canvas;
    bool m_scheduled = false;
    bool m_screenConnected = false;
};

}  // namespace tandem::ui

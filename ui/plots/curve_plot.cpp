// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/curve_plot.h"

#include "ui/plots/curve_canvas.h"
#include "ui/plots/curve_points.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QTimer>
#include <QVBoxLayout>
#include <QWindow>

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tandem::ui {

CurvePlot::CurvePlot(const QString& name, QWidget* parent) : QWidget(parent), m_canvas(std::make_unique<Canvas>(*this))
{
    setAccessibleName(name);
    setFocusPolicy(Qt::StrongFocus);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(2, 2, 2, 2);
    layout->addWidget(m_canvas->plot);
    m_canvas->setLogScale(false);
    m_canvas->plot->installEventFilter(this);

    QCPAxis* axis = m_canvas->plot->xAxis;
    connect(axis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, [this](const QCPRange& range) {
        if (!m_canvas->settingView)
            Q_EMIT viewWanted(range.lower * m_canvas->stepsPerUnit, range.upper * m_canvas->stepsPerUnit);
    });
    connect(m_canvas->plot, &QCustomPlot::mouseDoubleClick, this, &CurvePlot::wholeWanted);
    connect(m_canvas->plot, &QCustomPlot::mousePress, this, [this] { setFocus(Qt::MouseFocusReason); });
    connect(m_canvas->plot, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) {
        const double step = m_canvas->plot->xAxis->pixelToCoord(event->position().x()) * m_canvas->stepsPerUnit;
        Q_EMIT cursorWanted(std::clamp(step, m_canvas->from, m_canvas->to));
    });
}

CurvePlot::~CurvePlot() = default;

void CurvePlot::setCurves(std::vector<Curve> curves)
{
    m_canvas->setCurves(std::move(curves));
    schedule();
}

const std::vector<Curve>& CurvePlot::curves() const
{
    return m_canvas->curves;
}

void CurvePlot::setCurveVisible(std::size_t curve, bool visible)
{
    m_canvas->visible[curve] = visible;
    schedule();
}

void CurvePlot::setMarkers(std::vector<StepMarker> markers)
{
    m_canvas->markers = std::move(markers);
    schedule();
}

void CurvePlot::setHint(const QString& hint)
{
    m_canvas->setHint(hint);
}

void CurvePlot::setLogScale(bool log)
{
    m_canvas->setLogScale(log);
    schedule();
}

void CurvePlot::setUnit(double stepsPerUnit, const QString& name)
{
    m_canvas->stepsPerUnit = std::max(stepsPerUnit, 1.0);
    m_canvas->unitName = name;
    schedule();
}

void CurvePlot::setView(double from, double to)
{
    if (!(from < to) || (m_canvas->from == from && m_canvas->to == to))
        return;
    m_canvas->from = from;
    m_canvas->to = to;
    schedule();
}

void CurvePlot::setCursorStep(std::optional<double> step)
{
    m_canvas->cursor = step;
    if (isVisible())
        m_canvas->showCursor();
    describeValues();
}

void CurvePlot::refresh()
{
    schedule();
}

std::vector<std::optional<double>> CurvePlot::values() const
{
    std::vector<std::optional<double>> values;
    for (const Curve& curve : m_canvas->curves) {
        const double step = m_canvas->cursor.value_or(std::numeric_limits<double>::infinity());
        const Sample sample = curve.line ? sampleAt(*curve.line, step) : Sample();
        values.push_back(sample.any ? std::optional(sample.value) : std::nullopt);
    }
    return values;
}

std::size_t CurvePlot::drawnPoints() const
{
    return m_canvas->drawnPoints;
}

double CurvePlot::drawingMs() const
{
    return m_canvas->plot->replotTime(true);
}

void CurvePlot::schedule()
{
    if (m_scheduled)
        return;
    m_scheduled = true;
    if (isVisible())
        QTimer::singleShot(0, this, &CurvePlot::redraw);
}

void CurvePlot::redraw()
{
    if (!isVisible())
        return;  // showEvent makes up for it
    m_scheduled = false;
    m_canvas->redraw();
    describeValues();
}

void CurvePlot::describeValues()
{
    if (!QAccessible::isActive())
        return;
    QStringList parts;
    const auto list = values();
    for (std::size_t i = 0; i < list.size(); ++i)
        if (list[i])
            parts << QStringLiteral("%1 %2").arg(m_canvas->curves[i].name, QString::number(*list[i], 'g', 4));
    setAccessibleDescription(parts.join(QStringLiteral(", ")));
}

void CurvePlot::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) {
        m_canvas->applyTheme(palette());
        schedule();
    }
    QWidget::changeEvent(event);
}

void CurvePlot::keyPressEvent(QKeyEvent* event)
{
    const double span = m_canvas->to - m_canvas->from;
    const double middle = m_canvas->cursor.value_or(m_canvas->from + span / 2);
    const auto zoom = [&](double factor) {
        Q_EMIT viewWanted(middle - (middle - m_canvas->from) * factor, middle + (m_canvas->to - middle) * factor);
    };
    const auto moveCursor = [&](double direction) {
        const double by = event->modifiers() & Qt::ShiftModifier ? span / 10 : std::max(1.0, std::floor(span / 200));
        Q_EMIT cursorWanted(std::clamp(std::floor(middle + direction * by), m_canvas->from, m_canvas->to));
    };
    switch (event->key()) {
    case Qt::Key_Left:
        return moveCursor(-1);
    case Qt::Key_Right:
        return moveCursor(1);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoom(0.7);
    case Qt::Key_Minus:
        return zoom(1 / 0.7);
    case Qt::Key_0:
    case Qt::Key_Home:
        Q_EMIT wholeWanted();
        return;
    case Qt::Key_Escape:
        Q_EMIT cursorLeft();
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

void CurvePlot::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(hasFocus() ? QPen(palette().color(QPalette::Highlight), 2) : QPen(palette().color(QPalette::Mid), 1));
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void CurvePlot::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_canvas->hint->setGeometry(rect().adjusted(24, 8, -24, -8));
    schedule();
}

void CurvePlot::focusInEvent(QFocusEvent* event)
{
    update();
    QWidget::focusInEvent(event);
}

void CurvePlot::focusOutEvent(QFocusEvent* event)
{
    update();
    QWidget::focusOutEvent(event);
}

void CurvePlot::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_canvas->hint->raise();
    connectScreen();
    m_scheduled = false;
    schedule();
}

void CurvePlot::connectScreen()
{
    // QCustomPlot reads the ratio once, when it is made, and not when the window moves to another screen.
    const auto takeRatio = [this] {
        m_canvas->plot->setBufferDevicePixelRatio(devicePixelRatioF());
        schedule();
    };
    takeRatio();
    if (QWindow* handle = window()->windowHandle(); handle && !m_screenConnected) {
        connect(handle, &QWindow::screenChanged, this, takeRatio);
        m_screenConnected = true;
    }
}

bool CurvePlot::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_canvas->plot && event->type() == QEvent::Leave)
        Q_EMIT cursorLeft();
    return QWidget::eventFilter(watched, event);
}

}  // namespace tandem::ui

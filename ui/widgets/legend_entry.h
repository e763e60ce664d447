// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/plots/curve.h"

#include <QAbstractButton>

namespace tandem::ui {

/// One curve of a legend: a piece of its line, its name and its value at the moment. Clicking it hides the curve.
class LegendEntry : public QAbstractButton {
    Q_OBJECT
public:
    /// @param widestValue  as wide as a value can get, so that nothing moves when values change
    LegendEntry(const Curve& curve, const QString& widestValue, QWidget* parent = nullptr);
    void setValue(const QString& value);
    QString value() const { return m_value; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Metric m_metric;
    const std::size_t m_role;
    const bool m_markers;
    const QString m_widestValue;
    QString m_value;
};

}  // namespace tandem::ui

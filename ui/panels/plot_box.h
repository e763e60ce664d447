// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/plots/curve_plot.h"

#include <QSet>
#include <QWidget>

#include <vector>

class QLabel;

namespace tandem::ui {

class LegendLayout;
class LegendEntry;

/// A plot under its title and legend. Curves that the user has hidden stay hidden when another comparison brings curves
/// of the same names.
class PlotBox : public QWidget {
    Q_OBJECT
public:
    enum class Values { Plain, Percent, Magnitude };

    PlotBox(const QString& title, Values values, QWidget* parent = nullptr);

    CurvePlot& plot() { return *m_plot; }
    const std::vector<LegendEntry*>& legend() const { return m_entries; }
    void setCurves(std::vector<Curve> curves);
    /// The series have grown, or the cursor has moved.
    void refresh();
    void showValues();

    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void hideCurve(std::size_t curve, bool hidden);
    QString valueText(std::optional<double> value) const;

    const Values m_values;
    QLabel* m_title;
    LegendLayout* m_legend;
    CurvePlot* m_plot;
    std::vector<LegendEntry*> m_entries;
    QSet<QString> m_hidden;
};

}  // namespace tandem::ui

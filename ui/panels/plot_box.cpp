// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/panels/plot_box.h"

#include "ui/widgets/legend_entry.h"
#include "ui/widgets/legend_layout.h"

#include <QLabel>
#include <QLocale>
#include <QResizeEvent>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace tandem::ui {

PlotBox::PlotBox(const QString& title, Values values, QWidget* parent)
    : QWidget(parent), m_values(values), m_title(new QLabel(title, this)), m_legend(new LegendLayout),
      m_plot(new CurvePlot(title, this))
{
    QFont bold = m_title->font();
    bold.setWeight(QFont::DemiBold);
    m_title->setFont(bold);
    m_title->setContentsMargins(2, 2, 4, 2);
    m_legend->addWidget(m_title);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 2, 0, 2);
    layout->setSpacing(2);
    layout->addLayout(m_legend);
    layout->addWidget(m_plot, 1);
}

void PlotBox::setCurves(std::vector<Curve> curves)
{
    for (LegendEntry* entry : m_entries) {
        m_legend->removeWidget(entry);
        entry->hide();
        entry->deleteLater();
    }
    m_entries.clear();
    const QString widest = m_values == Values::Percent     ? QStringLiteral("00.00 %")
                           : m_values == Values::Magnitude ? QStringLiteral("0.0e+00")
                                                           : QStringLiteral("0.0000");
    for (std::size_t i = 0; i < curves.size(); ++i) {
        auto* entry = new LegendEntry(curves[i], widest, this);
        connect(entry, &LegendEntry::toggled, this, [this, i](bool shown) { hideCurve(i, !shown); });
        m_legend->addWidget(entry);
        m_entries.push_back(entry);
    }
    m_plot->setCurves(std::move(curves));
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const bool hidden = m_hidden.contains(m_entries[i]->text());
        m_entries[i]->setChecked(!hidden);
        m_plot->setCurveVisible(i, !hidden);
    }
    showValues();
    updateGeometry();
}

QSize PlotBox::minimumSizeHint() const
{
    // A layout by itself leaves out what its lines need at the present width.
    const QMargins margins = layout()->contentsMargins();
    const QSize least = layout()->minimumSize();
    const int lines = m_legend->heightForWidth(std::max(width(), least.width()) - margins.left() - margins.right());
    return {least.width(),
            lines + layout()->spacing() + m_plot->minimumSizeHint().height() + margins.top() + margins.bottom()};
}

void PlotBox::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (event->oldSize().width() != event->size().width())
        updateGeometry();
}

void PlotBox::hideCurve(std::size_t curve, bool hidden)
{
    if (hidden)
        m_hidden.insert(m_entries[curve]->text());
    else
        m_hidden.remove(m_entries[curve]->text());
    m_plot->setCurveVisible(curve, !hidden);
}

void PlotBox::refresh()
{
    m_plot->refresh();
    showValues();
}

void PlotBox::showValues()
{
    const auto values = m_plot->values();
    for (std::size_t i = 0; i < m_entries.size() && i < values.size(); ++i)
        m_entries[i]->setValue(valueText(values[i]));
}

QString PlotBox::valueText(std::optional<double> value) const
{
    if (!value)
        return QStringLiteral("–");
    // A magnitude that is no number has no place on the logarithmic axis: equal values, or no values.
    if (std::isnan(*value))
        return m_values == Values::Magnitude ? QStringLiteral("–") : QStringLiteral("NaN");
    const QLocale locale;
    if (m_values == Values::Percent)
        return tr("%1 %").arg(locale.toString(100 * *value, 'f', 2));
    if (m_values == Values::Magnitude)
        return *value == 0 ? QStringLiteral("0") : locale.toString(*value, 'e', 1);
    return std::abs(*value) < 1e4 ? locale.toString(*value, 'f', 4) : locale.toString(*value, 'e', 2);
}

}  // namespace tandem::ui

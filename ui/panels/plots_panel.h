// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/bridge/session.h"
#include "ui/panels/plot_view.h"
#include "ui/plots/record_curves.h"

#include <QWidget>

#include <optional>

class QAction;
class QComboBox;
class QLabel;
class QSlider;
class QSplitter;

namespace tandem::ui {

class FlowLayout;
class PlotBox;

/// The three plots of a comparison under each other, with one view and one cursor for all.
class PlotsPanel : public QWidget {
    Q_OBJECT
public:
    /// @param session  must outlive the panel
    explicit PlotsPanel(Session& session, QWidget* parent = nullptr);

    /// Brings a step into view and puts the cursor on it.
    void showStep(std::int64_t step);
    /// The commands of the plots for a menu; their buttons are in the panel.
    QList<QAction*> commands() const;
    QByteArray splitterState() const;
    void restoreSplitter(const QByteArray& state);
    void resetSplitter();

    PlotBox& loss() { return *m_loss; }
    PlotBox& accuracy() { return *m_accuracy; }
    PlotBox& difference() { return *m_difference; }

private:
    void makeTools(FlowLayout& tools);
    void clear();
    void takeSamples();
    void takeMarkers();
    void takeHints();
    void takeUnit();
    void applyView();
    void setCursor(std::optional<double> step);
    void setMode(PlotView::Mode mode);
    double totalSteps() const;
    std::vector<PlotBox*> boxes() const { return {m_loss, m_accuracy, m_difference}; }

    Session& m_session;
    RecordCurves m_curves;
    PlotView m_view;
    PlotBox *m_loss, *m_accuracy, *m_difference;
    QSplitter* m_splitter;
    QAction *m_epochs, *m_logLoss, *m_logDifference, *m_follow, *m_whole;
    QComboBox* m_unit;
    QSlider* m_smoothing;
    QLabel* m_smoothingValue;
};

}  // namespace tandem::ui

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/panels/plots_panel.h"

#include "ui/bridge/headline.h"
#include "ui/bridge/text.h"
#include "ui/panels/plot_box.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/icons.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace tandem::ui {
namespace {

QAction* switchAction(QWidget* owner, const QString& text, const QString& tip, bool on = false)
{
    auto* action = new QAction(text, owner);
    action->setCheckable(true);
    action->setChecked(on);
    action->setToolTip(tip);
    return action;
}

QToolButton* buttonFor(QAction* action, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setAccessibleName(action->text());
    return button;
}

}  // namespace

PlotsPanel::PlotsPanel(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_loss(new PlotBox(tr("Loss"), PlotBox::Values::Plain)),
      m_accuracy(new PlotBox(tr("Accuracy"), PlotBox::Values::Percent)),
      m_difference(new PlotBox(tr("Difference of the loss"), PlotBox::Values::Magnitude)),
      m_splitter(new QSplitter(Qt::Vertical)),
      m_epochs(switchAction(this, tr("Count in epochs"), tr("Show epochs on the horizontal axis in place of steps"))),
      m_logLoss(switchAction(this, tr("Log loss"), tr("Logarithmic axis for the loss"))),
      m_logDifference(switchAction(this, tr("Log difference"),
                                   tr("Size of the difference on a logarithmic axis; off: signed difference"), true)),
      m_follow(switchAction(this, tr("Follow"), tr("Keep the newest steps in sight"))),
      m_whole(switchAction(this, tr("Whole"), tr("Show everything (double click or 0 in a plot)"), true)),
      m_unit(new QComboBox(this)), m_smoothing(new QSlider(Qt::Horizontal, this)), m_smoothingValue(new QLabel(this))
{
    m_whole->setIcon(lineIcon(Icon::Whole));
    auto* tools = new FlowLayout(6, 4);
    makeTools(*tools);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(6);
    for (PlotBox* box : boxes()) {
        m_splitter->addWidget(box);
        connect(&box->plot(), &CurvePlot::viewWanted, this, [this](double from, double to) {
            m_view.look(from, to);
            applyView();
        });
        connect(&box->plot(), &CurvePlot::wholeWanted, this, [this] { setMode(PlotView::Mode::Whole); });
        connect(&box->plot(), &CurvePlot::cursorWanted, this, [this](double step) { setCursor(step); });
        connect(&box->plot(), &CurvePlot::cursorLeft, this, [this] { setCursor(std::nullopt); });
    }
    resetSplitter();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 4);
    layout->setSpacing(4);
    layout->addLayout(tools);
    layout->addWidget(m_splitter, 1);

    connect(&session, &Session::recordCleared, this, &PlotsPanel::clear);
    connect(&session, &Session::samplesAppended, this, &PlotsPanel::takeSamples);
    connect(&session, &Session::recordStarted, this, &PlotsPanel::takeSamples);
    connect(&session, &Session::findingsChanged, this, &PlotsPanel::takeMarkers);
    connect(&session, &Session::statesChanged, this, &PlotsPanel::takeUnit);
    connect(&session, &Session::phaseChanged, this, &PlotsPanel::takeSamples);
    m_difference->plot().setLogScale(true);
    takeSamples();
}

void PlotsPanel::makeTools(FlowLayout& tools)
{
    auto* axis = new QLabel(tr("x:"), this);
    m_unit->addItems({tr("step"), tr("epoch")});
    m_unit->setAccessibleName(tr("Unit of the horizontal axis"));
    m_unit->setToolTip(tr("Unit of the horizontal axis"));
    axis->setBuddy(m_unit);
    m_smoothing->setRange(0, 99);
    m_smoothing->setValue(80);
    m_smoothing->setFixedWidth(80);
    m_smoothing->setAccessibleName(tr("Smoothing"));
    m_smoothing->setToolTip(
        tr("Exponential moving average of the training curves; the raw values stay visible as hairlines"));
    m_smoothingValue->setFixedWidth(fontMetrics().horizontalAdvance(QStringLiteral("0.00")) + 4);
    auto* smoothing = new QWidget(this);
    auto* row = new QHBoxLayout(smoothing);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(5);
    row->addWidget(new QLabel(tr("Smoothing"), smoothing));
    row->addWidget(m_smoothing);
    row->addWidget(m_smoothingValue);
    for (QWidget* tool :
         {static_cast<QWidget*>(axis), static_cast<QWidget*>(m_unit), smoothing,
          static_cast<QWidget*>(buttonFor(m_logLoss, this)), static_cast<QWidget*>(buttonFor(m_logDifference, this)),
          static_cast<QWidget*>(buttonFor(m_follow, this)), static_cast<QWidget*>(buttonFor(m_whole, this))})
        tools.addWidget(tool);

    connect(m_unit, &QComboBox::currentIndexChanged, this, [this](int index) { m_epochs->setChecked(index == 1); });
    connect(m_epochs, &QAction::toggled, this, [this](bool on) {
        m_unit->setCurrentIndex(on ? 1 : 0);
        takeUnit();
    });
    const auto showWeight = [this](int value) { m_smoothingValue->setText(locale().toString(value / 100.0, 'f', 2)); };
    showWeight(m_smoothing->value());
    connect(m_smoothing, &QSlider::valueChanged, this, [this, showWeight](int value) {
        showWeight(value);
        m_curves.setSmoothing(value / 100.0);
        takeSamples();
    });
    connect(m_logLoss, &QAction::toggled, this, [this](bool log) { m_loss->plot().setLogScale(log); });
    connect(m_logDifference, &QAction::toggled, this, [this](bool log) {
        m_curves.setLogDifference(log);
        m_difference->plot().setLogScale(log);
        m_difference->setCurves(m_curves.differenceCurves());
    });
    connect(m_follow, &QAction::triggered, this,
            [this](bool on) { setMode(on ? PlotView::Mode::Follow : PlotView::Mode::Fixed); });
    connect(m_whole, &QAction::triggered, this, [this] { setMode(PlotView::Mode::Whole); });
}

void PlotsPanel::clear()
{
    // The curves point into the record, which is another one now.
    m_curves.clear();
    for (PlotBox* box : boxes()) {
        box->setCurves({});
        box->plot().setMarkers({});
    }
    m_view = {};
    setCursor(std::nullopt);
    takeSamples();
}

void PlotsPanel::takeSamples()
{
    if (m_curves.update(m_session.record())) {
        m_loss->setCurves(m_curves.lossCurves());
        m_accuracy->setCurves(m_curves.accuracyCurves());
        m_difference->setCurves(m_curves.differenceCurves());
    }
    for (PlotBox* box : boxes())
        box->refresh();
    takeUnit();
    takeMarkers();
    takeHints();
    m_view.take(m_curves.lastStep(), totalSteps(), m_session.isLive());
    applyView();
}

void PlotsPanel::takeMarkers()
{
    std::vector<StepMarker> findings;
    // The same rule at the same step for another run would stand on the same line.
    const auto told = [&findings](const Finding& finding) {
        return std::any_of(findings.begin(), findings.end(), [&](const StepMarker& marker) {
            return marker.step == static_cast<double>(*finding.step) && marker.text == toQString(finding.rule);
        });
    };
    for (const Finding* finding : causesOf(m_session.record()))
        if (finding->step && finding->severity != Severity::Info && !told(*finding))
            findings.push_back({static_cast<double>(*finding->step), toQString(finding->rule)});
    m_loss->plot().setMarkers(findings);
    // Told once; accuracy curves run where the words would stand.
    for (StepMarker& marker : findings)
        marker.text.clear();
    m_accuracy->plot().setMarkers(findings);
    m_difference->plot().setMarkers(m_curves.partings());
}

void PlotsPanel::takeHints()
{
    switch (m_session.phase()) {
    case Phase::Idle:
        m_loss->plot().setHint(
            tr("Press Start to train every run of this experiment.\n"
               "Their losses are drawn here as they train: solid for the baseline, dashed for the others."));
        m_accuracy->plot().setHint(tr("Accuracy on training batches as lines, on the test split as dots."));
        m_difference->plot().setHint(
            tr("How far each run's loss is from the baseline's at the same step, and where they part."));
        return;
    case Phase::Over:
        for (PlotBox* box : boxes())
            box->plot().setHint(m_session.isBlocked() ? tr("Not trained: see the findings.")
                                                      : tr("Nothing was measured."));
        if (m_curves.lastStep() > 0)
            m_difference->plot().setHint(tr("No difference to draw: the values are equal, or are no numbers."));
        break;
    default:
        for (PlotBox* box : boxes())
            box->plot().setHint(tr("Preparing: loading the data, moving the model, looking at the first batch …"));
    }
    if (const auto steps = m_curves.identicalSteps())
        m_difference->plot().setHint(tr("Identical to the last bit. Steps compared: %1")
                                         .arg(locale().toString(static_cast<qulonglong>(*steps))));
}

void PlotsPanel::takeUnit()
{
    double stepsPerEpoch = 0;
    for (const RunRecord& run : m_session.record().runs)
        if (run.preflight)
            stepsPerEpoch = std::max(stepsPerEpoch, static_cast<double>(run.preflight->stepsPerEpoch));
    const bool epochs = m_epochs->isChecked() && stepsPerEpoch > 0;
    for (PlotBox* box : boxes())
        box->plot().setUnit(epochs ? stepsPerEpoch : 1,
                            box == m_difference ? (epochs ? tr("epoch") : tr("step")) : QString());
}

void PlotsPanel::applyView()
{
    for (PlotBox* box : boxes())
        box->plot().setView(m_view.from(), m_view.to());
    m_follow->setChecked(m_view.mode() == PlotView::Mode::Follow);
    m_whole->setChecked(m_view.mode() == PlotView::Mode::Whole);
}

void PlotsPanel::setMode(PlotView::Mode mode)
{
    m_view.setMode(mode);
    applyView();
}

void PlotsPanel::setCursor(std::optional<double> step)
{
    for (PlotBox* box : boxes()) {
        box->plot().setCursorStep(step);
        box->showValues();
    }
}

void PlotsPanel::showStep(std::int64_t step)
{
    m_view.centre(static_cast<double>(step));
    applyView();
    setCursor(static_cast<double>(step));
    m_loss->plot().setFocus(Qt::OtherFocusReason);
}

double PlotsPanel::totalSteps() const
{
    double total = 0;
    for (const RunRecord& run : m_session.record().runs)
        total = std::max(total, static_cast<double>(run.totalSteps()));
    return total;
}

QList<QAction*> PlotsPanel::commands() const
{
    return {m_whole, m_follow, m_epochs, m_logLoss, m_logDifference};
}

QByteArray PlotsPanel::splitterState() const
{
    return m_splitter->saveState();
}

void PlotsPanel::restoreSplitter(const QByteArray& state)
{
    m_splitter->restoreState(state);
}

void PlotsPanel::resetSplitter()
{
    m_splitter->setSizes({400, 300, 240});
}

}  // namespace tandem::ui

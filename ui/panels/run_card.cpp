// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/panels/run_card.h"

#include "ui/bridge/headline.h"
#include "ui/bridge/text.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/tag.h"
#include "ui/widgets/thin_progress.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace tandem::ui {
namespace {

Tone toneOfState(RunState state)
{
    switch (state) {
    case RunState::Finished:
        return Tone::Good;
    case RunState::Failed:
        return Tone::Bad;
    case RunState::Blocked:
    case RunState::Paused:
        return Tone::Warning;
    case RunState::Preparing:
    case RunState::Ready:
    case RunState::Running:
    case RunState::Evaluating:
        return Tone::Info;
    case RunState::Idle:
    case RunState::Cancelled:
        break;
    }
    return Tone::Neutral;
}

QString shortHash(const std::string& hash)
{
    return toQString(hash.substr(0, 8));
}

}  // namespace

QString clockText(double seconds)
{
    const qint64 whole = std::llround(std::max(seconds, 0.0));
    const qint64 hours = whole / 3600, minutes = whole / 60 % 60;
    const QString tail = QStringLiteral("%1").arg(whole % 60, 2, 10, QLatin1Char('0'));
    if (hours == 0)
        return QStringLiteral("%1:%2").arg(minutes).arg(tail);
    return QStringLiteral("%1:%2:%3").arg(hours).arg(minutes, 2, 10, QLatin1Char('0')).arg(tail);
}

RunCard::RunCard(QWidget* parent)
    : Card(parent), m_name(new QLabel(this)), m_device(secondaryLabel(this)), m_steps(new QLabel(this)),
      m_figures(wrappedLabel(this)), m_weights(monospaceLabel(this)), m_differences(monospaceLabel(this)),
      m_trouble(wrappedLabel(this)), m_baseline(new Tag(this)), m_emulated(new Tag(this)), m_fault(new Tag(this)),
      m_inactive(new Tag(this)), m_state(new Tag(this)), m_worst(new Tag(this)), m_inject(new QToolButton(this)),
      m_progress(new ThinProgress(this))
{
    QFont bold = m_name->font();
    bold.setWeight(QFont::DemiBold);
    m_name->setFont(bold);
    m_name->setTextFormat(Qt::PlainText);
    m_weights->setForegroundRole(QPalette::PlaceholderText);
    m_steps->setForegroundRole(QPalette::PlaceholderText);

    auto* head = new FlowLayout(6, 4);
    for (QWidget* part :
         {static_cast<QWidget*>(m_name), static_cast<QWidget*>(m_baseline), static_cast<QWidget*>(m_emulated),
          static_cast<QWidget*>(m_fault), static_cast<QWidget*>(m_inactive), static_cast<QWidget*>(m_state),
          static_cast<QWidget*>(m_worst)})
        head->addWidget(part);
    m_inject->setIcon(lineIcon(Icon::Fault));
    m_inject->setIconSize({14, 14});
    m_inject->setAutoRaise(true);
    m_inject->setFocusPolicy(Qt::StrongFocus);
    connect(m_inject, &QToolButton::clicked, this, &RunCard::faultsWanted);
    auto* top = new QHBoxLayout;
    top->setSpacing(4);
    top->addLayout(head, 1);
    top->addWidget(m_inject, 0, Qt::AlignTop);
    auto* progress = new QHBoxLayout;
    progress->setSpacing(8);
    progress->addWidget(m_progress, 1, Qt::AlignVCenter);
    progress->addWidget(m_steps);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 9, 10, 9);
    layout->setSpacing(4);
    layout->addLayout(top);
    layout->addWidget(m_device);
    layout->addLayout(progress);
    for (QWidget* line : {m_figures, m_differences, m_weights, m_trouble})
        layout->addWidget(line);
    showPlanned();
}

void RunCard::describe(const RunIdentity& identity)
{
    m_name->setText(identity.name);
    m_device->setText(identity.device);
    m_baseline->display(Tone::Neutral, identity.baseline ? tr("baseline") : QString());
    m_emulated->display(Tone::Warning, identity.emulated ? tr("emulated") : QString());
    m_emulated->setToolTip(tr("Runs on the CPU and behaves like MPS where that matters: for rehearsing, not a Mac"));
    describeFaults(identity);
    m_absence = identity.trouble;
    m_differences->setVisible(!identity.baseline);
    m_differences->setText(identity.differences.isEmpty()
                               ? tr("same settings as the baseline")
                               : QStringLiteral("≠ ") + identity.differences.join(QStringLiteral("\n≠ ")));
    m_differences->setForegroundRole(identity.differences.isEmpty() ? QPalette::PlaceholderText : QPalette::WindowText);
    tell();
}

void RunCard::describeFaults(const RunIdentity& identity)
{
    const auto lines = [](const QStringList& titles) { return QStringLiteral("• ") + titles.join(QStringLiteral("\n• ")); };
    m_fault->display(Tone::Warning, identity.faults.isEmpty() ? QString() : tr("fault injected"));
    m_fault->setToolTip(tr("Injected on purpose:\n%1").arg(lines(identity.faults)));
    m_inactive->display(Tone::Neutral, identity.inactiveFaults.isEmpty() ? QString() : tr("fault inactive"));
    m_inactive->setToolTip(tr("Listed, but inactive, because this is not the device that it acts on:\n%1")
                               .arg(lines(identity.inactiveFaults)));
    m_inject->setToolTip(tr("Inject faults into “%1” …").arg(identity.name));
    m_inject->setAccessibleName(tr("Inject faults into %1").arg(identity.name));
}

void RunCard::showPlanned()
{
    m_stateTone = m_absence.isEmpty() ? Tone::Neutral : Tone::Warning;
    m_state->display(Tone::Neutral, {});
    showWorst(std::nullopt);
    m_progress->hide();
    m_steps->hide();
    m_figures->hide();
    m_weights->hide();
    m_trouble->setVisible(!m_absence.isEmpty());
    m_trouble->setText(m_absence);
    tell();
}

void RunCard::showProgress(const RunRecord& run, const RunSpeed& speed)
{
    showState(run);
    const QLocale locale;
    const auto total = static_cast<int>(std::max<std::int64_t>(run.totalSteps(), 1));
    m_progress->setRange(0, total);
    m_progress->setValue(static_cast<int>(std::min<std::int64_t>(run.stepsDone(), total)));
    m_progress->setTone(run.state == RunState::Failed     ? Tone::Bad
                        : run.state == RunState::Finished ? Tone::Good
                                                          : Tone::Info);
    m_progress->show();
    m_steps->setText(run.totalSteps() == 0 ? tr("before the first step")
                                           : tr("step %1/%2")
                                                 .arg(locale.toString(static_cast<qlonglong>(run.stepsDone())),
                                                      locale.toString(static_cast<qlonglong>(run.totalSteps()))));
    m_steps->show();

    QStringList figures;
    if (!run.evaluations.empty()) {
        const EvaluationFacts& last = run.evaluations.back();
        const QString accuracy = locale.toString(100 * last.accuracy, 'f', 2);
        figures << (last.whole ? tr("test accuracy %1 %").arg(accuracy)
                               : tr("test accuracy %1 % (part)").arg(accuracy));
    }
    if (const auto rate = speed.imagesPerSecond(run))
        figures << tr("%1 images/s")
                       .replace(QLatin1Char('/'), QStringLiteral("/\u2060"))
                       .arg(locale.toString(*rate, 'f', 0));
    if (const auto left = speed.secondsLeft(run))
        figures << tr("%1 left").arg(clockText(*left));
    // A figure stays in one piece where the line breaks.
    for (QString& figure : figures)
        figure.replace(QLatin1Char(' '), QChar::Nbsp);
    m_figures->setText(figures.join(QStringLiteral(" · ")));
    m_figures->setVisible(!figures.isEmpty());
    showWeights(run);
    m_trouble->setText(run.end ? toQString(run.end->error) : QString());
    m_trouble->setVisible(!m_trouble->text().isEmpty());
    tell();
}

void RunCard::showState(const RunRecord& run)
{
    m_stateTone = toneOfState(run.state);
    m_state->display(m_stateTone, run.state == RunState::Idle ? QString() : wordOf(run.state));
    takeTone();
}

void RunCard::showWorst(std::optional<Severity> worst)
{
    m_worstTone = worst ? toneOf(*worst) : Tone::Neutral;
    m_worst->display(m_worstTone, !worst || *worst == Severity::Info ? QString()
                                  : *worst == Severity::Error        ? tr("error found")
                                                                     : tr("warning"));
    takeTone();
}

void RunCard::takeTone()
{
    // A run that ended well is not in order if something was found about it.
    const bool found = m_worstTone == Tone::Bad || m_worstTone == Tone::Warning;
    setTone(found ? m_worstTone : m_stateTone);
}

void RunCard::showWeights(const RunRecord& run)
{
    const std::string start = run.preflight ? run.preflight->weightsHash : std::string();
    const std::string end = run.end ? run.end->weightsHash : std::string();
    m_weights->setVisible(!start.empty());
    m_weights->setText(end.empty() || end == start ? tr("weights %1").arg(shortHash(start))
                                                   : tr("weights %1 → %2").arg(shortHash(start), shortHash(end)));
    m_weights->setToolTip(
        tr("Fingerprint of the weights at the start: %1").arg(toQString(start))
        + (end.empty() ? QString() : QLatin1Char('\n') + tr("and at the end: %1").arg(toQString(end))));
}

void RunCard::tell()
{
    setAccessibleName(
        tr("Run %1, %2").arg(m_name->text(), m_state->text().isEmpty() ? m_device->text() : m_state->text()));
    setAccessibleDescription(
        QStringList{m_device->text(), m_fault->text(), m_inactive->text(), m_steps->text(), m_figures->text(), m_trouble->text()}.join(QLatin1Char('\n')));
}

}  // namespace tandem::ui

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/panels/finding_card.h"

#include "core/rules/rule.h"
#include "ui/bridge/fault_words.h"
#include "ui/bridge/fix_preview.h"
#include "ui/bridge/headline.h"
#include "ui/bridge/text.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/labels.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace tandem::ui {
namespace {

QToolButton* quietButton(QWidget* parent, const QString& text, const QString& tip)
{
    auto* button = new QToolButton(parent);
    button->setText(text);
    button->setToolTip(tip);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setAccessibleName(text);
    return button;
}

}  // namespace

FindingCard::FindingCard(QWidget* parent)
    : Card(parent), m_sign(new ToneSign(this)), m_title(titleLabel(this)), m_where(secondaryLabel(this)),
      m_evidence(monospaceLabel(this)), m_cause(wrappedLabel(this)), m_advice(wrappedLabel(this)),
      m_preview(monospaceLabel(this)), m_about(secondaryLabel(this)), m_fix(new QPushButton(this)),
      m_show(quietButton(this, tr("Show"), tr("Go to the place that this is about"))),
      m_aboutButton(quietButton(this, tr("About"), tr("What the rule measures and when it fires"))),
      m_copy(quietButton(this, tr("Copy"), tr("Copy this finding as text")))
{
    setFocusPolicy(Qt::StrongFocus);
    m_fix->setIcon(lineIcon(Icon::Fix));
    m_aboutButton->setCheckable(true);
    m_about->hide();
    makeLayout();

    connect(m_fix, &QPushButton::clicked, this, [this] {
        if (m_finding.fix)
            Q_EMIT fixWanted(*m_finding.fix);
    });
    connect(m_show, &QToolButton::clicked, this, [this] {
        if (m_finding.step)
            Q_EMIT stepWanted(*m_finding.step);
        else if (m_finding.fix)
            Q_EMIT settingWanted(settingOf(*m_finding.fix));
    });
    connect(m_aboutButton, &QToolButton::toggled, this, &FindingCard::toggleAbout);
    connect(m_copy, &QToolButton::clicked, this, [this] { QApplication::clipboard()->setText(text()); });
}

void FindingCard::makeLayout()
{
    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(m_sign, 0, Qt::AlignTop);
    head->addWidget(m_title, 1);
    auto* buttons = new FlowLayout(6, 4);
    for (QToolButton* button : {m_show, m_aboutButton, m_copy})
        buttons->addWidget(button);

    auto* body = new QVBoxLayout;
    body->setContentsMargins(24, 0, 0, 0);
    body->setSpacing(7);
    for (QWidget* part : {m_where, m_evidence, m_cause, m_advice, m_preview})
        body->addWidget(part);
    body->addWidget(m_fix, 0, Qt::AlignLeft);
    body->addLayout(buttons);
    body->addWidget(m_about);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 10, 12, 10);
    layout->setSpacing(5);
    layout->addLayout(head);
    layout->addLayout(body);
}

void FindingCard::display(const Finding& finding, const ComparisonRecord& record)
{
    m_finding = finding;
    const Tone tone = toneOf(finding.severity);
    setTone(tone);
    m_sign->setTone(tone);
    m_title->setText(toQString(finding.title));

    const QString word = finding.severity == Severity::Error     ? tr("error")
                         : finding.severity == Severity::Warning ? tr("warning")
                                                                 : tr("note");
    QStringList runs;
    for (const std::int64_t run : finding.runs)
        if (run >= 0 && static_cast<std::size_t>(run) < record.runs.size())
            runs << markedRun(record, static_cast<std::size_t>(run));
    m_place = tr("%1 · %2 · %3 · %4")
                  .arg(word, toQString(finding.rule), runs.join(QStringLiteral(", ")),
                       finding.step ? tr("step %1").arg(QLocale().toString(static_cast<qlonglong>(*finding.step)))
                                    : tr("before the first step"));
    m_where->setText(m_place);
    showLines(m_evidence, finding.evidence);
    m_evidence->setVisible(!finding.evidence.empty());
    showText(m_cause, tr("Why it matters:"), toQString(finding.cause));
    m_cause->setVisible(!finding.cause.empty());
    showText(m_advice, tr("What to do:"), toQString(finding.advice) + QLatin1Char('.'));
    m_advice->setVisible(!finding.advice.empty());
    m_show->setVisible(finding.step.has_value() || finding.fix.has_value());
    m_aboutButton->setVisible(findRule(finding.rule) != nullptr);
    m_fix->setVisible(finding.fix.has_value());
    m_preview->setVisible(finding.fix.has_value());
    setAccessibleName(tr("%1: %2").arg(word, m_title->text()));
    setAccessibleDescription(text());
}

void FindingCard::previewFix(const ExperimentFile& file)
{
    if (!m_finding.fix)
        return;
    const QStringList changes = previewOf(*m_finding.fix, file);
    const bool open = !changes.isEmpty();
    const QString label = toQString(m_finding.fix->label);
    m_fix->setText(open ? tr("Fix: %1").arg(label) : tr("Fixed: %1").arg(label));
    m_fix->setIcon(lineIcon(open ? Icon::Fix : Icon::Check));
    m_fix->setEnabled(open);
    m_fix->setToolTip(
        open ? tr("Changes the experiment, not your data; can be undone:\n%1").arg(changes.join(QLatin1Char('\n')))
             : tr("The experiment has this change already. Start again to see its effect."));
    m_fix->setAccessibleName(m_fix->text());
    m_preview->setText(changes.join(QLatin1Char('\n')));
    m_preview->setVisible(open);
}

void FindingCard::toggleAbout(bool shown)
{
    const RuleInfo* rule = findRule(m_finding.rule);
    if (rule)
        m_about->setText(tr("%1 (%2)\nMeasures: %3.\nFires on: %4.\nPublic cases behind it: %5.")
                             .arg(toQString(rule->title),
                                  toQString(wordList(rule->stage)[static_cast<std::size_t>(rule->stage)]),
                                  toQString(rule->measures), toQString(rule->threshold), toQString(rule->cases)));
    m_about->setVisible(shown && rule);
}

QString FindingCard::text() const
{
    QStringList parts{m_title->text(), m_place};
    for (const std::string& line : m_finding.evidence)
        parts << QStringLiteral("  ") + toQString(line);
    if (!m_finding.cause.empty())
        parts << tr("Why it matters: %1").arg(toQString(m_finding.cause));
    if (!m_finding.advice.empty())
        parts << tr("What to do: %1.").arg(toQString(m_finding.advice));
    return parts.join(QLatin1Char('\n'));
}

void FindingCard::paintEvent(QPaintEvent* event)
{
    Card::paintEvent(event);
    if (!hasFocus())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 5, 5);
}

void FindingCard::focusInEvent(QFocusEvent* event)
{
    update();
    Card::focusInEvent(event);
}

void FindingCard::focusOutEvent(QFocusEvent* event)
{
    update();
    Card::focusOutEvent(event);
}

}  // namespace tandem::ui

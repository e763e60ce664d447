// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/panels/verdict_card.h"

#include "ui/bridge/text.h"
#include "ui/widgets/fold.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/tag.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace tandem::ui {

VerdictCard::VerdictCard(QWidget* parent)
    : Card(parent), m_sign(new ToneSign(this)), m_title(titleLabel(this)), m_summary(wrappedLabel(this)),
      m_faults(wrappedLabel(this)),
      m_evidence(monospaceLabel(this)), m_injected(new Tag(this)), m_fold(new Fold(this)), m_matrix(new QToolButton(this))
{
    QFont large = m_title->font();
    large.setPointSizeF(large.pointSizeF() * 1.15);
    m_title->setFont(large);
    m_fold->setTitle(tr("Evidence"));
    m_fold->content()->addWidget(m_evidence);
    m_matrix->setText(tr("Trained on × evaluated on …"));
    m_matrix->setAccessibleName(m_matrix->text());
    m_matrix->setToolTip(tr("Each run's weights measured on every device"));
    m_matrix->setFocusPolicy(Qt::StrongFocus);
    connect(m_matrix, &QToolButton::clicked, this, &VerdictCard::matrixWanted);

    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(m_sign, 0, Qt::AlignVCenter);
    head->addWidget(m_title, 1);
    head->addWidget(m_injected, 0, Qt::AlignVCenter);
    auto* body = new QVBoxLayout;
    body->setContentsMargins(24, 0, 0, 0);
    body->setSpacing(6);
    body->addWidget(m_summary);
    body->addWidget(m_faults);
    body->addWidget(m_fold);
    body->addWidget(m_matrix, 0, Qt::AlignLeft);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 10, 12, 10);
    layout->setSpacing(5);
    layout->addLayout(head);
    layout->addLayout(body);
}

void VerdictCard::display(const Headline& headline, const Verdict& verdict, const QStringList& faults,
                          bool injected, bool toldBelow, bool hasMatrix)
{
    setTone(headline.tone == Tone::Neutral ? Tone::Info : headline.tone);
    m_sign->setTone(headline.tone);
    m_title->setText(tr("Verdict: %1").arg(wordOf(verdict.kind)));
    m_summary->setText(toQString(verdict.summary));
    m_injected->display(Tone::Warning, injected ? tr("fault injected") : QString());
    m_injected->setToolTip(faults.join(QLatin1Char('\n')));
    m_faults->setVisible(!faults.isEmpty());
    m_faults->setText(faults.join(QLatin1Char('\n')));
    showLines(m_evidence, verdict.evidence);
    m_fold->setVisible(!verdict.evidence.empty());
    // The user's choice stays while the verdict is the same.
    if (m_shown != m_evidence->text())
        m_fold->setOpen(!toldBelow);
    m_shown = m_evidence->text();
    m_matrix->setVisible(hasMatrix);
    setAccessibleName(m_title->text());
    QStringList told{m_summary->text()};
    told << faults;
    for (const std::string& line : verdict.evidence)
        told << toQString(line);
    setAccessibleDescription(told.join(QLatin1Char('\n')));
}

QString wordOf(VerdictKind kind)
{
    switch (kind) {
    case VerdictKind::Agree:
        return QCoreApplication::translate("Verdict", "agree");
    case VerdictKind::SetupDiffers:
        return QCoreApplication::translate("Verdict", "setup differs");
    case VerdictKind::ApiMisuse:
        return QCoreApplication::translate("Verdict", "code misuses an API");
    case VerdictKind::BackendSuspect:
        return QCoreApplication::translate("Verdict", "backend suspect");
    case VerdictKind::RoundingOnly:
        return QCoreApplication::translate("Verdict", "rounding only");
    case VerdictKind::Undecided:
        break;
    }
    return QCoreApplication::translate("Verdict", "undecided");
}

}  // namespace tandem::ui

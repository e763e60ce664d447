// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/panels/findings_panel.h"

#include "core/rules/rule.h"
#include "ui/bridge/headline.h"
#include "ui/bridge/fault_words.h"
#include "ui/bridge/text.h"
#include "ui/panels/finding_card.h"
#include "ui/panels/verdict_card.h"
#include "ui/widgets/fold.h"
#include "ui/widgets/labels.h"

#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace tandem::ui {
namespace {

constexpr std::size_t kShownFirst = 3;  // more at once would hide the likeliest one

}  // namespace

FindingsPanel::FindingsPanel(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_scroll(new QScrollArea(this)), m_verdict(new VerdictCard),
      m_guide(wrappedLabel(nullptr)), m_looksForTitle(secondaryLabel(nullptr)), m_looksFor(secondaryLabel(nullptr)),
      m_causes(new QVBoxLayout), m_more(new Fold), m_folded(new Fold)
{
    auto* inside = new QWidget;
    auto* list = new QVBoxLayout(inside);
    list->setContentsMargins(8, 8, 8, 8);
    list->setSpacing(8);
    m_causes->setSpacing(8);
    list->addWidget(m_verdict);
    list->addWidget(m_guide);
    list->addLayout(m_causes);
    list->addWidget(m_more);
    list->addWidget(m_folded);
    list->addWidget(m_looksForTitle);
    list->addWidget(m_looksFor);
    list->addStretch();
    m_scroll->setWidget(inside);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setAccessibleName(tr("Findings"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_scroll);

    m_looksForTitle->setText(tr("What is being looked for:"));
    std::vector<std::string> rules;
    for (const Rule& rule : allRules())
        rules.push_back(std::string(rule.info.title) + " ("
                        + wordList(rule.info.stage)[static_cast<std::size_t>(rule.info.stage)] + ")");
    showLines(m_looksFor, rules);

    connect(m_verdict, &VerdictCard::matrixWanted, this, &FindingsPanel::matrixWanted);
    connect(&session, &Session::recordCleared, this, &FindingsPanel::takeFindings);
    connect(&session, &Session::findingsChanged, this, &FindingsPanel::takeFindings);
    connect(&session, &Session::matrixChanged, this, &FindingsPanel::takeVerdict);
    connect(&session, &Session::phaseChanged, this, &FindingsPanel::takeVerdict);
    connect(&session, &Session::phaseChanged, this, &FindingsPanel::takeGuide);
    connect(&session.document(), &Document::contentChanged, this, &FindingsPanel::takeFixes);
    takeFindings();
}

FindingCard* FindingsPanel::cardFor(const Finding& finding, std::vector<FindingCard*>& known)
{
    const auto same = std::find_if(known.begin(), known.end(), [&](const FindingCard* card) {
        return card->finding().rule == finding.rule && card->finding().runs == finding.runs;
    });
    FindingCard* card = nullptr;
    if (same != known.end()) {
        card = *same;
        known.erase(same);
    } else {
        card = new FindingCard;
        connect(card, &FindingCard::fixWanted, this, &FindingsPanel::fixWanted);
        connect(card, &FindingCard::stepWanted, this, &FindingsPanel::stepWanted);
        connect(card, &FindingCard::settingWanted, this, &FindingsPanel::settingWanted);
    }
    card->display(finding, m_session.record());
    card->previewFix(m_session.document().file());
    return card;
}

void FindingsPanel::place(FindingCard* card, QVBoxLayout* into)
{
    into->removeWidget(card);
    into->addWidget(card);
    card->show();
}

void FindingsPanel::takeFindings()
{
    std::vector<FindingCard*> known;
    known.swap(m_cards);
    const std::vector<const Finding*> causes = causesOf(m_session.record()), followers = foldedOf(m_session.record());
    for (std::size_t i = 0; i < causes.size(); ++i) {
        m_cards.push_back(cardFor(*causes[i], known));
        place(m_cards.back(), i < kShownFirst ? m_causes : m_more->content());
    }
    for (const Finding* finding : followers) {
        m_cards.push_back(cardFor(*finding, known));
        place(m_cards.back(), m_folded->content());
    }
    for (FindingCard* gone : known) {
        gone->hide();
        gone->deleteLater();
    }
    const int further = static_cast<int>(causes.size() > kShownFirst ? causes.size() - kShownFirst : 0);
    m_more->setTitle(further == 1 ? tr("1 further finding") : tr("%1 further findings").arg(further));
    m_more->setVisible(further > 0);
    m_folded->setTitle(followers.size() == 1 ? tr("1 symptom explained by the above")
                                             : tr("%1 symptoms explained by the above").arg(followers.size()));
    m_folded->setVisible(!followers.empty());
    takeVerdict();
    takeGuide();
}

void FindingsPanel::takeFixes()
{
    for (FindingCard* card : m_cards)
        card->previewFix(m_session.document().file());
}

void FindingsPanel::takeVerdict()
{
    const ComparisonRecord& record = m_session.record();
    m_verdict->setVisible(record.verdict.has_value());
    if (!record.verdict)
        return;
    const std::vector<const Finding*> causes = causesOf(record);
    const bool toldBelow = std::any_of(causes.begin(), causes.end(), [&](const Finding* finding) {
        return finding->title == record.verdict->summary;
    });
    m_verdict->display(headlineOf(m_session), *record.verdict, faultLines(record), hasActiveFaults(record), toldBelow,
                       !record.matrix.empty());
}

void FindingsPanel::takeGuide()
{
    const bool idle = m_session.phase() == Phase::Idle;
    const bool nothing = m_cards.empty();
    m_guide->setVisible(nothing);
    if (idle)
        m_guide->setText(tr("Nothing has been compared yet.\n\nStart trains every run from the same weights, on the "
                            "same batches in the "
                            "same order. What goes wrong appears here as a card: what it is and where, the numbers "
                            "that show it, why it "
                            "matters, and a button that fixes the experiment where that can be done."));
    else if (m_session.isLive())
        m_guide->setText(tr("Nothing found so far."));
    else
        m_guide->setText(m_session.error() ? toQString(*m_session.error()) : tr("No rule has found anything."));

    m_looksFor->setVisible(nothing);
    m_looksForTitle->setVisible(nothing);
}

void FindingsPanel::walk(int by)
{
    if (m_cards.empty())
        return;
    const auto count = static_cast<int>(m_cards.size());
    int at = by > 0 ? -1 : count;
    for (int i = 0; i < count; ++i)
        if (m_cards[static_cast<std::size_t>(i)]->hasFocus()
            || m_cards[static_cast<std::size_t>(i)]->isAncestorOf(focusWidget()))
            at = i;
    FindingCard* card = m_cards[static_cast<std::size_t>(((at + by) % count + count) % count)];
    if (m_more->isAncestorOf(card))
        m_more->setOpen(true);
    if (m_folded->isAncestorOf(card))
        m_folded->setOpen(true);
    card->setFocus(Qt::ShortcutFocusReason);
    m_scroll->ensureWidgetVisible(card);
}

void FindingsPanel::showFirst()
{
    m_scroll->ensureVisible(0, 0);
    if (!m_cards.empty())
        m_cards.front()->setFocus(Qt::OtherFocusReason);
}

}  // namespace tandem::ui

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/bridge/session.h"

#include <QWidget>

#include <vector>

class QLabel;
class QScrollArea;
class QVBoxLayout;

namespace tandem::ui {

class FindingCard;
class Fold;
class VerdictCard;

/// The verdict, then a card per finding: the likeliest causes first, what they explain folded under them. While there
/// is nothing yet it says what is being looked for.
class FindingsPanel : public QWidget {
    Q_OBJECT
public:
    /// @param session  must outlive the panel
    explicit FindingsPanel(Session& session, QWidget* parent = nullptr);

    /// The cards in the order in which they stand, folded ones last.
    const std::vector<FindingCard*>& cards() const { return m_cards; }
    /// Moves the focus to the next or previous card.
    void walk(int by);
    /// Brings the first card, or the verdict, into sight.
    void showFirst();

Q_SIGNALS:
    void fixWanted(const tandem::Fix& fix);
    void stepWanted(std::int64_t step);
    void settingWanted(const std::string& path);
    void matrixWanted();

private:
    void takeFindings();
    void takeFixes();
    void takeVerdict();
    void takeGuide();
    FindingCard* cardFor(const Finding& finding, std::vector<FindingCard*>& known);
    void place(FindingCard* card, QVBoxLayout* into);

    Session& m_session;
    QScrollArea* m_scroll;
    VerdictCard* m_verdict;
    QLabel *m_guide, *m_looksForTitle, *m_looksFor;
    QVBoxLayout* m_causes;
    Fold *m_more, *m_folded;
    std::vector<FindingCard*> m_cards;
};

}  // namespace tandem::ui

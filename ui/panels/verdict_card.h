// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/bridge/headline.h"
#include "ui/widgets/card.h"

class QLabel;
class QToolButton;

namespace tandem::ui {

class Fold;
class Tag;
class ToneSign;

/// The answer of a finished comparison with the evidence for it.
class VerdictCard : public Card {
    Q_OBJECT
public:
    explicit VerdictCard(QWidget* parent = nullptr);

    /// @param faults  what was injected on purpose or is inactive, a line each
    /// @param injected  at least one of them acts
    /// @param toldBelow  a finding shown under this card tells the same: its evidence is folded away here
    void display(const Headline& headline, const Verdict& verdict, const QStringList& faults, bool injected,
                 bool toldBelow, bool hasMatrix);

Q_SIGNALS:
    void matrixWanted();

private:
    ToneSign* m_sign;
    QLabel *m_title, *m_summary, *m_faults, *m_evidence;
    Tag* m_injected;
    Fold* m_fold;
    QToolButton* m_matrix;
    QString m_shown;
};

/// The verdict in two or three words.
QString wordOf(VerdictKind kind);

}  // namespace tandem::ui

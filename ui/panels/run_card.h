// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/facts/finding.h"
#include "ui/bridge/run_speed.h"
#include "ui/widgets/card.h"

#include <QString>
#include <QStringList>

#include <optional>

class QLabel;
class QToolButton;

namespace tandem::ui {

class Tag;
class ThinProgress;

/// What a card says of a run whether it has started or not.
struct RunIdentity {
    QString name, device;
    bool baseline = false, emulated = false;
    QString trouble;  ///< why the device is not there; empty if it is
    QStringList faults, inactiveFaults;  ///< titles of what is injected, and of what does not act on this device
    QStringList differences;  ///< settings other than the baseline's, one a line
};

/// One run: who it is, what differs from the baseline, how far it is, what came out.
class RunCard : public Card {
    Q_OBJECT
public:
    explicit RunCard(QWidget* parent = nullptr);

    void describe(const RunIdentity& identity);
    /// Before the first start.
    void showPlanned();
    void showProgress(const RunRecord& run, const RunSpeed& speed);
    /// The worst thing found about this run; nothing if it is in order.
    void showWorst(std::optional<Severity> worst);

Q_SIGNALS:
    void faultsWanted();

private:
    void describeFaults(const RunIdentity& identity);
    void showState(const RunRecord& run);
    void showWeights(const RunRecord& run);
    void takeTone();
    void tell();

    QLabel *m_name, *m_device, *m_steps, *m_figures, *m_weights, *m_differences, *m_trouble;
    Tag *m_baseline, *m_emulated, *m_fault, *m_inactive, *m_state, *m_worst;
    QToolButton* m_inject;
    ThinProgress* m_progress;
    QString m_absence;
    Tone m_stateTone = Tone::Neutral, m_worstTone = Tone::Neutral;
};

/// "0:41", "12:05", "1:02:07"
QString clockText(double seconds);

}  // namespace tandem::ui

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/bridge/device_catalog.h"
#include "ui/bridge/session.h"
#include "ui/panels/run_card.h"

#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace tandem::ui {

/// A card per run: of the open experiment before the first start, of the comparison from then on.
class RunsPanel : public QWidget {
    Q_OBJECT
public:
    /// @param session, devices  must outlive the panel
    RunsPanel(Session& session, DeviceCatalog& devices, QWidget* parent = nullptr);

    const RunSpeed& speed(std::size_t run) const { return m_speeds[run]; }
    const std::vector<RunCard*>& cards() const { return m_cards; }

Q_SIGNALS:
    /// The faults of a run of the document are to be chosen.
    void faultsWanted(std::size_t run);

private:
    void takeRuns();
    void takeProgress();
    void takeFindings();
    std::vector<RunIdentity> plannedRuns() const;
    std::vector<RunIdentity> recordedRuns() const;
    void makeCards(std::size_t count);
    void wantFaults(const RunCard* card);
    bool showsRecord() const;

    Session& m_session;
    DeviceCatalog& m_devices;
    QVBoxLayout* m_list;
    std::vector<RunCard*> m_cards;
    std::vector<RunSpeed> m_speeds;
};

}  // namespace tandem::ui

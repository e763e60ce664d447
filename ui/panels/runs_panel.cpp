// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/panels/runs_panel.h"

#include "ui/bridge/fault_edit.h"
#include "ui/bridge/fault_words.h"
#include "ui/bridge/text.h"

#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace tandem::ui {
namespace {

/// Faults by their ids: what is set of each is told where they are chosen.
QString valueText(const ConfigRow& row, std::size_t run)
{
    const Json& value = row.values[run];
    if (row.path != "faults" || !value.is_array())
        return toQString(displayValue(value));
    Json ids = Json::array();
    for (const Json& entry : value)
        ids.push_back(faultId(entry));
    return toQString(displayValue(ids));
}

/// "step.label_dtype  float32", for each setting where a run is not like the baseline. The device is told apart.
QStringList differencesOf(const std::vector<ConfigRow>& table, std::size_t run, std::size_t baseline)
{
    QStringList lines;
    for (const ConfigRow& row : table)
        if (row.path != "device" && row.values[run] != row.values[baseline])
            lines << QStringLiteral("%1: %2").arg(toQString(row.path), valueText(row, run));
    return lines;
}

void describeFaults(RunIdentity& identity, const RunFaults& faults)
{
    identity.faults = faultTitles(faults.active);
    identity.inactiveFaults = faultTitles(faults.inactive);
}

}  // namespace

RunsPanel::RunsPanel(Session& session, DeviceCatalog& devices, QWidget* parent)
    : QWidget(parent), m_session(session), m_devices(devices)
{
    auto* inside = new QWidget(this);
    m_list = new QVBoxLayout(inside);
    m_list->setContentsMargins(8, 8, 8, 8);
    m_list->setSpacing(8);
    m_list->addStretch();
    auto* scroll = new QScrollArea(this);
    scroll->setWidget(inside);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setAccessibleName(tr("Runs"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);

    connect(&session.document(), &Document::contentChanged, this, &RunsPanel::takeRuns);
    connect(&devices, &DeviceCatalog::devicesKnown, this, &RunsPanel::takeRuns);
    connect(&session, &Session::recordCleared, this, &RunsPanel::takeRuns);
    connect(&session, &Session::recordStarted, this, &RunsPanel::takeRuns);
    connect(&session, &Session::statesChanged, this, &RunsPanel::takeProgress);
    connect(&session, &Session::samplesAppended, this, &RunsPanel::takeProgress);
    connect(&session, &Session::findingsChanged, this, &RunsPanel::takeFindings);
    takeRuns();
}

bool RunsPanel::showsRecord() const
{
    return !m_session.record().runs.empty();
}

std::vector<RunIdentity> RunsPanel::plannedRuns() const
{
    std::vector<RunIdentity> list;
    const Document& document = m_session.document();
    const Experiment& experiment = document.file().experiment;
    for (std::size_t run = 0; run < experiment.runs.size(); ++run) {
        const RunConfig& config = experiment.runs[run];
        RunIdentity& identity = list.emplace_back();
        identity.name = toQString(config.name);
        identity.baseline = run == experiment.baseline;
        identity.differences = differencesOf(document.table(), run, experiment.baseline);
        const DeviceFacts* device = m_devices.choose(config.devices);
        identity.emulated = device && device->emulated;
        if (const auto resolved = resolveRun(document.file().document, run, {}))
            describeFaults(identity, splitFaults(resolved->faults, device ? device->name : config.devices.front()));
        if (device || m_devices.devices().empty()) {
            identity.device = m_devices.label(device ? device->name : config.devices.front());
            continue;
        }
        const DeviceFacts* absent = m_devices.find(config.devices.front());
        identity.device = m_devices.label(config.devices.front());
        identity.trouble = absent
                               ? tr("Not available: %1. %2.").arg(toQString(absent->reason), toQString(absent->instead))
                               : tr("No device is named “%1”.").arg(toQString(config.devices.front()));
    }
    return list;
}

std::vector<RunIdentity> RunsPanel::recordedRuns() const
{
    std::vector<RunIdentity> list;
    const ComparisonRecord& record = m_session.record();
    const auto file = checkExperiment(record.start.document, {});
    const auto table = file ? configTable(*file) : fail(file.error());
    for (std::size_t run = 0; run < record.runs.size(); ++run) {
        RunIdentity& identity = list.emplace_back();
        const DeviceFacts* device = m_devices.find(record.runs[run].device);
        identity.name = toQString(record.runs[run].name);
        identity.device = m_devices.label(record.runs[run].device);
        identity.baseline = run == record.baseline();
        identity.emulated = device && device->emulated;
        describeFaults(identity, faultsOf(record, run));
        if (table)
            identity.differences = differencesOf(*table, run, record.baseline());
    }
    return list;
}

void RunsPanel::makeCards(std::size_t count)
{
    while (m_cards.size() > count) {
        m_cards.back()->deleteLater();
        m_cards.back()->hide();
        m_cards.pop_back();
    }
    while (m_cards.size() < count) {
        auto* card = new RunCard;
        connect(card, &RunCard::faultsWanted, this, [this, card] { wantFaults(card); });
        m_list->insertWidget(static_cast<int>(m_cards.size()), card);
        m_cards.push_back(card);
    }
}

void RunsPanel::wantFaults(const RunCard* card)
{
    // What is shown may be a comparison from before the document's runs changed.
    const auto at = static_cast<std::size_t>(std::find(m_cards.begin(), m_cards.end(), card) - m_cards.begin());
    const auto& runs = m_session.document().file().experiment.runs;
    const std::string name = showsRecord() ? m_session.record().runs[at].name : runs[at].name;
    const auto named = std::find_if(runs.begin(), runs.end(), [&](const RunConfig& run) { return run.name == name; });
    Q_EMIT faultsWanted(named == runs.end() ? std::min(at, runs.size() - 1) : static_cast<std::size_t>(named - runs.begin()));
}

void RunsPanel::takeRuns()
{
    // The experiment may be edited while its comparison is shown: the cards stay those of the comparison.
    const std::vector<RunIdentity> runs = showsRecord() ? recordedRuns() : plannedRuns();
    makeCards(runs.size());
    for (std::size_t run = 0; run < runs.size(); ++run) {
        m_cards[run]->describe(runs[run]);
        if (!showsRecord())
            m_cards[run]->showPlanned();
    }
    if (!showsRecord())
        m_speeds.assign(runs.size(), {});
    takeProgress();
    takeFindings();
}

void RunsPanel::takeFindings()
{
    const ComparisonRecord& record = m_session.record();
    for (std::size_t run = 0; run < record.runs.size() && run < m_cards.size(); ++run) {
        std::optional<Severity> worst;
        for (const Finding& finding : record.findings)
            if (std::find(finding.runs.begin(), finding.runs.end(), static_cast<std::int64_t>(run))
                != finding.runs.end())
                worst = std::max(worst.value_or(Severity::Info), finding.severity);
        m_cards[run]->showWorst(worst);
    }
}

void RunsPanel::takeProgress()
{
    const ComparisonRecord& record = m_session.record();
    m_speeds.resize(std::max(m_speeds.size(), record.runs.size()));
    for (std::size_t run = 0; run < record.runs.size() && run < m_cards.size(); ++run) {
        m_speeds[run].take(record.runs[run]);
        m_cards[run]->showProgress(record.runs[run], m_speeds[run]);
    }
}

}  // namespace tandem::ui

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/fault_model.h"

#include "core/report/fault_marks.h"
#include "ui/bridge/fault_edit.h"
#include "ui/bridge/text.h"

#include <QFont>
#include <QPalette>

#include <algorithm>

namespace tandem::ui {
namespace {

constexpr quintptr kGroup = 0;  // internal id of a heading; a fault has its group's number plus one

QString searchText(const FaultModel::Row& row)
{
    if (!row.info)
        return toQString(row.id + ' ' + row.entry.dump());
    std::string text = row.id + ' ' + row.info->title + ' ' + row.info->text;
    for (const std::string& reference : row.info->modelledOn)
        text += ' ' + reference;
    return toQString(text);
}

std::string firstDevice(const RunConfig& run, const DeviceCatalog& devices)
{
    const DeviceFacts* chosen = devices.choose(run.devices);
    return chosen ? chosen->name : run.devices.front();
}

}  // namespace

FaultModel::FaultModel(Document& document, const DeviceCatalog& devices, QObject* parent)
    : QAbstractItemModel(parent), m_document(document), m_devices(devices)
{
    takeDocument();
    connect(&document, &Document::contentChanged, this, &FaultModel::takeDocument);
    connect(&devices, &DeviceCatalog::devicesKnown, this, &FaultModel::takeDocument);
}

void FaultModel::setRun(std::size_t run)
{
    m_run = run;
    takeDocument();
}

QString FaultModel::runName() const
{
    return toQString(m_document.file().experiment.runs[m_run].name);
}

std::vector<FaultModel::Group> FaultModel::groupsNow() const
{
    const Result<Experiment> experiment = resolveRun(m_document.file().document, m_run, {});
    const std::vector<Fault> listed = experiment ? experiment->faults : std::vector<Fault>();
    std::vector<Group> groups{{Kind::Device, {}}, {Kind::Reference, {}}, {Kind::Control, {}}, {Kind::Own, {}}};
    for (const FaultInfo& info : faultLibrary()) {
        const Kind kind = info.control                      ? Kind::Control
                          : info.side == FaultSide::Device ? Kind::Device
                                                           : Kind::Reference;
        const bool chosen = std::any_of(listed.begin(), listed.end(), [&](const Fault& f) { return f.id == info.id; });
        groups[static_cast<std::size_t>(kind)].rows.push_back(
            {&info, {}, info.id, info.side, chosen, faultActsOn(info.side, m_device)});
    }
    for (const Fault& fault : listed)
        if (!findFault(fault.id))
            groups.back().rows.push_back(
                {nullptr, fault.written, fault.id, fault.side, true, faultActsOn(fault.side, m_device)});
    groups.erase(std::remove_if(groups.begin(), groups.end(), [](const Group& g) { return g.rows.empty(); }), groups.end());
    return groups;
}

void FaultModel::takeDocument()
{
    const auto& runs = m_document.file().experiment.runs;
    m_run = std::min(m_run, runs.size() - 1);
    m_device = firstDevice(runs[m_run], m_devices);
    std::vector<Group> groups = groupsNow();
    const bool sameShape = std::equal(groups.begin(), groups.end(), m_groups.begin(), m_groups.end(),
                                      [](const Group& a, const Group& b) { return a.rows.size() == b.rows.size(); });
    // A mark that changes must not cost the view its scroll position and selection.
    if (!sameShape)
        beginResetModel();
    m_groups = std::move(groups);
    if (!sameShape) {
        endResetModel();
    } else {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, IdColumn));
        for (int group = 0; group < rowCount(); ++group) {
            const QModelIndex above = index(group, 0);
            Q_EMIT dataChanged(index(0, 0, above), index(rowCount(above) - 1, IdColumn, above));
        }
    }
    Q_EMIT contentChanged();
}

const FaultModel::Row* FaultModel::row(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == kGroup)
        return nullptr;
    return &m_groups[static_cast<std::size_t>(index.internalId() - 1)].rows[static_cast<std::size_t>(index.row())];
}

QModelIndex FaultModel::find(const std::string& id) const
{
    for (int group = 0; group < rowCount(); ++group) {
        const QModelIndex above = index(group, 0);
        for (int i = 0; i < rowCount(above); ++i)
            if (row(index(i, 0, above))->id == id)
                return index(i, 0, above);
    }
    return {};
}

QString FaultModel::whyInactive(const Row& row) const
{
    if (row.acts)
        return {};
    const QString label = m_devices.label(m_device);
    return row.side == FaultSide::Device ? tr("Acts on the emulated device, mps-emulated. “%1” runs on: %2.").arg(runName(), label)
                                         : tr("Acts on the CPU, the reference. “%1” runs on: %2.").arg(runName(), label);
}

int FaultModel::chosenCount() const
{
    int count = 0;
    for (const Group& group : m_groups)
        for (const Row& each : group.rows)
            count += each.chosen ? 1 : 0;
    return count;
}

int FaultModel::actingCount() const
{
    int count = 0;
    for (const Group& group : m_groups)
        for (const Row& each : group.rows)
            count += each.chosen && each.acts ? 1 : 0;
    return count;
}

bool FaultModel::take(const Status& changed)
{
    if (changed)
        Q_EMIT editTaken();
    else
        Q_EMIT editRefused(toQString(changed.error()));
    return changed.has_value();
}

bool FaultModel::choose(const FaultInfo& fault, bool chosen)
{
    const Json entries = withFault(faultEntries(m_document.file(), m_run), fault, chosen);
    return take(m_document.setFaults(m_run, entries,
                                     (chosen ? tr("fault “%1”") : tr("removal of fault “%1”")).arg(toQString(fault.id))));
}

QString FaultModel::valueText(const FaultInfo& fault, const std::string& key) const
{
    return toQString(faultValueText(faultValue(faultEntries(m_document.file(), m_run), fault, key)));
}

bool FaultModel::setValueText(const FaultInfo& fault, const std::string& key, const QString& text)
{
    const Result<Json> value = readFaultValue(text.toStdString(), faultDefault(fault, key));
    if (!value)
        return take(fail(value.error()));
    const Json entries = withFaultValue(faultEntries(m_document.file(), m_run), fault, key, *value);
    return take(m_document.setFaults(m_run, entries, tr("%1 of fault “%2”").arg(toQString(key), toQString(fault.id))));
}

bool FaultModel::removeAll()
{
    Json kept = Json::array();
    for (const Json& entry : faultEntries(m_document.file(), m_run))
        if (!findFault(faultId(entry)))
            kept.push_back(entry);
    return take(m_document.setFaults(m_run, kept, tr("removal of all faults")));
}

QModelIndex FaultModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : kGroup);
}

QModelIndex FaultModel::parent(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == kGroup)
        return {};
    return createIndex(static_cast<int>(index.internalId() - 1), 0, kGroup);
}

int FaultModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return static_cast<int>(m_groups.size());
    const bool group = parent.internalId() == kGroup && parent.column() == 0;
    return group ? static_cast<int>(m_groups[static_cast<std::size_t>(parent.row())].rows.size()) : 0;
}

int FaultModel::columnCount(const QModelIndex&) const
{
    return 2;
}

QString FaultModel::heading(const Group& group) const
{
    const bool acts = std::any_of(group.rows.begin(), group.rows.end(), [](const Row& row) { return row.acts; });
    switch (group.kind) {
    case Kind::Device:
        return acts ? tr("On the emulated device") : tr("On the emulated device, not on “%1”").arg(runName());
    case Kind::Reference:
        return acts ? tr("On the CPU, the reference") : tr("On the CPU, the reference, not on “%1”").arg(runName());
    case Kind::Control:
        return acts ? tr("Controls: nothing that a rule may call an error")
                    : tr("Controls, on the emulated device, not on “%1”").arg(runName());
    case Kind::Own:
        break;
    }
    return tr("Own faults, written in the experiment file");
}

QVariant FaultModel::groupData(const Group& group, int column, int role) const
{
    const auto chosen = std::count_if(group.rows.begin(), group.rows.end(), [](const Row& r) { return r.chosen; });
    switch (role) {
    case Qt::DisplayRole:
        return column == TitleColumn ? heading(group)
                                     : tr("%1 of %2").arg(chosen).arg(static_cast<int>(group.rows.size()));
    case Qt::AccessibleTextRole:
        return column == TitleColumn ? heading(group)
                                     : tr("%1 of %2 injected").arg(chosen).arg(static_cast<int>(group.rows.size()));
    case Qt::FontRole: {
        QFont bold;
        bold.setWeight(QFont::DemiBold);
        return column == TitleColumn ? QVariant(bold) : QVariant();
    }
    case SearchRole:
        return QString();
    default:
        return {};
    }
}

QVariant FaultModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Row* each = row(index);
    if (!each)
        return groupData(m_groups[static_cast<std::size_t>(index.row())], index.column(), role);
    const bool title = index.column() == TitleColumn;
    switch (role) {
    case Qt::DisplayRole:
        if (!title)
            return toQString(each->id);
        if (each->chosen && !each->acts)
            return tr("%1 (inactive)").arg(toQString(each->info ? each->info->title : each->id));
        return toQString(each->info ? each->info->title : each->id);
    case Qt::CheckStateRole:
        return title ? QVariant(each->chosen ? Qt::Checked : Qt::Unchecked) : QVariant();
    case Qt::ToolTipRole:
        return each->acts ? toQString(each->info ? each->info->text : each->entry.dump()) : whyInactive(*each);
    case SearchRole:
        return searchText(*each);
    case IdRole:
        return toQString(each->id);
    case ChosenRole:
        return each->chosen;
    default:
        return {};
    }
}

QVariant FaultModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == TitleColumn ? tr("Fault") : tr("Id");
}

Qt::ItemFlags FaultModel::flags(const QModelIndex& index) const
{
    const Row* each = row(index);
    if (!each)
        return index.isValid() ? Qt::ItemIsEnabled : Qt::NoItemFlags;
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
    // What does not act can be taken off, but not added; what the user wrote is changed where it was written.
    if (each->info && (each->acts || each->chosen) && index.column() == TitleColumn)
        flags |= Qt::ItemIsUserCheckable;
    return flags;
}

bool FaultModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    const Row* each = row(index);
    if (role != Qt::CheckStateRole || !each || !(flags(index) & Qt::ItemIsUserCheckable))
        return false;
    return choose(*each->info, value.toInt() == Qt::Checked);
}

}  // namespace tandem::ui

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/faults/fault.h"
#include "ui/bridge/device_catalog.h"
#include "ui/bridge/document.h"

#include <QAbstractItemModel>

#include <cstdint>
#include <vector>

namespace tandem::ui {

/// The fault library in groups, with a check mark at each fault that one run of the document lists. Checking a fault and
/// changing a knob change the document, and can be undone there. Entries that the user wrote in the file are listed in a
/// group of their own and stay as they are.
class FaultModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Role { SearchRole = Qt::UserRole, IdRole, ChosenRole };
    enum Column { TitleColumn, IdColumn };

    /// What stands in a row.
    struct Row {
        const FaultInfo* info = nullptr;  ///< of the library; nothing for the user's own
        Json entry;                       ///< of the user's own, as written
        std::string id;
        FaultSide side = FaultSide::Device;
        bool chosen = false;
        bool acts = false;                ///< on the device of the run
    };

    /// @param document, devices  must outlive the model
    FaultModel(Document& document, const DeviceCatalog& devices, QObject* parent = nullptr);

    std::size_t run() const { return m_run; }
    void setRun(std::size_t run);
    QString runName() const;

    /// The fault of a row; nothing for the heading of a group.
    const Row* row(const QModelIndex& index) const;
    QModelIndex find(const std::string& id) const;
    /// Why a fault does not act on the run; empty if it does.
    QString whyInactive(const Row& row) const;
    /// How many faults the run lists, its own ones included, and how many of them act.
    int chosenCount() const;
    int actingCount() const;

    bool choose(const FaultInfo& fault, bool chosen);
    /// The value of a knob, or of kFromStep, as it is typed.
    QString valueText(const FaultInfo& fault, const std::string& key) const;
    bool setValueText(const FaultInfo& fault, const std::string& key, const QString& text);
    /// Takes every fault of the library off the run.
    bool removeAll();

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

Q_SIGNALS:
    void contentChanged();  ///< the marks or values of the run are other ones, for whatever reason
    void editRefused(const QString& reason);
    void editTaken();

private:
    enum class Kind { Device, Reference, Control, Own };
    struct Group {
        Kind kind;
        std::vector<Row> rows;
    };
    void takeDocument();
    std::vector<Group> groupsNow() const;
    bool take(const Status& changed);
    QString heading(const Group& group) const;
    QVariant groupData(const Group& group, int column, int role) const;

    Document& m_document;
    const DeviceCatalog& m_devices;
    std::size_t m_run = 0;
    std::string m_device;
    std::vector<Group> m_groups;
};

}  // namespace tandem::ui

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/facts/environment.h"

#include <QObject>

#include <string>
#include <thread>
#include <vector>

namespace tandem {
class TrainerFactory;
}

namespace tandem::ui {

/// The machine's devices. Asking for them can take a while (the first touch of a GPU), so a thread of its own asks once.
/// GUI thread only.
class DeviceCatalog : public QObject {
    Q_OBJECT
public:
    explicit DeviceCatalog(const TrainerFactory& factory, QObject* parent = nullptr);
    ~DeviceCatalog() override;

    const std::vector<DeviceFacts>& devices() const { return m_devices; }
    /// The device of that name; nothing if it is unknown, or not known yet.
    const DeviceFacts* find(const std::string& name) const;
    /// The first present device of a run's list; nothing if none is, or not known yet.
    const DeviceFacts* choose(const std::vector<std::string>& names) const;
    /// For people; the bare name where the device is unknown.
    QString label(const std::string& name) const;

Q_SIGNALS:
    void devicesKnown();

private:
    std::vector<DeviceFacts> m_devices;
    std::thread m_asking;
};

}  // namespace tandem::ui

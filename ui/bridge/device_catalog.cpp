// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/bridge/device_catalog.h"

#include "core/run/trainer.h"
#include "ui/bridge/text.h"

#include <algorithm>

namespace tandem::ui {

DeviceCatalog::DeviceCatalog(const TrainerFactory& factory, QObject* parent) : QObject(parent)
{
    m_asking = std::thread([this, &factory] {
        std::vector<DeviceFacts> found = factory.devices();
        QMetaObject::invokeMethod(
            this,
            [this, devices = std::move(found)] {
                m_devices = devices;
                Q_EMIT devicesKnown();
            },
            Qt::QueuedConnection);
    });
}

DeviceCatalog::~DeviceCatalog()
{
    m_asking.join();
}

const DeviceFacts* DeviceCatalog::find(const std::string& name) const
{
    const auto found = std::find_if(m_devices.begin(), m_devices.end(), [&](const DeviceFacts& d) { return d.name == name; });
    return found == m_devices.end() ? nullptr : &*found;
}

const DeviceFacts* DeviceCatalog::choose(const std::vector<std::string>& names) const
{
    for (const std::string& name : names)
        if (const DeviceFacts* device = find(name); device && device->available)
            return device;
    return nullptr;
}

QString DeviceCatalog::label(const std::string& name) const
{
    const DeviceFacts* device = find(name);
    return toQString(device ? device->label : name);
}

}  // namespace tandem::ui

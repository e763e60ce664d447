// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/train/device/memory.h"

#include "core/train/emulator/device_state.h"
#include "core/train/emulator/emulated_device.h"

#include <torch/torch.h>

#include <fstream>

#ifdef __APPLE__
#include <mach/mach.h>
#else
#include <unistd.h>
#endif

namespace tandem {

std::int64_t deviceBytes(const c10::Device& device)
{
    return device.type() == c10::DeviceType::MPS && emulator::isBuiltIn() ? emulator::allocatedBytes() : 0;
}

#ifdef __APPLE__

// Never run on a Mac yet.
std::int64_t processBytes()
{
    mach_task_basic_info info{};
    mach_msg_type_number_t count = MACH_TASK_BASIC_INFO_COUNT;
    const kern_return_t status = task_info(mach_task_self(), MACH_TASK_BASIC_INFO, reinterpret_cast<task_info_t>(&info), &count);
    return status == KERN_SUCCESS ? static_cast<std::int64_t>(info.resident_size) : 0;
}

#else

std::int64_t processBytes()
{
    std::ifstream file("/proc/self/statm");
    std::int64_t total = 0, resident = 0;
    if (!(file >> total >> resident))
        return 0;
    return resident * sysconf(_SC_PAGESIZE);
}

#endif

}  // namespace tandem

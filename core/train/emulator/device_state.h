// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <functional>
#include <mutex>

namespace tandem::emulator {

/// How late the emulated device works. Zero, the default, does everything at once, on the calling thread.
struct Delays {
    double operationMs = 0;  ///< from an in-place operation's call to its execution
    double copyMs = 0;       ///< from a non-blocking copy's call to its execution
    bool any() const { return operationMs > 0 || copyMs > 0; }
};
/// Process-wide, as the device is. Waits for what is queued first.
void setDelays(const Delays& delays);
Delays delays();

/// The device's queue of work: one thread of its own executes jobs in order, each not before its time. What jobs raise
/// is raised by the next wait(). Any thread.
class WorkQueue {
public:
    /// @param afterMs  earliest time of execution, from now
    static void post(std::function<void()> job, double afterMs);
    /// Until everything that was posted is done.
    static void wait();
    static bool isIdle();
    /// Time that the device is busy beyond what was computed; the next wait sleeps it off.
    static void owe(double ms);
};

/// Jobs of the queue and operations of the device take turns: both hold this while they touch memory. Not to be held
/// while waiting for the queue.
std::recursive_mutex& deviceMutex();

/// Bytes of the device's tensors that are alive now. Any thread.
std::int64_t allocatedBytes();
/// Called by the device's own code where memory comes and goes.
void countBytes(std::int64_t change);

}  // namespace tandem::emulator

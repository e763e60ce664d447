// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/facts/event.h"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <vector>

namespace tandem {

/// Wakes one waiting thread when any of several channels has something. Any thread rings.
class Doorbell {
public:
    void ring();
    void wait(std::chrono::milliseconds atMost);

private:
    std::mutex m_mutex;
    std::condition_variable m_rung;
    bool m_ringing = false;
};

/// Bounded queue of events, one producer, one consumer. The producer never waits: when more than `capacity` samples lie
/// unread, batches of samples are thinned to their extremes and last sample, later dropped, and what is left out is
/// counted in the batch. All other events always pass.
class EventChannel {
public:
    static constexpr std::size_t kDefaultCapacity = 65536;

    explicit EventChannel(std::size_t capacity = kDefaultCapacity, Doorbell* bell = nullptr)
        : m_capacity(capacity), m_bell(bell)
    {
    }

    void push(std::vector<Event> events);        ///< producer
    void push(Event event);                      ///< producer
    std::vector<Event> take();                   ///< consumer
    /// Consumer that must not wait: false, and nothing taken, if the producer holds the lock.
    bool tryTake(std::vector<Event>& into);

private:
    void enqueue(Event event);
    std::vector<Event> takeLocked();

    const std::size_t m_capacity;
    Doorbell* const m_bell;
    std::mutex m_mutex;
    std::vector<Event> m_queue;
    std::size_t m_queuedSamples = 0;
};

}  // namespace tandem

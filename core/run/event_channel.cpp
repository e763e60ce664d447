// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/event_channel.h"

#include <cmath>

namespace tandem {
namespace {

// Keeps the least and greatest finite loss, the first loss that is none and the last sample, in the order of steps.
void thin(StepBatch& batch)
{
    if (batch.samples.size() <= 4)
        return;
    const auto end = batch.samples.end();
    auto least = end, greatest = end, odd = end;  // no std::minmax_element: a NaN has no place in an order
    for (auto it = batch.samples.begin(); it != end; ++it) {
        if (!std::isfinite(it->loss)) {
            odd = odd == end ? it : odd;
            continue;
        }
        if (least == end || it->loss < least->loss)
            least = it;
        if (greatest == end || it->loss > greatest->loss)
            greatest = it;
    }
    std::vector<StepSample> kept;
    for (auto it = batch.samples.begin(); it != end; ++it)
        if (it == least || it == greatest || it == odd || it == end - 1)
            kept.push_back(*it);
    batch.thinned += static_cast<std::int64_t>(batch.samples.size() - kept.size());
    batch.samples = std::move(kept);
}

}  // namespace

void Doorbell::ring()
{
    {
        const std::lock_guard lock(m_mutex);
        m_ringing = true;
    }
    m_rung.notify_one();
}

void Doorbell::wait(std::chrono::milliseconds atMost)
{
    std::unique_lock lock(m_mutex);
    m_rung.wait_for(lock, atMost, [this] { return m_ringing; });
    m_ringing = false;
}

void EventChannel::enqueue(Event event)
{
    auto* batch = std::get_if<StepBatch>(&event.body);
    if (!batch) {
        m_queue.push_back(std::move(event));
        return;
    }
    if (m_queuedSamples + batch->samples.size() > m_capacity)
        thin(*batch);
    if (m_queuedSamples + batch->samples.size() > 2 * m_capacity) {
        // Still too much: count the batch in the newest one that waits for the same run.
        for (auto it = m_queue.rbegin(); it != m_queue.rend(); ++it)
            if (auto* waiting = std::get_if<StepBatch>(&it->body); waiting && it->run == event.run) {
                waiting->thinned += batch->thinned + static_cast<std::int64_t>(batch->samples.size());
                return;
            }
    }
    m_queuedSamples += batch->samples.size();
    m_queue.push_back(std::move(event));
}

void EventChannel::push(std::vector<Event> events)
{
    {
        const std::lock_guard lock(m_mutex);
        for (Event& event : events)
            enqueue(std::move(event));
    }
    if (m_bell)
        m_bell->ring();
}

void EventChannel::push(Event event)
{
    std::vector<Event> one;
    one.push_back(std::move(event));
    push(std::move(one));
}

std::vector<Event> EventChannel::takeLocked()
{
    m_queuedSamples = 0;
    return std::exchange(m_queue, {});
}

std::vector<Event> EventChannel::take()
{
    const std::lock_guard lock(m_mutex);
    return takeLocked();
}

bool EventChannel::tryTake(std::vector<Event>& into)
{
    const std::unique_lock lock(m_mutex, std::try_to_lock);
    if (!lock.owns_lock())
        return false;
    into = takeLocked();
    return true;
}

}  // namespace tandem

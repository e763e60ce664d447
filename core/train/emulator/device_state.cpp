// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/train/emulator/device_state.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

namespace tandem::emulator {
namespace {

using Clock = std::chrono::steady_clock;

std::chrono::nanoseconds milliseconds(double ms)
{
    return std::chrono::nanoseconds(static_cast<std::int64_t>(ms * 1e6));
}

// One for the process, as LibTorch's registration of the device is. Its thread starts with the first job.
class Queue {
public:
    ~Queue()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_closing = true;
        }
        m_changed.notify_all();
        if (m_thread.joinable())
            m_thread.join();
    }

    void post(std::function<void()> job, double afterMs)
    {
        {
            const std::lock_guard lock(m_mutex);
            if (!m_thread.joinable())
                m_thread = std::thread([this] { loop(); });
            m_jobs.push_back({std::move(job), Clock::now() + milliseconds(afterMs)});
        }
        m_changed.notify_all();
    }

    void wait()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_jobs.empty() && !m_busy; });
        const double owed = std::exchange(m_owedMs, 0.0);
        const std::exception_ptr problem = std::exchange(m_problem, nullptr);
        lock.unlock();
        if (owed > 0)
            std::this_thread::sleep_for(milliseconds(owed));
        if (problem)
            std::rethrow_exception(problem);
    }

    bool isIdle()
    {
        const std::lock_guard lock(m_mutex);
        return m_jobs.empty() && !m_busy && !m_problem && m_owedMs == 0;
    }

    void owe(double ms)
    {
        const std::lock_guard lock(m_mutex);
        m_owedMs += ms;
    }

private:
    struct Job {
        std::function<void()> run;
        Clock::time_point notBefore;
    };

    void loop()
    {
        std::unique_lock lock(m_mutex);
        for (;;) {
            m_changed.wait(lock, [this] { return m_closing || !m_jobs.empty(); });
            if (m_jobs.empty())
                return;
            // A copy, because new jobs may move the front while the lock is open.
            const Clock::time_point due = m_jobs.front().notBefore;
            if (!m_closing && m_changed.wait_until(lock, due, [this] { return m_closing; }) && m_jobs.empty())
                return;
            Job job = std::move(m_jobs.front());
            m_jobs.pop_front();
            m_busy = true;
            lock.unlock();
            try {
                const std::lock_guard device(deviceMutex());
                job.run();
            } catch (...) {
                lock.lock();
                if (!m_problem)
                    m_problem = std::current_exception();
                lock.unlock();
            }
            job.run = nullptr;  // tensors that the job holds end before the queue counts as idle
            lock.lock();
            m_busy = false;
            m_changed.notify_all();
        }
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Job> m_jobs;
    bool m_busy = false, m_closing = false;
    double m_owedMs = 0;
    std::exception_ptr m_problem;
    std::thread m_thread;
};

Queue& queue()
{
    static Queue instance;
    return instance;
}

std::atomic<double> operationMs{0}, copyMs{0};
std::atomic<std::int64_t> bytesAlive{0};

}  // namespace

void setDelays(const Delays& delays)
{
    WorkQueue::wait();
    operationMs = delays.operationMs;
    copyMs = delays.copyMs;
}

Delays delays()
{
    return {operationMs.load(std::memory_order_relaxed), copyMs.load(std::memory_order_relaxed)};
}

void WorkQueue::post(std::function<void()> job, double afterMs)
{
    queue().post(std::move(job), afterMs);
}

void WorkQueue::wait()
{
    queue().wait();
}

bool WorkQueue::isIdle()
{
    return queue().isIdle();
}

void WorkQueue::owe(double ms)
{
    queue().owe(ms);
}

std::recursive_mutex& deviceMutex()
{
    static std::recursive_mutex mutex;
    return mutex;
}

std::int64_t allocatedBytes()
{
    return bytesAlive.load(std::memory_order_relaxed);
}

void countBytes(std::int64_t change)
{
    bytesAlive.fetch_add(change, std::memory_order_relaxed);
}

}  // namespace tandem::emulator

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace tandem {

/// One named thread that runs posted jobs in order. Jobs must not throw. The process owns exactly one for the GPU, which
/// lives until the end (two threads in Metal abort the process: pytorch #197805); each CPU run has one of its own.
class Executor {
public:
    explicit Executor(std::string name);
    ~Executor();  ///< runs what was posted, then joins
    Executor(const Executor&) = delete;
    Executor& operator=(const Executor&) = delete;

    void post(std::function<void()> job);  ///< any thread

private:
    void loop();
    const std::string m_name;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<std::function<void()>> m_jobs;
    bool m_closing = false;
    std::thread m_thread;  ///< last: starts when all else is there
};

}  // namespace tandem

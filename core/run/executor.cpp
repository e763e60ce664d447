// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/executor.h"

#include <pthread.h>

namespace tandem {
namespace {

void nameThisThread(const std::string& name)
{
    const std::string shortName = name.substr(0, 15);  // Linux takes no more
#ifdef __APPLE__
    pthread_setname_np(shortName.c_str());
#else
    pthread_setname_np(pthread_self(), shortName.c_str());
#endif
}

}  // namespace

Executor::Executor(std::string name) : m_name(std::move(name)), m_thread([this] { loop(); }) {}

Executor::~Executor()
{
    {
        const std::lock_guard lock(m_mutex);
        m_closing = true;
    }
    m_changed.notify_all();
    m_thread.join();
}

void Executor::post(std::function<void()> job)
{
    {
        const std::lock_guard lock(m_mutex);
        m_jobs.push_back(std::move(job));
    }
    m_changed.notify_all();
}

void Executor::loop()
{
    nameThisThread(m_name);
    for (;;) {
        std::function<void()> job;
        {
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, [this] { return m_closing || !m_jobs.empty(); });
            if (m_jobs.empty())
                return;
            job = std::move(m_jobs.front());
            m_jobs.pop_front();
        }
        job();
    }
}

}  // namespace tandem

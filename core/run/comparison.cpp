// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/comparison.h"

#include "core/run/hub.h"

#include <cstdlib>

namespace tandem {

Comparison::Hub::~Hub()
{
    if (!m_thread.joinable())
        return;
    stop();
    m_thread.join();
}

void Comparison::Hub::start()
{
    m_thread = std::thread([this] { run(); });
}

void Comparison::Hub::pause()
{
    const std::lock_guard lock(m_mutex);
    m_paused = true;
    m_earlySteps = 0;
    for (const SharedContext& context : m_contexts)
        context->gate.close();
}

void Comparison::Hub::resume()
{
    const std::lock_guard lock(m_mutex);
    m_paused = false;
    m_earlySteps = 0;
    for (const SharedContext& context : m_contexts)
        context->gate.open();
}

void Comparison::Hub::stepOnce()
{
    const std::lock_guard lock(m_mutex);
    if (m_paused && m_contexts.empty())
        ++m_earlySteps;
    for (const SharedContext& context : m_contexts)
        context->gate.allowOneStep();
}

void Comparison::Hub::stop()
{
    const std::lock_guard lock(m_mutex);
    m_stopRequested = true;
    for (const SharedContext& context : m_contexts)
        context->gate.requestStop();
}

bool Comparison::Hub::isPaused() const
{
    const std::lock_guard lock(m_mutex);
    return m_paused;
}

bool Comparison::Hub::isOver() const
{
    const std::lock_guard lock(m_mutex);
    return m_over;
}

bool Comparison::Hub::waitUntilOver(std::optional<std::chrono::milliseconds> atMost) const
{
    std::unique_lock lock(m_mutex);
    if (atMost)
        return m_overChanged.wait_for(lock, *atMost, [this] { return m_over; });
    m_overChanged.wait(lock, [this] { return m_over; });
    return true;
}

std::vector<Event> Comparison::Hub::takeEvents()
{
    std::vector<Event> events;
    m_mailbox.tryTake(events);
    return events;
}

std::optional<Error> Comparison::Hub::error() const
{
    const std::lock_guard lock(m_mutex);
    return m_error;
}

std::filesystem::path Comparison::Hub::folder() const
{
    const std::lock_guard lock(m_mutex);
    return m_folderPath;
}

Comparison::Comparison(ExperimentFile file, ComparisonOptions options, const TrainerFactory& factory, Executor& gpu,
                       const Log& log)
    : m_hub(std::make_unique<Hub>(std::move(file), std::move(options), factory, gpu, log))
{
}

Comparison::~Comparison() = default;

void Comparison::start()
{
    m_hub->start();
}
void Comparison::pause()
{
    m_hub->pause();
}
void Comparison::resume()
{
    m_hub->resume();
}
void Comparison::stepOnce()
{
    m_hub->stepOnce();
}
void Comparison::stop()
{
    m_hub->stop();
}
bool Comparison::isPaused() const
{
    return m_hub->isPaused();
}
bool Comparison::isOver() const
{
    return m_hub->isOver();
}
void Comparison::waitUntilOver() const
{
    m_hub->waitUntilOver(std::nullopt);
}
bool Comparison::waitUntilOver(std::chrono::milliseconds atMost) const
{
    return m_hub->waitUntilOver(atMost);
}
std::vector<Event> Comparison::takeEvents()
{
    return m_hub->takeEvents();
}
std::optional<Error> Comparison::error() const
{
    return m_hub->error();
}
std::filesystem::path Comparison::folder() const
{
    return m_hub->folder();
}

std::filesystem::path defaultComparisonRoot()
{
    // getenv is safe here: Tandem never changes its environment after start-up.
    if (const char* home = std::getenv("TANDEM_HOME"); home && *home)
        return std::filesystem::path(home) / "comparisons";
#ifdef __APPLE__
    if (const char* home = std::getenv("HOME"); home && *home)
        return std::filesystem::path(home) / "Library" / "Application Support" / "tandem" / "comparisons";
#else
    if (const char* data = std::getenv("XDG_DATA_HOME"); data && *data)
        return std::filesystem::path(data) / "tandem" / "comparisons";
    if (const char* home = std::getenv("HOME"); home && *home)
        return std::filesystem::path(home) / ".local" / "share" / "tandem" / "comparisons";
#endif
    return "comparisons";
}

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/comparison.h"
#include "core/run/preparation.h"
#include "core/run/run_context.h"
#include "core/store/comparison_folder.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace tandem {

/// The hub thread of one comparison: prepares, starts the workers, and for every event logs first, then judges, then
/// hands on to the mailbox. The log is complete even if the reader is slow, hidden or gone.
///
/// Public members: the owner's thread. Private ones: the hub thread, but for what m_mutex guards.
class Comparison::Hub {
public:
    Hub(ExperimentFile file, ComparisonOptions options, const TrainerFactory& factory, Executor& gpu, const Log& log);
    ~Hub();

    void start();
    void pause();
    void resume();
    void stepOnce();
    void stop();
    bool isPaused() const;
    bool isOver() const;
    bool waitUntilOver(std::optional<std::chrono::milliseconds> atMost) const;
    std::vector<Event> takeEvents();
    std::optional<Error> error() const;
    std::filesystem::path folder() const;

private:
    using SharedContext = std::shared_ptr<RunContext>;

    void run();
    std::string runAll();               ///< the whole life; returns how it ended
    Result<Preparation> prepare() const;
    Status openFolder();
    void createContexts(Preparation preparation);
    void post(std::size_t run, std::function<void(RunContext&)> job);
    void waitForWorkers();              ///< until every posted job is done; events are handled meanwhile
    void trainAll();
    void crossEvaluateAll();
    void drain();
    void handle(std::vector<Event> events);
    void publish(Event::Body body);
    void publishFindings();
    RulesLeftOut leftOut() const;
    void reportTrouble(const Error& error);
    double now() const;

    const ExperimentFile m_file;
    const ComparisonOptions m_options;
    const TrainerFactory& m_factory;
    Executor& m_gpu;
    const Log& m_log;
    const std::chrono::steady_clock::time_point m_begin;

    // Hub thread only.
    ComparisonRecord m_record;
    std::optional<ComparisonFolder> m_folder;
    std::optional<EventLogWriter> m_events;

    /// What jobs touch when they are done. They share it, for the GPU thread's last touch may come after the hub has seen
    /// that nothing is in flight any more, and is gone.
    struct JobCount {
        Doorbell bell;
        std::atomic<int> inFlight{0};
    };
    const std::shared_ptr<JobCount> m_jobs = std::make_shared<JobCount>();
    EventChannel m_mailbox;

    mutable std::mutex m_mutex;         ///< guards the members below
    mutable std::condition_variable m_overChanged;
    std::vector<SharedContext> m_contexts;
    std::vector<std::unique_ptr<Executor>> m_cpuThreads;  ///< one a run, null for runs on the GPU thread
    bool m_paused = false, m_stopRequested = false, m_over = false;
    int m_earlySteps = 0;               ///< steps asked for before there are runs to take them
    std::optional<Error> m_error;
    std::filesystem::path m_folderPath;

    std::thread m_thread;
};

}  // namespace tandem

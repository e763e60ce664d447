// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/log.h"
#include "core/data/dataset.h"
#include "core/experiment/experiment_json.h"
#include "core/facts/event.h"
#include "core/run/executor.h"
#include "core/run/trainer.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace tandem {

struct ComparisonOptions {
    std::filesystem::path root;               ///< comparisons are created inside
    DataFolders dataFolders;
    bool ignorePreflight = false;             ///< train in spite of errors found before the first step
    bool preflightOnly = false;               ///< end after pre-flight; nothing is written to disk
    bool startPaused = false;
    int threadsPerRun = 0;                    ///< 0: the machine's cores shared out between the runs
    std::optional<std::int64_t> maxSteps;     ///< each run ends after so many steps
};

/// One execution of an experiment: its runs on their threads, and the hub thread that logs, judges and hands on.
///
/// Constructed, commanded and read by one thread (the window's or the command line's); commands return at once. The
/// destructor stops the runs and joins.
class Comparison {
public:
    /// @param gpu  the process-wide GPU thread; must outlive the comparison, as must factory and log
    Comparison(ExperimentFile file, ComparisonOptions options, const TrainerFactory& factory, Executor& gpu, const Log& log);
    ~Comparison();
    Comparison(const Comparison&) = delete;
    Comparison& operator=(const Comparison&) = delete;

    void start();      ///< once
    void pause();      ///< after the step in progress
    void resume();
    void stepOnce();   ///< while paused: every run takes exactly one step
    void stop();       ///< after the step in progress; the runs end as cancelled

    bool isPaused() const;
    bool isOver() const;                       ///< all threads of it are done; events may still be waiting
    void waitUntilOver() const;
    bool waitUntilOver(std::chrono::milliseconds atMost) const;

    /// Events since the last call, in the order in which they were logged. Never waits.
    std::vector<Event> takeEvents();

    /// Valid once over: why the comparison as a whole failed (data missing, folder not writable, …). A failed run is no
    /// error of the comparison; see its RunEnd.
    std::optional<Error> error() const;
    /// The comparison's folder; empty until it is created.
    std::filesystem::path folder() const;

private:
    class Hub;
    std::unique_ptr<Hub> m_hub;
};

/// Where comparisons are kept unless told otherwise: $TANDEM_HOME, or the platform's folder for application data.
std::filesystem::path defaultComparisonRoot();

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/facts/event.h"

#include <chrono>
#include <filesystem>
#include <vector>

namespace tandem {

/// Appends events to `events.jsonl`: one JSON object a line, whose last member "crc" is the CRC-32C of the line up to
/// it. Written at once, forced to the disk every second and at `sync`. Used by one thread.
class EventLogWriter {
public:
    static Result<EventLogWriter> create(const std::filesystem::path& path);
    EventLogWriter(EventLogWriter&& other) noexcept;
    EventLogWriter& operator=(EventLogWriter&&) = delete;
    ~EventLogWriter();

    Status append(const std::vector<Event>& events);
    Status sync();

private:
    EventLogWriter(int file, std::filesystem::path path);
    int m_file;
    std::filesystem::path m_path;
    std::chrono::steady_clock::time_point m_lastSync;
};

/// One line of the log with its checksum, without the line end.
std::string eventLine(const Event& event);

struct EventLogContent {
    std::vector<Event> events;
    std::size_t damagedLines = 0;  ///< inside the log: bad checksum or unknown content; left out
    bool tornTail = false;         ///< the last line was cut by a crash; left out
};

/// Reads a log as far as it is sound.
Result<EventLogContent> readEventLog(const std::filesystem::path& path);

}  // namespace tandem

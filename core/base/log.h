// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <spdlog/logger.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace tandem {

/// The program's logger with a memory of its last lines for the log panel. Created once by the app and handed to whoever
/// logs; any thread may write and read.
class Log {
public:
    enum class Console { Quiet, Warnings, Everything };

    explicit Log(Console console);

    spdlog::logger& writer() const { return *m_logger; }

    /// The last lines, oldest first, formatted.
    std::vector<std::string> lastLines(std::size_t count) const;

    static constexpr std::size_t kRemembered = 1000;

private:
    class Memory;
    std::shared_ptr<Memory> m_memory;
    std::shared_ptr<spdlog::logger> m_logger;
};

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/log.h"

#include <spdlog/sinks/ringbuffer_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>

namespace tandem {

class Log::Memory {
public:
    std::shared_ptr<spdlog::sinks::ringbuffer_sink_mt> sink = std::make_shared<spdlog::sinks::ringbuffer_sink_mt>(kRemembered);
};

Log::Log(Console console) : m_memory(std::make_shared<Memory>())
{
    // Standard output belongs to results, so logs go to standard error.
    auto terminal = std::make_shared<spdlog::sinks::stderr_color_sink_mt>();
    terminal->set_pattern("%^%l%$: %v");
    terminal->set_level(console == Console::Quiet      ? spdlog::level::off
                        : console == Console::Warnings ? spdlog::level::warn
                                                       : spdlog::level::info);
    m_memory->sink->set_pattern("%H:%M:%S %l %v");
    m_logger = std::make_shared<spdlog::logger>("tandem", spdlog::sinks_init_list{terminal, m_memory->sink});
    m_logger->set_level(spdlog::level::info);
    m_logger->flush_on(spdlog::level::warn);
}

std::vector<std::string> Log::lastLines(std::size_t count) const
{
    return count == 0 ? std::vector<std::string>() : m_memory->sink->last_formatted(count);  // 0 means all to spdlog
}

}  // namespace tandem

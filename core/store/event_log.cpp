// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/event_log.h"

#include "core/base/hash.h"
#include "core/base/text_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>

namespace tandem {
namespace {

constexpr std::string_view kCrcMember = R"(,"crc":")";
constexpr std::size_t kCrcTail = kCrcMember.size() + 8 + 2;  // the member, eight digits, quote and brace
constexpr auto kSyncInterval = std::chrono::seconds(1);

std::string hex8(std::uint32_t value)
{
    std::array<char, 9> text{};
    std::snprintf(text.data(), text.size(), "%08x", value);
    return text.data();
}

std::optional<Event> parseLine(std::string_view line)
{
    if (line.size() <= kCrcTail)
        return std::nullopt;
    const std::string_view body = line.substr(0, line.size() - kCrcTail);
    const std::string expected = std::string(kCrcMember) + hex8(crc32c(body)) + "\"}";
    if (line.substr(body.size()) != expected)
        return std::nullopt;
    const Json json = Json::parse(line.begin(), line.end(), nullptr, false);
    return json.is_discarded() ? std::nullopt : eventFromJson(json);
}

}  // namespace

std::string eventLine(const Event& event)
{
    std::string body = toJson(event).dump(-1, ' ', false, Json::error_handler_t::replace);
    body.pop_back();  // the closing brace; the checksum goes before it
    const std::string checksum = hex8(crc32c(body));
    return body + std::string(kCrcMember) + checksum + "\"}";
}

EventLogWriter::EventLogWriter(int file, std::filesystem::path path)
    : m_file(file), m_path(std::move(path)), m_lastSync(std::chrono::steady_clock::now())
{
}

EventLogWriter::EventLogWriter(EventLogWriter&& other) noexcept
    : m_file(std::exchange(other.m_file, -1)), m_path(std::move(other.m_path)), m_lastSync(other.m_lastSync)
{
}

EventLogWriter::~EventLogWriter()
{
    if (m_file >= 0)
        ::close(m_file);
}

Result<EventLogWriter> EventLogWriter::create(const std::filesystem::path& path)
{
    const int file = ::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_APPEND | O_CLOEXEC, 0666);
    if (file < 0)
        return fail(fileError("cannot create the event log", path, errno));
    return EventLogWriter(file, path);
}

Status EventLogWriter::append(const std::vector<Event>& events)
{
    std::string text;
    for (const Event& event : events)
        text += eventLine(event) + '\n';
    std::string_view rest = text;
    while (!rest.empty()) {
        const ssize_t written = ::write(m_file, rest.data(), rest.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return fail(fileError("cannot write the event log", m_path, errno));
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    if (std::chrono::steady_clock::now() - m_lastSync >= kSyncInterval)
        return sync();
    return {};
}

Status EventLogWriter::sync()
{
    m_lastSync = std::chrono::steady_clock::now();
    if (::fsync(m_file) != 0)
        return fail(fileError("cannot write the event log", m_path, errno));
    return {};
}

Result<EventLogContent> readEventLog(const std::filesystem::path& path)
{
    const Result<std::string> text = readTextFile(path);
    if (!text)
        return fail(text.error());
    EventLogContent content;
    std::size_t begin = 0;
    while (begin < text->size()) {
        const std::size_t end = text->find('\n', begin);
        if (end == std::string::npos) {
            content.tornTail = true;
            break;
        }
        if (auto event = parseLine(std::string_view(*text).substr(begin, end - begin)))
            content.events.push_back(std::move(*event));
        else
            ++content.damagedLines;
        begin = end + 1;
    }
    return content;
}

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <system_error>

namespace tandem {
namespace {

Status writeAll(int file, std::string_view content, const std::filesystem::path& path)
{
    while (!content.empty()) {
        const ssize_t written = ::write(file, content.data(), content.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return fail(fileError("cannot write", path, errno));
        content.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
}

void syncFolder(const std::filesystem::path& folder)
{
    // Best effort: some file systems refuse fsync on a folder, and the rename has happened already.
    const int handle = ::open(folder.c_str(), O_RDONLY | O_CLOEXEC);
    if (handle < 0)
        return;
    ::fsync(handle);
    ::close(handle);
}

}  // namespace

Error fileError(const std::string& action, const std::filesystem::path& path, int systemError)
{
    const char* remedy = "Check the path and its permissions";
    if (systemError == ENOENT)
        remedy = "Check the spelling of the path";
    else if (systemError == ENOSPC)
        remedy = "Free some space or choose another folder";
    else if (systemError == EROFS || systemError == EACCES)
        remedy = "Choose a folder that you may write to";
    return {ErrorCode::File, action + ": " + std::generic_category().message(systemError), path.string(), remedy};
}

Result<std::string> readTextFile(const std::filesystem::path& path)
{
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        return fail(fileError("cannot read", path, EISDIR));
    errno = 0;
    std::ifstream in(path, std::ios::binary);
    if (!in)
        return fail(fileError("cannot read", path, errno != 0 ? errno : ENOENT));
    std::ostringstream content;
    content << in.rdbuf();
    if (in.bad())
        return fail(fileError("cannot read", path, EIO));
    return std::move(content).str();
}

Status replaceFile(const std::filesystem::path& path, std::string_view content)
{
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
    const std::string temporary = (folder / ("." + path.filename().string() + "." + std::to_string(::getpid()) + ".tmp")).string();
    const int file = ::open(temporary.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0666);
    if (file < 0)
        return fail(fileError("cannot write", path, errno));

    Status status = writeAll(file, content, path);
    if (status && ::fsync(file) != 0)
        status = fail(fileError("cannot write", path, errno));
    if (::close(file) != 0 && status)
        status = fail(fileError("cannot write", path, errno));
    if (status && std::rename(temporary.c_str(), path.c_str()) != 0)
        status = fail(fileError("cannot write", path, errno));
    if (!status) {
        ::unlink(temporary.c_str());
        return status;
    }
    syncFolder(folder);
    return {};
}

Status createFolder(const std::filesystem::path& path)
{
    std::error_code problem;
    std::filesystem::create_directories(path, problem);
    if (problem)
        return fail(fileError("cannot create the folder", path, problem.value()));
    return {};
}

}  // namespace tandem

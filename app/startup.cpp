// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/startup.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <filesystem>

namespace tandem::app {

void tuneAllocator()
{
#ifdef __GLIBC__
    // 32 MiB is the most that glibc takes here. Larger blocks are still mapped one by one.
    mallopt(M_MMAP_THRESHOLD, 32 * 1024 * 1024);
    mallopt(M_TRIM_THRESHOLD, 2000 * 1024 * 1024);
    mallopt(M_TOP_PAD, 64 * 1024 * 1024);
    // Arenas of other threads are heaps of 64 MiB that are unmapped when they fall empty, so all threads share the main
    // one. A step makes a few hundred allocations: contention does not show.
    mallopt(M_ARENA_MAX, 1);
#endif
}

DataFolders dataFolders()
{
    DataFolders folders;
    folders.bundled = {std::filesystem::path(TANDEM_SOURCE_DATA) / "datasets", std::filesystem::path(TANDEM_INSTALLED_DATA) / "datasets"};
    return folders;
}

}  // namespace tandem::app

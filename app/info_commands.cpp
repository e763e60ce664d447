// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/commands.h"
#include "app/console.h"
#include "app/exit_codes.h"
#include "app/startup.h"
#include "core/facts/fields.h"
#include "core/run/comparison.h"
#include "core/run/preparation.h"

#include <QtGlobal>

#include <unistd.h>

#include <cstdlib>
#include <iostream>

namespace tandem::app {
namespace {

std::string folderState(const std::filesystem::path& folder)
{
    // The folder may not be there yet: then its nearest existing parent decides.
    std::filesystem::path existing = folder;
    std::error_code ignored;
    while (!existing.empty() && existing != existing.root_path() && !std::filesystem::exists(existing, ignored))
        existing = existing.parent_path();
    if (existing.empty())
        existing = ".";
    return access(existing.c_str(), W_OK | X_OK) == 0 ? "writable" : "not writable";
}

std::string displayName()
{
    for (const char* name : {"WAYLAND_DISPLAY", "DISPLAY"})
        if (const char* value = std::getenv(name); value && *value)
            return std::string(name) + "=" + value;
#ifdef __APPLE__
    return "Cocoa";
#else
    return "none";
#endif
}

}  // namespace

int devicesCommand(bool json, const Services& services)
{
    Json list = Json::array();
    for (const DeviceFacts& device : services.factory.devices()) {
        if (json) {
            list.push_back(fields::write(device));
            continue;
        }
        std::cout << (device.available ? "+ " : "- ") << device.name << "  " << device.label << "\n";
        if (!device.available)
            std::cout << "    not available: " << device.reason << ". " << device.instead << ".\n";
    }
    if (json)
        printJson(list);
    return kFine;
}

int doctorCommand(bool json, const Services& services)
{
    const EnvironmentFacts environment = services.factory.environment();
    const std::filesystem::path root = defaultComparisonRoot();
    const auto mnist = findDataset("mnist", dataFolders());
    std::vector<std::string> warnings;
    if (environment.referenceBlas)
        warnings.emplace_back("LibTorch uses the reference BLAS: a CNN step takes 3 to 6 times as long. "
                              "On Debian and Ubuntu: apt-get install libopenblas0-pthread");
    if (folderState(root) != "writable")
        warnings.push_back("The folder for comparisons cannot be written: " + root.string() + ". Set TANDEM_HOME or use --out");
    if (!mnist)
        warnings.push_back(describe(mnist.error()));

    if (json) {
        Json devices = Json::array();
        for (const DeviceFacts& device : services.factory.devices())
            devices.push_back(fields::write(device));
        printJson({{"environment", fields::write(environment)},
                   {"devices", std::move(devices)},
                   {"qt", qVersion()},
                   {"threads_per_run", threadsForRun(environment.cores, 2)},
                   {"display", displayName()},
                   {"comparisons", {{"folder", root.string()}, {"state", folderState(root)}}},
                   {"mnist", mnist ? Json(mnist->string()) : Json()},
                   {"warnings", warnings}});
        return kFine;
    }
    std::cout << "Tandem       " << environment.tandem << "\n"
              << "Qt           " << qVersion() << "\n"
              << "LibTorch     " << environment.libtorch << "\n"
              << "Compiler     " << environment.compiler << "\n"
              << "System       " << environment.os << "\n"
              << "CPU          " << (environment.cpu.empty() ? "unknown" : environment.cpu) << ", " << environment.cores << " cores\n"
              << "Threads      " << threadsForRun(environment.cores, 2) << " inside one operation for each of two runs\n"
              << "BLAS         " << environment.blas << "\n"
              << "Display      " << displayName() << "\n"
              << "Comparisons  " << root.string() << " (" << folderState(root) << ")\n"
              << "MNIST        " << (mnist ? mnist->string() : "missing") << "\n";
    for (const std::string& variable : environment.variables)
        std::cout << "Environment  " << variable << "\n";
    std::cout << "Devices\n";
    devicesCommand(false, services);
    for (const std::string& warning : warnings)
        std::cout << "warning: " << warning << "\n";
    std::cout << std::flush;
    return kFine;
}

}  // namespace tandem::app

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/comparison.h"

#include <filesystem>
#include <optional>

namespace tandem::ui {

/// What the window is opened with. What is referred to must outlive runWindow().
struct WindowContext {
    const TrainerFactory& factory;
    Executor& gpu;
    const Log& log;
    ComparisonOptions options;
    std::optional<std::filesystem::path> file;  ///< none: the first preset
    bool startAtOnce = false;
    /// Not empty: when the comparison is over a picture of the window is saved there as PNG, and the program ends.
    std::filesystem::path screenshot;
};

/// Opens the window and stays until it is closed. Without a display it says so on standard error.
/// @return the process's exit code; after a screenshot it tells how the comparison went, as `tandem run` does
int runWindow(int& argc, char** argv, const WindowContext& context);

}  // namespace tandem::ui

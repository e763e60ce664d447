// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/json.h"
#include "tests/support/test_data.h"

#include <gtest/gtest.h>
#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace tandem::test {

/// What a call of the program left behind.
struct Called {
    int exitCode = -1;   ///< −1: ended by a signal
    std::string out, err;
};

/// A folder with a small data set, and the program to be called on it. No display, no settings of the user's.
class ProgramTest : public testing::Test {
protected:
    ProgramTest();

    /// Calls tandem and waits for its end.
    Called call(const std::vector<std::string>& arguments);
    /// Starts tandem; its outputs go to files "out" and "err" of the folder.
    pid_t start(const std::vector<std::string>& arguments);
    Called waitFor(pid_t process);

    /// Writes a small clean experiment, changed by a merge patch, and returns its path.
    std::string experiment(const std::string& changes = "{}");
    /// Writes a text as an experiment file.
    std::string file(const std::string& name, const std::string& text);
    std::string path(const std::string& name) const { return (m_folder.path() / name).string(); }
    /// The folders of comparisons written below --out, which all calls here get.
    std::vector<std::filesystem::path> comparisons() const;

private:
    TemporaryFolder m_folder;
};

/// Labels are float32 on the CPU: an error before the first step, and one that the CPU's loss refuses.
inline const char* const kFloatLabels = R"({"runs": [{"name": "CPU", "device": "cpu"},
    {"name": "Odd", "device": "cpu", "with": {"step": {"label_dtype": "float32"}}}]})";

}  // namespace tandem::test

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/experiment/experiment.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace tandem {

/// One split of a data set, in memory as bytes.
struct Split {
    std::int64_t count = 0;                  ///< samples
    std::vector<std::uint8_t> images;        ///< count × channels × height × width
    std::vector<std::uint8_t> labels;        ///< count, class indices
};

/// A data set, immutable once loaded; shared by all threads.
struct Dataset {
    std::string source;                      ///< as written in the experiment
    std::int64_t channels = 1, height = 0, width = 0;
    std::int64_t classes = 0;                ///< largest label of both splits + 1
    Split train, test;
    struct File {
        std::string name, sha256;
    };
    std::vector<File> files;                 ///< what was read

    std::int64_t pixels() const { return channels * height * width; }
};

/// Where data sets are looked for.
struct DataFolders {
    std::vector<std::filesystem::path> bundled;  ///< folders with a sub-folder "mnist"
    std::vector<std::filesystem::path> system{"/usr/share/datasets", "/usr/local/share/datasets",
                                              "/opt/homebrew/share/datasets"};
};

/// Loads the whole of both splits, then takes the first N of each where a limit is set. Errors name the file; there is
/// never a partial data set.
Result<std::shared_ptr<const Dataset>> loadDataset(const DataConfig& config, const DataFolders& folders);

/// The folder that holds the four IDX files of a source, or an error that says where was looked.
Result<std::filesystem::path> findDataset(const std::string& source, const DataFolders& folders);

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/data/dataset.h"

#include "core/base/hash.h"
#include "core/base/text_file.h"
#include "core/data/idx.h"

#include <algorithm>

namespace tandem {
namespace {

namespace fs = std::filesystem;

constexpr const char* kIdxPrefix = "idx:";

bool isThere(const fs::path& path)
{
    std::error_code ignored;
    return fs::exists(path, ignored);
}

// A file may lie there plain or compressed.
fs::path present(const fs::path& folder, const std::string& name)
{
    for (const fs::path& candidate : {folder / name, folder / (name + ".gz")})
        if (isThere(candidate))
            return candidate;
    return {};
}

bool holdsIdxFiles(const fs::path& folder)
{
    return !present(folder, "train-images-idx3-ubyte").empty();
}

Result<IdxArray> readPart(const fs::path& folder, const std::string& name, std::size_t axes, Dataset& dataset)
{
    const fs::path path = present(folder, name);
    if (path.empty())
        return fail(ErrorCode::File, "the data file " + name + " (or " + name + ".gz) is missing", folder.string(),
                    "Put all four IDX files into that folder");
    const Result<std::string> raw = readTextFile(path);
    if (!raw)
        return fail(raw.error());
    dataset.files.push_back({path.filename().string(), sha256Hex(raw->data(), raw->size())});
    Result<IdxArray> array = readIdx(path);
    if (array && array->sizes.size() != axes)
        return fail(ErrorCode::File,
                    "expected an array with " + std::to_string(axes) + " axes, found " + std::to_string(array->sizes.size()),
                    path.string() + ", offset 3", "Images have three axes, labels have one");
    return array;
}

Status readSplit(const fs::path& folder, const std::string& prefix, Split& split, Dataset& dataset)
{
    Result<IdxArray> images = readPart(folder, prefix + "-images-idx3-ubyte", 3, dataset);
    if (!images)
        return fail(images.error());
    Result<IdxArray> labels = readPart(folder, prefix + "-labels-idx1-ubyte", 1, dataset);
    if (!labels)
        return fail(labels.error());
    if (images->sizes[0] != labels->sizes[0])
        return fail(ErrorCode::File,
                    "the split \"" + prefix + "\" has " + std::to_string(images->sizes[0]) + " images and "
                        + std::to_string(labels->sizes[0]) + " labels; the counts must be equal",
                    present(folder, prefix + "-labels-idx1-ubyte").string() + ", offset 4", "Take both files from the same source");
    if (dataset.height != 0 && (images->sizes[1] != dataset.height || images->sizes[2] != dataset.width))
        return fail(ErrorCode::File,
                    "images of the test split are " + std::to_string(images->sizes[1]) + "×" + std::to_string(images->sizes[2])
                        + ", those of the training split " + std::to_string(dataset.height) + "×" + std::to_string(dataset.width),
                    present(folder, prefix + "-images-idx3-ubyte").string() + ", offset 8", "Take both splits from the same source");
    dataset.height = images->sizes[1];
    dataset.width = images->sizes[2];
    split.count = images->sizes[0];
    split.images = std::move(images->bytes);
    split.labels = std::move(labels->bytes);
    return {};
}

Status limitSplit(Split& split, std::optional<std::int64_t> limit, const char* name, std::int64_t pixels)
{
    if (!limit)
        return {};
    if (*limit > split.count)
        return fail(ErrorCode::InvalidExperiment,
                    std::string("the ") + name + " split has " + std::to_string(split.count) + " images, fewer than the limit of "
                        + std::to_string(*limit),
                    std::string("$.data.limit.") + name, "Lower the limit or leave it out");
    split.count = *limit;
    split.images.resize(static_cast<std::size_t>(split.count * pixels));
    split.labels.resize(static_cast<std::size_t>(split.count));
    return {};
}

}  // namespace

Result<fs::path> findDataset(const std::string& source, const DataFolders& folders)
{
    if (source.rfind(kIdxPrefix, 0) == 0) {
        const fs::path folder = source.substr(std::string(kIdxPrefix).size());
        if (!holdsIdxFiles(folder))
            return fail(ErrorCode::File, "no file train-images-idx3-ubyte or train-images-idx3-ubyte.gz lies there",
                        folder.string(), "Point \"idx:\" to a folder with the four IDX files");
        return folder;
    }
    if (source != "mnist" && source != "fashion-mnist") {
        const std::string near = nearestWord(source, {"mnist", "fashion-mnist"});
        return fail(ErrorCode::InvalidExperiment, "no data source is named \"" + source + "\"", "$.data.source",
                    (near.empty() ? std::string() : "Did you mean \"" + near + "\"? ")
                        + "Known are mnist, fashion-mnist and idx:FOLDER");
    }
    std::string looked;
    for (const auto* places : {&folders.bundled, &folders.system})
        for (const fs::path& place : *places) {
            if (holdsIdxFiles(place / source))
                return place / source;
            looked += (looked.empty() ? "" : ", ") + (place / source).string();
        }
    return fail(ErrorCode::File, "the data set \"" + source + "\" is not on this machine; looked in " + looked, "$.data.source",
                source == "fashion-mnist" ? "On Debian and Ubuntu: apt-get install dataset-fashion-mnist"
                                          : "Reinstall Tandem, or use idx:FOLDER with your own copy");
}

Result<std::shared_ptr<const Dataset>> loadDataset(const DataConfig& config, const DataFolders& folders)
{
    const Result<fs::path> folder = findDataset(config.source, folders);
    if (!folder)
        return fail(folder.error());
    auto dataset = std::make_shared<Dataset>();
    dataset->source = config.source;
    if (Status status = readSplit(*folder, "train", dataset->train, *dataset); !status)
        return fail(status.error());
    if (Status status = readSplit(*folder, "t10k", dataset->test, *dataset); !status)
        return fail(status.error());
    const auto largest = [](const Split& split) { return *std::max_element(split.labels.begin(), split.labels.end()); };
    dataset->classes = std::max(largest(dataset->train), largest(dataset->test)) + 1;
    if (Status status = limitSplit(dataset->train, config.trainLimit, "train", dataset->pixels()); !status)
        return fail(status.error());
    if (Status status = limitSplit(dataset->test, config.testLimit, "test", dataset->pixels()); !status)
        return fail(status.error());
    return std::shared_ptr<const Dataset>(std::move(dataset));
}

}  // namespace tandem

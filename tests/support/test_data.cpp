// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_data.h"

#include <unistd.h>

#include <fstream>
#include <stdexcept>

namespace tandem::test {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder(const fs::path& parent)
{
    std::string pattern = (parent / "tandem-test-XXXXXX").string();
    if (!mkdtemp(pattern.data()))
        throw std::runtime_error("cannot create a temporary folder");
    m_path = pattern;
}

TemporaryFolder::~TemporaryFolder()
{
    std::error_code ignored;
    fs::remove_all(m_path, ignored);
}

void writeIdx(const fs::path& path, const std::vector<std::uint32_t>& sizes, const std::vector<std::uint8_t>& bytes)
{
    std::ofstream out(path, std::ios::binary);
    const auto put = [&](unsigned value) { out.put(static_cast<char>(value)); };
    put(0), put(0), put(8), put(static_cast<unsigned>(sizes.size()));
    for (const std::uint32_t size : sizes)
        for (const unsigned shift : {24u, 16u, 8u, 0u})
            put((size >> shift) & 0xFF);
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

void writeSmallDataset(const fs::path& folder, std::uint32_t train, std::uint32_t test)
{
    const auto write = [&](const std::string& prefix, std::uint32_t count) {
        std::vector<std::uint8_t> images, labels;
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint32_t label = (i * 7 + i / 10) % 10;
            labels.push_back(static_cast<std::uint8_t>(label));
            for (std::uint32_t pixel = 0; pixel < 64; ++pixel)
                images.push_back(static_cast<std::uint8_t>(pixel / 6 == label ? 200 + i % 50 : (i * 31 + pixel * 17) % 40));
        }
        writeIdx(folder / (prefix + "-images-idx3-ubyte"), {count, 8, 8}, images);
        writeIdx(folder / (prefix + "-labels-idx1-ubyte"), {count}, labels);
    };
    write("train", train);
    write("t10k", test);
}

ExperimentFile smallExperiment(const fs::path& folder, const std::string& changes)
{
    Json document = Json::parse(R"({
        "tandem": 1, "name": "small",
        "data": {"transforms": [{"scale": 255}]},
        "model": {"layers": ["flatten", {"linear": {"out": 10}}]},
        "batch_size": 8, "epochs": 2, "seed": 3,
        "evaluate": {"every_steps": 10, "part_samples": 32, "batch_size": 16},
        "runs": [{"name": "CPU", "device": "cpu"}, {"name": "MPS", "device": "mps-emulated"}]
    })");
    document["data"]["source"] = "idx:" + folder.string();
    document.merge_patch(Json::parse(changes));
    auto file = checkExperiment(std::move(document), "small.tandem.json");
    if (!file)
        throw std::runtime_error(describe(file.error()));
    return *file;
}

fs::path sourceFolder()
{
    return TANDEM_SOURCE_DIR;
}

DataFolders sourceDataFolders()
{
    DataFolders folders;
    folders.bundled = {sourceFolder() / "resources" / "datasets"};
    return folders;
}

}  // namespace tandem::test

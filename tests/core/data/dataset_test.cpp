// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/data/dataset.h"

#include "core/base/hash.h"
#include "core/base/text_file.h"
#include "tests/core/support/error_of.h"
#include "tests/core/support/idx_bytes.h"
#include "tests/support/test_data.h"

#include <algorithm>
#include <sstream>

namespace tandem {
namespace {

namespace fs = std::filesystem;
using test::errorOf;
using test::idxHeader;
using test::problemOf;
using testing::AllOf;
using testing::HasSubstr;

constexpr const char* kTrainImages = "train-images-idx3-ubyte";
constexpr const char* kTrainLabels = "train-labels-idx1-ubyte";
constexpr const char* kTestImages = "t10k-images-idx3-ubyte";
constexpr const char* kTestLabels = "t10k-labels-idx1-ubyte";

/// A folder with a small good data set, of which each test spoils something.
class IdxFolder : public testing::Test {
protected:
    IdxFolder() { test::writeSmallDataset(path(), 20, 10); }

    const fs::path& path() const { return m_folder.path(); }
    void write(const char* name, const std::string& bytes) { test::writeBytes(path() / name, bytes); }
    std::string read(const char* name) { return readTextFile(path() / name).value(); }

    Result<std::shared_ptr<const Dataset>> load(std::optional<std::int64_t> train = {},
                                                std::optional<std::int64_t> test = {})
    {
        DataConfig config;
        config.source = "idx:" + path().string();
        config.trainLimit = train;
        config.testLimit = test;
        return loadDataset(config, {});
    }

private:
    test::TemporaryFolder m_folder;
};

TEST_F(IdxFolder, IsLoadedWhole)
{
    const auto dataset = load();
    ASSERT_EQ(problemOf(dataset), "");
    const Dataset& data = **dataset;
    EXPECT_EQ(data.source, "idx:" + path().string());
    EXPECT_EQ(data.channels, 1);
    EXPECT_EQ(data.height, 8);
    EXPECT_EQ(data.width, 8);
    EXPECT_EQ(data.classes, 10);
    EXPECT_EQ(data.train.count, 20);
    EXPECT_EQ(data.test.count, 10);
    EXPECT_EQ(data.train.images.size(), 20u * 64);
    EXPECT_EQ(data.test.labels.size(), 10u);
    EXPECT_EQ(std::string(data.train.images.begin(), data.train.images.end()), read(kTrainImages).substr(16));
    EXPECT_EQ(std::string(data.test.labels.begin(), data.test.labels.end()), read(kTestLabels).substr(8));
}

TEST_F(IdxFolder, NamesTheFilesThatWereReadWithTheirSums)
{
    const auto dataset = load();
    ASSERT_TRUE(dataset);
    ASSERT_EQ((*dataset)->files.size(), 4u);
    for (const Dataset::File& file : (*dataset)->files) {
        const std::string bytes = read(file.name.c_str());
        EXPECT_EQ(file.sha256, sha256Hex(bytes.data(), bytes.size())) << file.name;
    }
}

TEST_F(IdxFolder, MayMixPlainAndCompressedFiles)
{
    const auto plain = load();
    write("train-images-idx3-ubyte.gz", test::gzipped(read(kTrainImages)));
    fs::remove(path() / kTrainImages);
    const auto mixed = load();
    ASSERT_TRUE(plain && mixed);
    EXPECT_EQ((*mixed)->train.images, (*plain)->train.images);
    EXPECT_EQ((*mixed)->files[0].name, "train-images-idx3-ubyte.gz");
}

TEST_F(IdxFolder, TakesTheFirstSamplesWhereALimitIsSet)
{
    const auto whole = load();
    const auto limited = load(5, 3);
    ASSERT_TRUE(whole && limited);
    EXPECT_EQ((*limited)->train.count, 5);
    EXPECT_EQ((*limited)->test.count, 3);
    EXPECT_EQ((*limited)->train.images.size(), 5u * 64);
    EXPECT_TRUE(
        std::equal((*limited)->train.images.begin(), (*limited)->train.images.end(), (*whole)->train.images.begin()));
    EXPECT_TRUE(
        std::equal((*limited)->test.labels.begin(), (*limited)->test.labels.end(), (*whole)->test.labels.begin()));
    EXPECT_EQ((*limited)->test.labels.size(), 3u);
    EXPECT_EQ((*limited)->classes, 10) << "classes are counted before the limit";
}

TEST_F(IdxFolder, TakesALimitOfExactlyAllAndRefusesOneMore)
{
    EXPECT_TRUE(load(20, 10));
    const Error train = errorOf(load(21, 10));
    EXPECT_EQ(train.code, ErrorCode::InvalidExperiment);
    EXPECT_EQ(train.where, "$.data.limit.train");
    EXPECT_THAT(train.what, AllOf(HasSubstr("20"), HasSubstr("21")));
    EXPECT_EQ(errorOf(load(20, 11)).where, "$.data.limit.test");
}

TEST_F(IdxFolder, NamesAnyOfTheFourFilesThatIsMissing)
{
    for (const char* name : {kTrainImages, kTrainLabels, kTestImages, kTestLabels}) {
        const std::string content = read(name);
        fs::remove(path() / name);
        const Error error = errorOf(load());
        EXPECT_EQ(error.code, ErrorCode::File);
        EXPECT_THAT(describe(error), HasSubstr(name));
        EXPECT_THAT(error.where, HasSubstr(path().string()));
        write(name, content);
    }
}

TEST_F(IdxFolder, RefusesADamagedFileAndNamesIt)
{
    for (const char* name : {kTrainImages, kTrainLabels, kTestImages, kTestLabels}) {
        const std::string content = read(name);
        write(name, content.substr(0, content.size() - 1));
        const Error error = errorOf(load());
        EXPECT_EQ(error.where, (path() / name).string() + ", offset " + std::to_string(content.size() - 1));
        write(name, content);
    }
}

TEST_F(IdxFolder, RefusesMoreImagesThanLabelsAndTheOtherWayRound)
{
    for (const std::uint32_t count : {19u, 21u}) {
        write(kTrainLabels, idxHeader({count}) + std::string(count, '\1'));
        const Error error = errorOf(load());
        EXPECT_EQ(error.code, ErrorCode::File);
        EXPECT_THAT(error.what, AllOf(HasSubstr("20 images"), HasSubstr(std::to_string(count) + " labels")));
        EXPECT_THAT(error.where, AllOf(HasSubstr(kTrainLabels), HasSubstr("offset 4")));
    }
}

TEST_F(IdxFolder, NamesTheCompressedFileWhereThatOneDoesNotFit)
{
    fs::remove(path() / kTestLabels);
    write("t10k-labels-idx1-ubyte.gz", test::gzipped(idxHeader({9}) + std::string(9, '\1')));
    EXPECT_THAT(errorOf(load()).where, HasSubstr("t10k-labels-idx1-ubyte.gz"));
}

TEST_F(IdxFolder, RefusesAWrongNumberOfAxes)
{
    write(kTrainImages, idxHeader({20, 64}) + std::string(20 * 64, 'x'));
    const Error images = errorOf(load());
    EXPECT_THAT(images.what, AllOf(HasSubstr("expected an array with 3 axes"), HasSubstr("found 2")));
    EXPECT_THAT(images.where, AllOf(HasSubstr(kTrainImages), HasSubstr("offset 3")));

    test::writeSmallDataset(path(), 20, 10);
    write(kTrainLabels, idxHeader({20, 1}) + std::string(20, '\1'));
    EXPECT_THAT(errorOf(load()).what, AllOf(HasSubstr("expected an array with 1 axes"), HasSubstr("found 2")));
}

TEST_F(IdxFolder, RefusesSplitsWithPicturesOfDifferentSizes)
{
    write(kTestImages, idxHeader({10, 4, 16}) + std::string(10 * 64, 'x'));
    const Error error = errorOf(load());
    EXPECT_THAT(error.what, AllOf(HasSubstr("4×16"), HasSubstr("8×8")));
    EXPECT_THAT(error.where, AllOf(HasSubstr(kTestImages), HasSubstr("offset 8")));
}

// Whether a label fits the model is for the rule label-range to say: the reader reports what the labels are.
TEST_F(IdxFolder, CountsClassesByTheLargestLabelOfBothSplits)
{
    write(kTestLabels, idxHeader({10}) + std::string(9, '\1') + '\xff');
    const auto dataset = load();
    ASSERT_TRUE(dataset);
    EXPECT_EQ((*dataset)->classes, 256);
}

TEST_F(IdxFolder, SaysWhichFolderHoldsNoDataSet)
{
    const test::TemporaryFolder empty;
    const Error error = errorOf(findDataset("idx:" + empty.path().string(), {}));
    EXPECT_EQ(error.code, ErrorCode::File);
    EXPECT_EQ(error.where, empty.path().string());
    EXPECT_THAT(error.what, HasSubstr(kTrainImages));
    EXPECT_EQ(errorOf(findDataset("idx:", {})).code, ErrorCode::File);
    EXPECT_EQ(errorOf(findDataset("idx:/no/such/folder", {})).where, "/no/such/folder");
}

TEST(DataSource, ProposesTheNearestName)
{
    const Error error = errorOf(findDataset("fashon-mnist", {}));
    EXPECT_EQ(error.code, ErrorCode::InvalidExperiment);
    EXPECT_EQ(error.where, "$.data.source");
    EXPECT_THAT(error.remedy, HasSubstr("Did you mean \"fashion-mnist\"?"));
    EXPECT_THAT(errorOf(findDataset("cifar10", {})).remedy, Not(HasSubstr("Did you mean")));
}

TEST(DataSource, SaysWhereItLookedForFashionMnistAndHowToGetIt)
{
    const test::TemporaryFolder bundled, system;
    const Error error = errorOf(findDataset("fashion-mnist", {{bundled.path()}, {system.path()}}));
    EXPECT_EQ(error.code, ErrorCode::File);
    EXPECT_THAT(error.what, AllOf(HasSubstr((bundled.path() / "fashion-mnist").string()),
                                  HasSubstr((system.path() / "fashion-mnist").string())));
    EXPECT_THAT(error.remedy, HasSubstr("apt-get install dataset-fashion-mnist"));
}

TEST(DataSource, PrefersTheBundledCopy)
{
    const test::TemporaryFolder bundled, system;
    for (const auto* folder : {&bundled, &system}) {
        fs::create_directory(folder->path() / "fashion-mnist");
        test::writeSmallDataset(folder->path() / "fashion-mnist", 10, 10);
    }
    EXPECT_EQ(findDataset("fashion-mnist", {{bundled.path()}, {system.path()}}).value(),
              bundled.path() / "fashion-mnist");
    EXPECT_EQ(findDataset("fashion-mnist", {{}, {system.path()}}).value(), system.path() / "fashion-mnist");
}

/// The cells of a Markdown table's row, without backticks.
std::vector<std::string> cells(const std::string& row)
{
    std::vector<std::string> found;
    std::stringstream in(row);
    for (std::string cell; std::getline(in, cell, '|');) {
        cell.erase(std::remove_if(cell.begin(), cell.end(), [](char c) { return c == ' ' || c == '`'; }), cell.end());
        found.push_back(cell);
    }
    return found;
}

TEST(EmbeddedMnist, EqualsTheSumsThatItsReadmePublishes)
{
    const fs::path folder = test::sourceFolder() / "resources" / "datasets" / "mnist";
    std::stringstream readme(readTextFile(folder / "README.md").value());
    int files = 0;
    for (std::string line; std::getline(readme, line);) {
        const auto row = cells(line);
        if (row.size() < 6 || row[1].find("ubyte.gz") == std::string::npos)
            continue;
        ++files;
        const std::string bytes = readTextFile(folder / row[1]).value();
        EXPECT_EQ(sha256Hex(bytes.data(), bytes.size()), row[4]) << row[1];
        const std::string content = test::gunzipped(bytes);
        EXPECT_EQ(sha256Hex(content.data(), content.size()), row[5]) << row[1];
    }
    EXPECT_EQ(files, 4);
}

TEST(EmbeddedMnist, Has60000And10000PicturesOfTenClasses)
{
    const auto dataset = loadDataset({}, test::sourceDataFolders());
    ASSERT_EQ(problemOf(dataset), "");
    const Dataset& mnist = **dataset;
    EXPECT_EQ(mnist.train.count, 60'000);
    EXPECT_EQ(mnist.test.count, 10'000);
    EXPECT_EQ(mnist.height, 28);
    EXPECT_EQ(mnist.width, 28);
    EXPECT_EQ(mnist.classes, 10);
    EXPECT_EQ(mnist.train.images.size(), 60'000u * 784);
    EXPECT_EQ(mnist.test.images.size(), 10'000u * 784);
    std::vector<int> perClass(10);
    for (const std::uint8_t label : mnist.train.labels)
        ++perClass.at(label);
    EXPECT_THAT(perClass, testing::ElementsAre(5923, 6742, 5958, 6131, 5842, 5421, 5918, 6265, 5851, 5949));
    EXPECT_THAT(mnist.train.labels[0], 5) << "the first picture of MNIST is a five";
}

}  // namespace
}  // namespace tandem

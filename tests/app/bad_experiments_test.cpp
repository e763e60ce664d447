// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Each is one paragraph on standard error with place and remedy, and nothing is written.

#include "tests/app/program.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace tandem::test {
namespace {

using testing::HasSubstr;

struct Bad {
    const char* name;
    const char* changes;
    std::vector<const char*> says;
};

void PrintTo(const Bad& bad, std::ostream* out)
{
    *out << bad.name;
}

class BadExperiment : public ProgramTest, public testing::WithParamInterface<Bad> {};

TEST_P(BadExperiment, IsRefusedInOneParagraphAndNothingIsWritten)
{
    const std::string report = path("report.html");
    const Called called = call({"run", experiment(GetParam().changes), "--report", report});
    EXPECT_EQ(called.exitCode, 2) << called.err;
    EXPECT_EQ(called.out, "");
    for (const char* said : GetParam().says)
        EXPECT_THAT(called.err, HasSubstr(said));
    EXPECT_EQ(std::count(called.err.begin(), called.err.end(), '\n'), 1) << called.err;
    EXPECT_TRUE(comparisons().empty());
    EXPECT_FALSE(std::filesystem::exists(report));
}

INSTANTIATE_TEST_SUITE_P(
    All, BadExperiment,
    testing::Values(
        Bad{"wrong_type", R"({"epochs": "three"})", {"epochs", "three"}},
        Bad{"unknown_key", R"({"epochz": 3})", {"epochz", "\"epochs\""}},
        Bad{"unknown_key_deep", R"({"step": {"label_dtpe": "int64"}})", {"step", "label_dtpe", "label_dtype"}},
        Bad{"unknown_layer", R"({"model": {"layers": ["flaten"]}})", {"flaten", "flatten"}},
        Bad{"impossible_shape",
            R"({"model": {"layers": [{"conv2d": {"out": 4, "kernel": 9}}, "flatten", {"linear": {"out": 10}}]}})",
            {"conv2d_1", "1×8×8"}},
        Bad{"zero_size", R"({"batch_size": 0})", {"batch_size", "0"}},
        Bad{"negative_size", R"({"model": {"layers": ["flatten", {"linear": {"out": -1}}]}})", {"out", "-1"}},
        Bad{"absurd_size", R"({"model": {"layers": ["flatten", {"linear": {"out": 4000000000000}}]}})", {"out"}},
        Bad{"no_runs", R"({"runs": []})", {"runs"}},
        Bad{"same_name_twice", R"({"runs": [{"name": "A", "device": "cpu"}, {"name": "A", "device": "cpu"}]})", {"\"A\""}},
        Bad{"bad_override", R"({"runs": [{"name": "A", "device": "cpu", "with": {"loss": "hinge"}}]})", {"hinge"}},
        Bad{"unknown_fault", R"({"faults": ["lab-float"]})", {"lab-float"}},
        Bad{"newer_format", R"({"tandem": 99})", {"99"}}),
    [](const auto& instance) { return std::string(instance.param.name); });

class BadFile : public ProgramTest {};

TEST_F(BadFile, NotJsonNamesLineAndColumn)
{
    const Called called = call({"run", file("broken.tandem.json", "{\n  \"tandem\": 1,\n  \"epochs\" 3\n}\n")});
    EXPECT_EQ(called.exitCode, 2);
    EXPECT_THAT(called.err, HasSubstr("broken.tandem.json"));
    EXPECT_THAT(called.err, HasSubstr("line 3"));
}

TEST_F(BadFile, EmptyBinaryAndFolderAreRefused)
{
    EXPECT_EQ(call({"run", file("empty.tandem.json", "")}).exitCode, 2);
    EXPECT_EQ(call({"run", file("binary.tandem.json", std::string("\0\xff\x1f\x8b", 4))}).exitCode, 2);
    EXPECT_EQ(call({"run", path("")}).exitCode, 4);
}

TEST_F(BadFile, ATruncatedDataSetIsNamedAndNothingIsTrained)
{
    const std::string images = path("data/train-images-idx3-ubyte");
    std::filesystem::resize_file(images, 1000);
    const Called called = call({"run", experiment()});
    EXPECT_EQ(called.exitCode, 4) << called.err;
    EXPECT_THAT(called.err, HasSubstr("train-images-idx3-ubyte"));
    EXPECT_THAT(called.err, HasSubstr("1000"));
    EXPECT_TRUE(comparisons().empty());
}

}  // namespace
}  // namespace tandem::test

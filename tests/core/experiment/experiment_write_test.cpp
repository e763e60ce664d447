// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/experiment/difference.h"
#include "core/experiment/fix.h"
#include "core/experiment/words.h"
#include "tests/core/support/documents.h"
#include "tests/core/support/error_of.h"
#include "tests/support/schema.h"
#include "tests/support/test_data.h"

#include <algorithm>

namespace tandem {
namespace {

using test::problemOf;
using testing::ElementsAre;

ExperimentFile fileOf(Json document)
{
    auto file = checkExperiment(std::move(document), {});
    EXPECT_EQ(problemOf(file), "");
    return file.value();
}

std::vector<Json> documents()
{
    std::vector<Json> all{
        test::minimalDocument(),
        test::fullDocument(),
        test::minimalDocument(R"({"optimizer": "sgd"})"),
        test::fullDocument(R"({"adamw": {"lr": 0.1, "betas": [0, 0.5], "eps": 1e-3, "weight_decay": 0}})"),
        test::fullDocument(R"({"sgd": {"lr": 3, "momentum": 0.9, "weight_decay": 1e-4}})"),
        test::minimalDocument(R"({"model": {"layers": null, "preset": "cnn"}})"),
        test::minimalDocument(R"({"model": {"layers": null, "preset": "mlp"}})")};
    for (const char* name : test::kPresets)
        all.push_back(loadExperiment(test::sourceFolder() / "resources" / "presets" / name)->document);
    return all;
}

TEST(ExperimentToJson, ReadsBackAsTheSameExperiment)
{
    for (const Json& document : documents()) {
        const auto first = readExperiment(document, {});
        ASSERT_EQ(problemOf(first), "");
        const auto second = readExperiment(toJson(*first), {});
        ASSERT_EQ(problemOf(second), "");
        EXPECT_EQ(toJson(*second), toJson(*first));
        EXPECT_EQ(second->baseline, first->baseline);
        EXPECT_EQ(second->seed, first->seed);
    }
}

// The full document names every setting, so all of it must come out again.
TEST(ExperimentToJson, LosesNothingThatWasWritten)
{
    const Json document = test::fullDocument();
    const Json written = toJson(fileOf(document).experiment);
    for (const auto& [key, value] : document.items())
        EXPECT_EQ(written[key], value) << key;
    EXPECT_EQ(written.size(), document.size());
}

TEST(ExperimentToJson, WritesEveryDefaultOut)
{
    const Json written = toJson(fileOf(test::minimalDocument()).experiment);
    const Json full = test::fullDocument();
    for (const auto& [key, value] : full.items())  // of the rules only what is not the default: the table is long
        EXPECT_TRUE(written.contains(key) || key == "rules") << key;
    for (const auto& [key, value] : full["step"].items())
        EXPECT_TRUE(written["step"].contains(key)) << key;
}

TEST(ExperimentSchema, TakesWhatPeopleWriteAndWhatTandemWrites)
{
    for (const Json& document : documents()) {
        EXPECT_EQ(test::complaint("experiment.schema.json", document), "") << document["name"];
        EXPECT_EQ(test::complaint("experiment.schema.json", toJson(fileOf(document).experiment)), "");
    }
}

TEST(ExperimentSchema, RefusesWhatTheReaderRefuses)
{
    for (const char* changes : {R"({"tandem": null})",
                                R"({"tandem": 2})",
                                R"({"model": null})",
                                R"({"runs": null})",
                                R"({"runs": []})",
                                R"({"bach_size": 1})",
                                R"({"batch_size": "64"})",
                                R"({"batch_size": 0})",
                                R"({"seed": -1})",
                                R"({"loss": "hinge"})",
                                R"({"optimizer": "adm"})",
                                R"({"optimizer": {"adam": {}, "sgd": {}}})",
                                R"({"model": {"layers": []}})",
                                R"({"model": {"layers": ["conv3d"]}})",
                                R"({"model": {"layers": [{"linear": {"out": -1}}]}})",
                                R"({"model": {"preset": "cnn"}})",
                                R"({"data": {"limit": {"train": 0}}})",
                                R"({"data": {"transforms": [], "test_transforms": []}})",
                                R"({"step": {"zero_grad": 1}})",
                                R"({"evaluate": {"device": "gpu"}})",
                                R"({"mode": "lockstep"})",
                                R"({"faults": [1]})",
                                R"({"runs": [{"name": "A"}]})",
                                R"({"runs": [{"name": "A", "device": []}]})",
                                R"({"runs": [{"name": "A", "device": "cpu", "with": {"runs": []}}]})",
                                R"({"runs": [{"name": "A", "device": "cpu", "with": {"epochs": 0}}]})"}) {
        EXPECT_FALSE(checkExperiment(test::minimalDocument(changes), {})) << changes;
        EXPECT_NE(test::complaint("experiment.schema.json", test::minimalDocument(changes)), "") << changes;
    }
}

std::vector<std::string> pathsOf(const std::vector<ConfigRow>& rows)
{
    std::vector<std::string> paths;
    for (const ConfigRow& row : rows)
        paths.push_back(row.path);
    return paths;
}

std::vector<Json> valuesAt(const std::vector<ConfigRow>& rows, const std::string& path)
{
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const ConfigRow& r) { return r.path == path; });
    return row == rows.end() ? std::vector<Json>() : row->values;
}

TEST(ConfigTable, ShowsTheDeviceFirstAndEveryDefault)
{
    const auto table = configTable(fileOf(test::minimalDocument()));
    ASSERT_EQ(problemOf(table), "");
    EXPECT_EQ(table->front().path, "device");
    const auto paths = pathsOf(*table);
    for (const char* path :
         {"data.source", "loss", "optimizer.adam.lr", "batch_size", "seed", "step.label_dtype", "evaluate.every_steps"})
        EXPECT_THAT(paths, testing::Contains(path));
    for (const ConfigRow& row : *table)
        EXPECT_EQ(row.values.size(), 2u) << row.path;
}

TEST(ConfigTable, DiffersOnlyInTheDeviceForRunsWithoutPatches)
{
    EXPECT_THAT(pathsOf(differingRows(*configTable(fileOf(test::minimalDocument())))), ElementsAre("device"));
}

TEST(ConfigTable, DiffersInExactlyThePatch)
{
    Json document = test::minimalDocument(R"({"seed": 3})");
    document["runs"][1]["device"] = "cpu";
    document["runs"][1]["with"] = Json::parse(R"({"step": {"label_dtype": "float32"}, "batch_size": 8, "seed": 3})");
    const auto rows = differingRows(*configTable(fileOf(document)));
    ASSERT_THAT(pathsOf(rows), testing::UnorderedElementsAre("step.label_dtype", "batch_size"));
    EXPECT_THAT(valuesAt(rows, "step.label_dtype"), ElementsAre(Json("int64"), Json("float32")));
}

TEST(ConfigTable, HasNullWhereARunLacksASetting)
{
    Json document = test::minimalDocument(R"({"optimizer": {"adam": {"lr": 1}}})");
    document["runs"][1]["with"] = Json::parse(R"({"optimizer": {"adam": null, "sgd": {"lr": 2}}})");
    const auto table = configTable(fileOf(document));
    ASSERT_EQ(problemOf(table), "");
    EXPECT_THAT(valuesAt(*table, "optimizer.adam.lr"), ElementsAre(Json(1.0), Json()));
    EXPECT_THAT(valuesAt(*table, "optimizer.sgd.lr"), ElementsAre(Json(), Json(2.0)));
    EXPECT_THAT(pathsOf(differingRows(*table)), testing::IsSupersetOf({"optimizer.adam.lr", "optimizer.sgd.lr"}));
}

TEST(ConfigTable, ShowsAListOfDevicesAsGiven)
{
    EXPECT_EQ(configTable(fileOf(test::minimalDocument()))->front().values[1],
              Json::parse(R"(["mps", "mps-emulated"])"));
}

TEST(DisplayValue, IsWhatPeopleRead)
{
    EXPECT_EQ(displayValue("adam"), "adam");
    EXPECT_EQ(displayValue(64), "64");
    EXPECT_EQ(displayValue(false), "false");
    EXPECT_EQ(displayValue(Json()), "—");
    EXPECT_EQ(displayValue(Json::parse("[1, 2]")), "[1,2]");
    EXPECT_EQ(displayValue(Json::parse(R"(["mps", "cpu"])")), "mps, cpu");
    EXPECT_EQ(displayValue(Json::array()), "none");
}

TEST(EditableValue, IsReadBackBySetAtPath)
{
    for (const char* text : {R"("adam")", "64", "0.5", "false", "[1,2]", R"(["mps","cpu"])", "[]", R"({"a":1})"}) {
        const Json value = Json::parse(text);
        Json document = Json::object();
        ASSERT_EQ(problemOf(setAtPath(document, "key=" + editableValue(value))), "");
        EXPECT_EQ(document["key"], value);
    }
    EXPECT_EQ(editableValue(Json()), "");
}

TEST(ApplyFix, MergesIntoTheNamedRunsPatchOnly)
{
    Json document = test::minimalDocument();
    document["runs"][1]["with"] = Json::parse(R"({"step": {"label_dtype": "float32", "zero_grad": false}})");
    const Json before = document;
    const Json fixed = applyFix(document, "MPS", Json::parse(R"({"step": {"label_dtype": "int64"}})"));
    EXPECT_EQ(document, before) << "the document passed in stays as it is";
    EXPECT_EQ(fixed["runs"][1]["with"], Json::parse(R"({"step": {"label_dtype": "int64", "zero_grad": false}})"));
    EXPECT_EQ(fixed["runs"][0], before["runs"][0]);
    EXPECT_EQ(resolvedLabelDtype(*resolveRun(fixed, 1, {})), LabelDtype::Int64);
}

TEST(ApplyFix, GivesARunThatHadNoneAPatch)
{
    const Json fixed = applyFix(test::minimalDocument(), "CPU", Json::parse(R"({"seed": 4})"));
    EXPECT_EQ(fixed["runs"][0]["with"], Json::parse(R"({"seed": 4})"));
}

TEST(ApplyFix, MergesIntoTheDocumentWhereNoRunIsNamed)
{
    const Json fixed = applyFix(test::minimalDocument(R"({"seed": 1, "epochs": 2})"), std::nullopt,
                                Json::parse(R"({"seed": 4, "epochs": null})"));
    EXPECT_EQ(fixed, test::minimalDocument(R"({"seed": 4})"));
}

TEST(ApplyFix, ChangesNothingForARunThatIsNotThere)
{
    EXPECT_EQ(applyFix(test::minimalDocument(), "GPU", Json::parse(R"({"seed": 4})")), test::minimalDocument());
}

TEST(LabelContract, FollowsTheLossUnlessTheTargetSaysOtherwise)
{
    EXPECT_EQ(contractDtype(Loss::CrossEntropy, TargetFormat::Index), LabelDtype::Int64);
    EXPECT_EQ(contractDtype(Loss::Nll, TargetFormat::Auto), LabelDtype::Int64);
    EXPECT_EQ(contractDtype(Loss::CrossEntropy, TargetFormat::OneHot), LabelDtype::Float32);
    EXPECT_EQ(contractDtype(Loss::Mse, TargetFormat::OneHot), LabelDtype::Float32);
    EXPECT_EQ(contractDtype(Loss::BceWithLogits, TargetFormat::Auto), LabelDtype::Float32);
}

}  // namespace
}  // namespace tandem

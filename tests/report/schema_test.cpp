// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report.h"
#include "resources/embedded.h"
#include "tests/report/sample_record.h"
#include "tests/support/schema.h"

#include <gtest/gtest.h>

#include <limits>

namespace tandem {
namespace {

using test::complaint;

Json preset(const char* file)
{
    return *parseJson(embeddedFile(file), file);
}

TEST(ResultSchema, HoldsWhatRunAndCheckPrint)
{
    for (const ComparisonRecord& record : {test::agreeingRecord(), test::floatLabelRecord("MPS"), ComparisonRecord{}}) {
        ComparisonRecord named = record;
        if (!named.start.document.is_object())
            named.start.document = test::sampleDocument(false);
        const Report report = buildReport(named, "runs/one");
        EXPECT_EQ(complaint("result.schema.json", toJson(report)), "");
        EXPECT_EQ(complaint("result.schema.json", toCheckJson(report)), "");
    }
}

TEST(ResultSchema, TakesValuesThatAreNoNumbers)
{
    ComparisonRecord record = test::agreeingRecord();
    record.runs[1].evaluations.back().loss = std::numeric_limits<double>::quiet_NaN();
    const Json json = toJson(buildReport(record, {}));
    EXPECT_EQ(json["runs"][1]["test_loss"], "NaN");
    EXPECT_EQ(complaint("result.schema.json", json), "");
}

TEST(ResultSchema, RefusesOtherKeys)
{
    Json json = toJson(buildReport(test::agreeingRecord(), {}));
    Json more = json;
    more["runs"][0]["extra"] = 1;
    EXPECT_NE(complaint("result.schema.json", more), "");
    json.erase("verdict");
    EXPECT_NE(complaint("result.schema.json", json), "");
}

TEST(ExperimentSchema, TakesPresetsAndWhatTandemWrites)
{
    for (const char* file : {"mnist-cpu-vs-mps.tandem.json", "origin-float-labels.tandem.json"}) {
        const Json document = preset(file);
        EXPECT_EQ(complaint("experiment.schema.json", document), "") << file;
        const auto experiment = readExperiment(document, file);
        ASSERT_TRUE(experiment) << describe(experiment.error());
        EXPECT_EQ(complaint("experiment.schema.json", toJson(*experiment)), "") << file;
    }
}

// Reader and schema must agree on what an experiment is.
TEST(ExperimentSchema, AgreesWithTheReader)
{
    struct Case {
        const char* assignment;
        bool good;
    };
    const Case cases[] = {
        {"bach_size=3", false},
        {"batch_size=0", false},
        {"batch_size=2.5", false},
        {"loss=hinge", false},
        {"loss=nll", true},
        {"optimizer=sgd", true},
        {R"(optimizer={"adam":{"lr":0.1,"betas":[0.9,0.99]}})", true},
        {R"(optimizer={"adam":{"learning_rate":0.1}})", false},
        {R"(optimizer={"adam":{},"sgd":{}})", false},
        {R"(model={"preset":"mlp"})", true},
        {R"(model={"preset":"resnet"})", false},
        {R"(model={"layers":[]})", false},
        {R"(model={"layers":["flatten",{"linear":{"out":10}}]})", true},
        {R"(model={"layers":["conv2d"]})", false},
        {R"(model={"layers":[{"dropout":{"p":1.5}}]})", false},
        {R"(data.transforms=[{"scale":0}])", false},
        {R"(data.transforms=["normalize"])", true},
        {R"(data.train_transforms=[])", false},  // beside "transforms"
        {"data.limit.train=100", true},
        {"data.limit.train=0", false},
        {"step.label_dtype=float32", true},
        {"step.label_dtype=float16", false},
        {"evaluate.device=cpu", true},
        {"runs=[]", false},
        {R"(runs=[{"name":"CPU"}])", false},
        {R"(runs=[{"name":"CPU","device":["mps","cpu"]}])", true},
        {R"(runs=[{"name":"CPU","device":"cpu","with":{"name":"x"}}])", false},
        {R"(runs=[{"name":"CPU","device":"cpu","with":{"step":{"zero_grad":false}}}])", true},
        {R"(runs=[{"name":"CPU","device":"cpu","with":{"optimizer":{"adam":null,"sgd":{"lr":0.1}}}}])", true},
        {R"(runs=[{"name":"CPU","device":"cpu","with":{"model":{"layers":null,"preset":"mlp"}}}])", true},
        {"seed=-1", false},
        {"tandem=2", false},
    };
    for (const Case& entry : cases) {
        Json document = preset("mnist-cpu-vs-mps.tandem.json");
        ASSERT_TRUE(setAtPath(document, entry.assignment)) << entry.assignment;
        EXPECT_EQ(checkExperiment(document, {}).has_value(), entry.good) << entry.assignment;
        EXPECT_EQ(complaint("experiment.schema.json", document).empty(), entry.good)
            << entry.assignment << ": " << complaint("experiment.schema.json", document);
    }
}

}  // namespace
}  // namespace tandem

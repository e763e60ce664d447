// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/experiment/experiment_json.h"
#include "core/experiment/words.h"
#include "tests/core/support/documents.h"
#include "tests/core/support/error_of.h"

namespace tandem {
namespace {

using test::errorOf;
using test::problemOf;
using testing::HasSubstr;

/// Two runs, the second with a patch.
Result<Experiment> resolved(const std::string& changes, const std::string& patch, std::size_t run = 1)
{
    Json document = test::minimalDocument(changes);
    document["runs"][1]["with"] = Json::parse(patch);
    return resolveRun(document, run, {});
}

TEST(ResolveRun, LeavesARunWithoutAPatchAsTheExperimentIs)
{
    const auto run = resolved(R"({"seed": 5})", R"({"seed": 6})", 0);
    ASSERT_EQ(problemOf(run), "");
    EXPECT_EQ(run->seed, 5u);
}

TEST(ResolveRun, MergesObjectsMemberByMember)
{
    const auto run = resolved(R"({"optimizer": {"adam": {"lr": 0.5, "eps": 0.25}}, "step": {"zero_grad": false}})",
                              R"({"optimizer": {"adam": {"lr": 0.125}}, "step": {"train_mode": false}})");
    ASSERT_EQ(problemOf(run), "");
    EXPECT_EQ(std::get<AdamConfig>(run->optimizer).lr, 0.125);
    EXPECT_EQ(std::get<AdamConfig>(run->optimizer).eps, 0.25);
    EXPECT_FALSE(run->step.zeroGrad);
    EXPECT_FALSE(run->step.trainMode);
}

TEST(ResolveRun, ReplacesListsAsAWhole)
{
    const auto run =
        resolved(R"({"data": {"transforms": [{"scale": 255}, {"scale": 2}]}})", R"({"data": {"transforms": []}})");
    ASSERT_EQ(problemOf(run), "");
    EXPECT_TRUE(run->data.trainTransforms.empty());
}

TEST(ResolveRun, RemovesMembersThatThePatchSetsToNull)
{
    const auto run = resolved(R"({"optimizer": {"adam": {"lr": 1}}, "epochs": 9})",
                              R"({"optimizer": {"adam": null, "sgd": {"lr": 2}}, "epochs": null})");
    ASSERT_EQ(problemOf(run), "");
    EXPECT_EQ(std::get<SgdConfig>(run->optimizer).lr, 2);
    EXPECT_EQ(run->epochs, 1) << "the default again";
}

TEST(ResolveRun, LetsDefaultsFollowThePatch)
{
    const auto run = resolved("{}", R"({"loss": "mse"})");
    ASSERT_EQ(problemOf(run), "");
    EXPECT_EQ(resolvedTarget(*run), TargetFormat::OneHot);
    EXPECT_EQ(resolvedLabelDtype(*run), LabelDtype::Float32);
}

TEST(ResolveRun, NamesTheRunWhosePatchIsWrong)
{
    const Error error = errorOf(resolved("{}", R"({"batch_size": 0})"));
    EXPECT_THAT(error.where, HasSubstr("$.batch_size"));
    EXPECT_THAT(error.where, HasSubstr("run \"MPS\""));
}

TEST(SetAtPath, SetsAValueAtADottedPath)
{
    Json document = test::minimalDocument();
    EXPECT_EQ(problemOf(setAtPath(document, "optimizer.adam.lr=0.5")), "");
    EXPECT_EQ(problemOf(setAtPath(document, "runs.1.device=cpu")), "");
    EXPECT_EQ(problemOf(setAtPath(document, "runs.1.with.step.zero_grad=false")), "");
    EXPECT_EQ(document["optimizer"], Json::parse(R"({"adam": {"lr": 0.5}})"));
    EXPECT_EQ(document["runs"][1]["device"], "cpu");
    EXPECT_EQ(document["runs"][1]["with"], Json::parse(R"({"step": {"zero_grad": false}})"));
    EXPECT_EQ(document["runs"][0], Json::parse(R"({"name": "CPU", "device": "cpu"})"));
}

TEST(SetAtPath, ReadsTheValueAsJsonOrElseAsText)
{
    Json document = Json::object();
    for (const char* assignment :
         {"a=3", "b=true", "c=null", R"(d=["x", 1])", R"(e="3")", "f=cross_entropy", "g=", "h=x=y", "i=3 apples"})
        ASSERT_EQ(problemOf(setAtPath(document, assignment)), "");
    EXPECT_EQ(document,
              Json::parse(R"({"a": 3, "b": true, "c": null, "d": ["x", 1], "e": "3", "f": "cross_entropy", "g": "",
                                        "h": "x=y", "i": "3 apples"})"));
}

TEST(SetAtPath, RefusesWhatIsNoAssignment)
{
    Json document = test::minimalDocument();
    for (const char* assignment : {"", "epochs", "=3"}) {
        const Error error = errorOf(setAtPath(document, assignment));
        EXPECT_EQ(error.code, ErrorCode::Usage) << assignment;
        EXPECT_THAT(error.what, HasSubstr("PATH=VALUE")) << assignment;
    }
    EXPECT_EQ(document, test::minimalDocument());
}

TEST(SetAtPath, RefusesAnEntryThatAListDoesNotHave)
{
    Json document = test::minimalDocument();
    for (const char* entry : {"2", "-1", "x", "", "99999999999999999999", "1e0"}) {
        const Error error = errorOf(setAtPath(document, std::string("runs.") + entry + ".device=cpu"));
        EXPECT_EQ(error.code, ErrorCode::Usage) << entry;
        EXPECT_THAT(error.remedy, HasSubstr("entries 0 to 1")) << entry;
    }
    EXPECT_EQ(document, test::minimalDocument());
}

TEST(SetAtPath, SaysThatAnEmptyListHasNoEntries)
{
    Json document = Json::parse(R"({"runs": []})");
    const Error error = errorOf(setAtPath(document, "runs.0.device=cpu"));
    EXPECT_EQ(error.code, ErrorCode::Usage);
    EXPECT_THAT(error.remedy, HasSubstr("no entries"));
}

// Such a text could not be written to the comparison's folder: JSON is UTF-8.
TEST(SetAtPath, RefusesBytesThatAreNoUtf8)
{
    for (const char* assignment : {"name=caf\xe9", "na\xffme=x", "name=\"\xc3\""}) {
        Json document = test::minimalDocument();
        EXPECT_EQ(errorOf(setAtPath(document, assignment)).code, ErrorCode::Usage);
        EXPECT_EQ(document, test::minimalDocument());
    }
    Json document = test::minimalDocument();
    EXPECT_EQ(problemOf(setAtPath(document, "name=café")), "");
    EXPECT_EQ(document["name"], "café");
}

}  // namespace
}  // namespace tandem

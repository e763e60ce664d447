// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/experiment/experiment_json.h"
#include "tests/core/support/documents.h"
#include "tests/core/support/error_of.h"

#include <cctype>
#include <ostream>

namespace tandem {
namespace {

using test::errorOf;
using test::minimalDocument;
using testing::AllOf;
using testing::HasSubstr;

struct BadInput {
    const char* changes;  ///< JSON Merge Patch on a good experiment
    const char* place;    ///< JSON path that the error names
    const char* words;    ///< found in the error or its remedy
};

// ctest makes its names of this, and stumbles over brackets.
void PrintTo(const BadInput& input, std::ostream* out)
{
    bool gap = false, begun = false;
    for (const char* c = input.changes; *c; ++c) {
        if (!std::isalnum(static_cast<unsigned char>(*c)) && *c != '_') {
            gap = true;
            continue;
        }
        *out << (gap && begun ? "-" : "") << *c;
        gap = false;
        begun = true;
    }
}

class BadExperiment : public testing::TestWithParam<BadInput> {};

TEST_P(BadExperiment, IsRefusedWithItsPlaceAndWhatWasExpected)
{
    const Error error = errorOf(checkExperiment(minimalDocument(GetParam().changes), "my.json"));
    EXPECT_EQ(error.code, ErrorCode::InvalidExperiment);
    EXPECT_THAT(error.where, AllOf(testing::StartsWith("my.json, "), HasSubstr(GetParam().place)));
    EXPECT_THAT(error.what + " | " + error.remedy, HasSubstr(GetParam().words));
}

constexpr BadInput kWrongTypes[] = {
    {R"({"tandem": "1"})", "$.tandem", R"(expected a whole number, found the text "1")"},
    {R"({"tandem": 1.5})", "$.tandem", "found the number 1.5"},
    {R"({"name": 3})", "$.name", "expected a text, found the whole number 3"},
    {R"({"data": []})", "$.data", "expected an object, found an array"},
    {R"({"data": {"source": true}})", "$.data.source", "expected a text, found true"},
    {R"({"data": {"order": true}})", "$.data.order", "expected a text"},
    {R"({"data": {"order": "random"}})", "$.data.order", "shuffled"},
    {R"({"rules": {"thresholds": {"agree_sigma": 3}}})", "$.rules.thresholds", R"(Did you mean "agree_sigmas"?)"},
    {R"({"rules": {"mute": ["input-scale"]}})", "$.rules.mute", "rules and reasons"},
    {R"({"rules": {"mute": {"input-scale": ""}}})", "$.rules.mute.input-scale", "needs a reason"},
    {R"({"rules": {"own": [{"id": "a", "fact": "b"}]}})", "$.rules.own[0]", "text"},
    {R"({"rules": {"own": [{"id": "a", "fact": "b", "is": "~", "text": "c"}]}})", "$.rules.own[0].is", "<="},
    {R"({"model": {"layers": null, "preset": "mlp", "freeze": ["conv2d_1"]}})", "$.model.freeze", "Layers are flatten_1"},
    {R"({"model": {"layers": null, "preset": "mlp", "init": "zeros"}})", "$.model.init", "default"},
    {R"({"data": {"limit": 5}})", "$.data.limit", "expected an object"},
    {R"({"data": {"transforms": {"scale": 255}}})", "$.data.transforms", "expected a list"},
    {R"({"model": "cnn"})", "$.model", "expected an object"},
    {R"({"model": {"layers": "flatten"}})", "$.model.layers", "list of layers"},
    {R"({"model": {"layers": [7]}})", "$.model.layers[0]", "expected a name or an object"},
    {R"({"loss": 1})", "$.loss", "expected a text"},
    {R"({"optimizer": 0.001})", "$.optimizer", "expected a name or an object"},
    {R"({"optimizer": {"adam": 0.001}})", "$.optimizer.adam", "expected an object"},
    {R"({"optimizer": {"adam": {"lr": "fast"}}})", "$.optimizer.adam.lr", "expected a number"},
    {R"({"optimizer": {"adam": {"betas": 0.9}}})", "$.optimizer.adam.betas", "list of numbers"},
    {R"({"optimizer": {"adam": {"betas": [0.9, "x"]}}})", "$.optimizer.adam.betas", "list of numbers"},
    {R"({"batch_size": "64"})", "$.batch_size", R"(found the text "64")"},
    {R"({"batch_size": 2.5})", "$.batch_size", "found the number 2.5"},
    {R"({"epochs": []})", "$.epochs", "expected a whole number"},
    {R"({"seed": 0.5})", "$.seed", "expected a whole number"},
    {R"({"step": [1]})", "$.step", "expected an object"},
    {R"({"step": {"zero_grad": 1}})", "$.step.zero_grad", "expected true or false"},
    {R"({"evaluate": {"every_steps": "often"}})", "$.evaluate.every_steps", "expected a whole number"},
    {R"({"faults": "all"})", "$.faults", "list of faults"},
    {R"({"faults": ["lab-oob-zero", 1]})", "$.faults[1]", "found 1"},
    {R"({"faults": ["lab-float"]})", "$.faults[0]", "no fault is named"},
    {R"({"runs": {"CPU": "cpu"}})", "$.runs", "list of one to eight runs"},
    {R"({"runs": ["cpu"]})", "$.runs[0]", "expected an object"},
    {R"({"runs": [{"name": 1, "device": "cpu"}]})", "$.runs[0].name", "expected a text"},
    {R"({"runs": [{"name": "A", "device": 1}]})", "$.runs[0].device", "needs a device"},
    {R"({"runs": [{"name": "A", "device": ["cpu", 1]}]})", "$.runs[0].device", "needs a device"},
    {R"({"runs": [{"name": "A", "device": "cpu", "with": "seed"}]})", "$.runs[0].with", "expected an object"},
    {R"({"baseline": 0})", "$.baseline", "expected a text"},
};
INSTANTIATE_TEST_SUITE_P(WrongType, BadExperiment, testing::ValuesIn(kWrongTypes));

constexpr BadInput kUnknownWords[] = {
    {R"({"bach_size": 3})", "$", R"(Did you mean "batch_size"?)"},
    {R"({"data": {"oder": "sorted"}})", "$.data", R"(Did you mean "order"?)"},
    {R"({"data": {"limit": {"trian": 1}}})", "$.data.limit", R"(Did you mean "train"?)"},
    {R"({"data": {"transforms": ["scal"]}})", "$.data.transforms[0]", R"(Did you mean "scale"?)"},
    {R"({"data": {"transforms": [{"normalize": {"men": [0]}}]}})",
     "$.data.transforms[0].normalize", R"(Did you mean "mean"?)"},
    {R"({"model": {"layrs": []}})", "$.model", R"(Did you mean "layers"?)"},
    {R"({"model": {"layers": ["flaten"]}})", "$.model.layers[0]", R"(Did you mean "flatten"?)"},
    {R"({"model": {"layers": ["flatten", {"conv3d": {"out": 1}}]}})", "$.model.layers[1]", R"("conv3d" is no layer)"},
    {R"({"model": {"layers": [{"linear": {"out": 10, "biass": true}}]}})",
     "$.model.layers[0].linear", R"(Did you mean "bias"?)"},
    {R"({"model": {"layers": [{"relu": {"slope": 1}}]}})", "$.model.layers[0].relu", R"("slope" is not known)"},
    {R"({"model": {"layers": null, "preset": "ccn"}})", "$.model.preset", R"(Did you mean "cnn"?)"},
    {R"({"loss": "crossentropy"})", "$.loss", R"(Did you mean "cross_entropy"?)"},
    {R"({"optimizer": "adm"})", "$.optimizer", R"(Did you mean "adam"?)"},
    {R"({"optimizer": {"adam": {"weightdecay": 1}}})", "$.optimizer.adam", R"(Did you mean "weight_decay"?)"},
    {R"({"optimizer": {"sgd": {"betas": [0, 0]}}})", "$.optimizer.sgd", R"("betas" is not known)"},
    {R"({"mode": "lockstep"})", "$.mode", "Known are free"},
    {R"({"step": {"zero_gard": true}})", "$.step", R"(Did you mean "zero_grad"?)"},
    {R"({"step": {"label_dtype": "float16"}})", "$.step.label_dtype", R"(Did you mean "float32"?)"},
    {R"({"step": {"target": "onehot"}})", "$.step.target", R"(Did you mean "one_hot"?)"},
    {R"({"evaluate": {"device": "gpu"}})", "$.evaluate.device", "Known are own, cpu"},
    {R"({"evaluate": {"evry_steps": 1}})", "$.evaluate", R"(Did you mean "every_steps"?)"},
    {R"({"runs": [{"name": "A", "devcie": "cpu"}]})", "$.runs[0]", "device"},
    {R"({"runs": [{"name": "A", "device": "cpu", "wiht": {}}]})", "$.runs[0]", R"(Did you mean "with"?)"},
    {R"({"baseline": "GPU"})", "$.baseline", R"(no run is named "GPU")"},
};
INSTANTIATE_TEST_SUITE_P(UnknownWord, BadExperiment, testing::ValuesIn(kUnknownWords));

constexpr BadInput kOutOfRange[] = {
    {R"({"tandem": 0})", "$.tandem", "0 is out of range"},
    {R"({"tandem": 2})", "$.tandem", "format 2"},
    {R"({"batch_size": 0})", "$.batch_size", "between 1 and 65536"},
    {R"({"batch_size": -64})", "$.batch_size", "-64 is out of range"},
    {R"({"batch_size": 65537})", "$.batch_size", "65537 is out of range"},
    {R"({"batch_size": 18446744073709551615})", "$.batch_size", "18446744073709551615 is out of range"},
    {R"({"batch_size": 99999999999999999999})", "$.batch_size", "expected a whole number"},
    {R"({"epochs": 0})", "$.epochs", "out of range"},
    {R"({"epochs": 1000000000000})", "$.epochs", "out of range"},
    {R"({"seed": -1})", "$.seed", "out of range"},
    {R"({"seed": 9223372036854775808})", "$.seed", "9223372036854775808 is out of range"},
    {R"({"data": {"limit": {"train": 0}}})", "$.data.limit.train", "out of range"},
    {R"({"data": {"limit": {"test": -5}}})", "$.data.limit.test", "out of range"},
    {R"({"data": {"transforms": [{"scale": 0}]}})", "$.data.transforms[0].scale", "other than 0"},
    {R"({"data": {"transforms": [{"normalize": {"mean": [0], "std": [0]}}]}})",
     "$.data.transforms[0].normalize.std", "above 0"},
    {R"({"data": {"transforms": [{"normalize": {"mean": [0, 0], "std": [1]}}]}})",
     "$.data.transforms[0].normalize", "lengths"},
    {R"({"model": {"layers": [{"linear": {"out": 0}}]}})", "$.model.layers[0].linear.out", "out of range"},
    {R"({"model": {"layers": [{"linear": {"out": -3}}]}})", "$.model.layers[0].linear.out", "-3 is out of range"},
    {R"({"model": {"layers": [{"linear": {"out": 10000000000}}]}})", "$.model.layers[0].linear.out", "out of range"},
    {R"({"model": {"layers": [{"conv2d": {"out": 8, "kernel": 0}}]}})",
     "$.model.layers[0].conv2d.kernel", "out of range"},
    {R"({"model": {"layers": [{"conv2d": {"out": 8, "kernel": 3, "stride": 0}}]}})",
     "$.model.layers[0].conv2d.stride", "out of range"},
    {R"({"model": {"layers": [{"conv2d": {"out": 8, "kernel": 3, "padding": -1}}]}})",
     "$.model.layers[0].conv2d.padding", "out of range"},
    {R"({"model": {"layers": [{"max_pool2d": {"kernel": 0}}]}})",
     "$.model.layers[0].max_pool2d.kernel", "out of range"},
    {R"({"model": {"layers": [{"dropout": {"p": 1}}]}})", "$.model.layers[0].dropout.p", "out of range"},
    {R"({"model": {"layers": [{"dropout": {"p": -0.1}}]}})", "$.model.layers[0].dropout.p", "out of range"},
    {R"({"optimizer": {"adam": {"lr": -0.001}}})", "$.optimizer.adam.lr", "out of range"},
    {R"({"optimizer": {"sgd": {"momentum": 1.5}}})", "$.optimizer.sgd.momentum", "out of range"},
    {R"({"optimizer": {"adam": {"betas": [0.9]}}})", "$.optimizer.adam.betas", "two numbers"},
    {R"({"optimizer": {"adam": {"betas": [0.9, 1]}}})", "$.optimizer.adam.betas", "two numbers"},
    {R"({"evaluate": {"every_steps": -1}})", "$.evaluate.every_steps", "out of range"},
    {R"({"evaluate": {"batch_size": 0}})", "$.evaluate.batch_size", "out of range"},
};
INSTANTIATE_TEST_SUITE_P(OutOfRange, BadExperiment, testing::ValuesIn(kOutOfRange));

constexpr BadInput kMissingOrContradictory[] = {
    {R"({"tandem": null})", "$", R"(the key "tandem" is missing)"},
    {R"({"model": null})", "$.model", "needs a list of layers"},
    {R"({"model": {"layers": []}})", "$.model.layers", "needs a list of layers"},
    {R"({"model": {"preset": "cnn"}})", "$.model", "both \"preset\" and \"layers\""},
    {R"({"model": {"layers": ["conv2d"]}})", "$.model.layers[0].conv2d", R"(the key "out" is missing)"},
    {R"({"model": {"layers": [{"conv2d": {"out": 8}}]}})",
     "$.model.layers[0].conv2d", R"(the key "kernel" is missing)"},
    {R"({"model": {"layers": [{"relu": {}, "flatten": {}}]}})", "$.model.layers[0]", "one entry"},
    {R"({"data": {"transforms": [], "test_transforms": []}})", "$.data", "beside a list for one split"},
    {R"({"optimizer": {"adam": {}, "sgd": {}}})", "$.optimizer", "one entry"},
    {R"({"runs": null})", "$.runs", "list of one to eight runs"},
    {R"({"runs": []})", "$.runs", "list of one to eight runs"},
    {R"({"runs": [{"device": "cpu"}]})", "$.runs[0]", R"(the key "name" is missing)"},
    {R"({"runs": [{"name": "A"}]})", "$.runs[0].device", "needs a device"},
    {R"({"runs": [{"name": "A", "device": []}]})", "$.runs[0].device", "needs a device"},
    {R"({"runs": [{"name": "A", "device": "cpu"}, {"name": "A", "device": "mps"}]})",
     "$.runs[1].name", R"(two runs are named "A")"},
};
INSTANTIATE_TEST_SUITE_P(MissingOrContradictory, BadExperiment, testing::ValuesIn(kMissingOrContradictory));

constexpr BadInput kBadPatches[] = {
    {R"({"runs": [{"name": "A", "device": "cpu", "with": {"runs": []}}]})",
     "$.runs[0].with", R"(cannot change "runs")"},
    {R"({"runs": [{"name": "A", "device": "cpu", "with": {"name": "x"}}]})",
     "$.runs[0].with", R"(cannot change "name")"},
    {R"({"runs": [{"name": "A", "device": "cpu", "with": {"tandem": 2}}]})",
     "$.runs[0].with", R"(cannot change "tandem")"},
    {R"({"runs": [{"name": "A", "device": "cpu", "with": {"baseline": "A"}}]})",
     "$.runs[0].with", R"(cannot change "baseline")"},
    {R"({"runs": [{"name": "A", "device": "cpu", "with": {"epochs": 0}}]})",
     "changes of run \"A\"", "0 is out of range"},
    {R"({"runs": [{"name": "A", "device": "cpu", "with": {"stepp": {}}}]})",
     "changes of run \"A\"", R"(Did you mean "step"?)"},
    {R"({"runs": [{"name": "A", "device": "cpu", "with": {"step": {"label_dtype": "flaot32"}}}]})",
     "$.step.label_dtype", R"("float32")"},
    {R"({"runs": [{"name": "A", "device": "cpu", "with": {"model": {"layers": ["nothing"]}}}]})",
     "$.model.layers[0]", "is no layer"},
    {R"({"optimizer": "adam", "runs": [{"name": "A", "device": "cpu", "with": {"optimizer": {"adam": {}, "sgd": {}}}}]})",
     "changes of run \"A\"", "one entry"},
};
INSTANTIATE_TEST_SUITE_P(BadPatch, BadExperiment, testing::ValuesIn(kBadPatches));

TEST(BadDocument, IsRefusedWhereItIsNoObject)
{
    for (const char* text : {"[]", "3", "null", "true", "\"text\""}) {
        const Error error = errorOf(checkExperiment(Json::parse(text), "my.json"));
        EXPECT_EQ(error.code, ErrorCode::InvalidExperiment) << text;
        EXPECT_EQ(error.where, "my.json, $") << text;
        EXPECT_THAT(error.what, HasSubstr("expected an object")) << text;
    }
}

TEST(BadDocument, MayNotHaveMoreThanEightRuns)
{
    Json document = minimalDocument();
    document["runs"] = Json::array();
    for (int i = 0; i < 8; ++i)
        document["runs"].push_back({{"name", "run " + std::to_string(i)}, {"device", "cpu"}});
    EXPECT_TRUE(checkExperiment(document, {}));
    document["runs"].push_back({{"name", "run 8"}, {"device", "cpu"}});
    EXPECT_THAT(errorOf(checkExperiment(document, {})).where, HasSubstr("$.runs"));
}

TEST(BadDocument, ListsTheKnownKeysWhereNoneIsNear)
{
    const Error error = errorOf(checkExperiment(minimalDocument(R"({"zzzzzzzz": 1})"), {}));
    EXPECT_THAT(error.what, HasSubstr("\"zzzzzzzz\""));
    EXPECT_THAT(error.remedy, AllOf(HasSubstr("batch_size"), HasSubstr("runs"), Not(HasSubstr("Did you mean"))));
}

TEST(BadDocument, GivesItsPlaceAloneWithoutAFileName)
{
    EXPECT_EQ(errorOf(checkExperiment(minimalDocument(R"({"epochs": 0})"), {})).where, "$.epochs");
}

}  // namespace
}  // namespace tandem

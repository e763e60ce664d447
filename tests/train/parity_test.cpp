// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A clean pair has bit-identical curves on the CPU and on the emulated device, whatever is trained.

#include "tests/support/test_data.h"
#include "tests/train/training.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tandem::test {
namespace {

struct Variant {
    const char* name;
    const char* changes;
    const char* expected = "";  ///< the rule that warns of what is asked for here
};

void PrintTo(const Variant& variant, std::ostream* out)
{
    *out << variant.name;
}

class CleanPair : public testing::TestWithParam<Variant> {};

TEST_P(CleanPair, IsBitIdentical)
{
    const TemporaryFolder data;
    writeSmallDataset(data.path());
    Json changes = Json::parse(R"({"epochs": 3, "optimizer": {"adam": {"lr": 0.02}}})");
    const Json own = Json::parse(GetParam().changes);
    if (own.contains("optimizer"))
        changes.erase("optimizer");
    changes.update(own);
    const ComparisonRecord record = train(smallExperiment(data.path(), changes.dump()));
    for (const RunRecord& run : record.runs) {
        ASSERT_TRUE(run.end && run.end->outcome == Outcome::Finished) << (run.end ? run.end->error : "no end");
        EXPECT_EQ(run.loss.size(), 96u);
        EXPECT_TRUE(std::isfinite(run.loss.lastValue()));
        EXPECT_NE(run.end->weightsHash, run.preflight->weightsHash) << "nothing was learnt";
    }
    EXPECT_EQ(valuesOf(record.runs[0].loss), valuesOf(record.runs[1].loss));
    EXPECT_EQ(valuesOf(record.runs[0].accuracy), valuesOf(record.runs[1].accuracy));
    EXPECT_EQ(record.runs[0].end->weightsHash, record.runs[1].end->weightsHash);
    for (const Finding& finding : record.findings)
        EXPECT_EQ(finding.rule, GetParam().expected) << finding.title;
    EXPECT_EQ(record.findings.empty(), std::string(GetParam().expected).empty());
    ASSERT_TRUE(record.verdict);
    EXPECT_EQ(record.verdict->kind, VerdictKind::Agree);
}

INSTANTIATE_TEST_SUITE_P(
    Models, CleanPair,
    testing::Values(
        Variant{"linear", "{}"},
        Variant{"sgd_momentum_weight_decay", R"({"optimizer": {"sgd": {"lr": 0.05, "momentum": 0.9, "weight_decay": 0.001}}})"},
        Variant{"adamw", R"({"optimizer": {"adamw": {"lr": 0.02}}})"},
        Variant{"nll_log_softmax", R"({"loss": "nll", "model": {"layers": ["flatten", {"linear": {"out": 10}}, "log_softmax"]}})"},
        Variant{"mse_softmax", R"({"loss": "mse", "model": {"layers": ["flatten", {"linear": {"out": 10}}, "softmax"]}})"},
        Variant{"bce_with_logits", R"({"loss": "bce_with_logits"})"},
        Variant{"conv_pool_dropout",
                R"({"model": {"layers": [{"conv2d": {"out": 4, "kernel": 3}}, "relu", {"max_pool2d": {"kernel": 2}},
                                         {"dropout": {"p": 0.5}}, "flatten", {"linear": {"out": 10}}]}})"},
        Variant{"batch_norm",
                R"({"model": {"layers": [{"conv2d": {"out": 4, "kernel": 3, "padding": 1}}, "batch_norm2d", "relu", "flatten",
                                         {"linear": {"out": 10}}]}})"},
        Variant{"channels_last",
                R"({"step": {"memory_format": "channels_last"},
                    "model": {"layers": [{"conv2d": {"out": 4, "kernel": 3}}, "relu", "flatten", {"linear": {"out": 10}}]}})", "non-contiguous-risk"},
        Variant{"non_blocking", R"({"step": {"non_blocking": true}})", "async-copy-hazard"}),
    [](const auto& instance) { return std::string(instance.param.name); });

}  // namespace
}  // namespace tandem::test

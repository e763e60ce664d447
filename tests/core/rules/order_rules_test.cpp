// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/support/findings.h"
#include "tests/core/support/sample_events.h"

#include <gmock/gmock.h>

namespace tandem {
namespace {

using test::findingsOf;
using test::onlyFinding;
using test::preflight;
using test::reasonsOf;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(ShuffleOffRule, IsAnErrorForBatchesOfOneClass)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 1).order = {false, 6400, 1, 640, 1.11, 20, "9"};
    const Finding finding = onlyFinding("shuffle-off", record);
    EXPECT_EQ(finding.severity, Severity::Error);
    EXPECT_THAT(finding.runs, ElementsAre(1));
    EXPECT_FALSE(finding.step);
    EXPECT_THAT(finding.title, AllOf(HasSubstr("20 of the first 20"), HasSubstr("MPS")));
    EXPECT_EQ(finding.fix->patch, Json::parse(R"({"data": {"order": "shuffled"}})"));
}

TEST(ShuffleOffRule, WarnsForLongRunsOfOneLabel)
{
    ComparisonRecord record = test::preparedRecord();
    OrderFacts& order = preflight(record, 1).order;
    order.meanLabelRun = 3.34;
    const Finding finding = onlyFinding("shuffle-off", record);
    EXPECT_EQ(finding.severity, Severity::Warning);
    EXPECT_THAT(finding.title, AllOf(HasSubstr("3.34"), HasSubstr("1.11")));
    EXPECT_FALSE(finding.fix) << "shuffling is on already";
    order.samples = 499;
    EXPECT_THAT(findingsOf("shuffle-off", record), IsEmpty());
    order.samples = 500;
    order.meanLabelRun = 3.32;
    EXPECT_THAT(findingsOf("shuffle-off", record), IsEmpty());
}

TEST(ShuffleOffRule, IsSilentForUnshuffledSamplesWhoseLabelsAreMixed)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 1).order.shuffled = false;
    preflight(record, 1).order.ascendingRuns = 1;
    EXPECT_THAT(findingsOf("shuffle-off", record), IsEmpty());
    preflight(record, 1).order = {};
    EXPECT_THAT(findingsOf("shuffle-off", record), IsEmpty());
}

// Of 20 pairs two hold one class by chance.
TEST(ShuffleOffRule, IsSilentForSmallBatchesAndForOneClass)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 1).order.singleClassBatches = 2;
    preflight(record, 1).batchSize = 2;
    EXPECT_THAT(findingsOf("shuffle-off", record), IsEmpty());
    preflight(record, 1).batchSize = 8;
    EXPECT_EQ(findingsOf("shuffle-off", record).size(), 1u);
    preflight(record, 1).train.classes = 1;
    EXPECT_THAT(findingsOf("shuffle-off", record), IsEmpty());
}

TEST(LoaderDeterminismRule, FiresForBatchesThatChange)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 1).batchesHashAgain = "9999999999999999";
    Finding finding = onlyFinding("loader-determinism", record);
    EXPECT_EQ(finding.severity, Severity::Error);
    EXPECT_THAT(finding.runs, ElementsAre(1));
    EXPECT_THAT(finding.title, HasSubstr("MPS"));
    EXPECT_THAT(finding.evidence, Contains(AllOf(HasSubstr("8888888888888888"), HasSubstr("9999999999999999"))));
    EXPECT_FALSE(finding.fix);
    preflight(record, 1).nonBlocking = true;
    finding = onlyFinding("loader-determinism", record);
    EXPECT_EQ(finding.fix->patch, Json::parse(R"({"step": {"non_blocking": false}})"));
}

TEST(LoaderDeterminismRule, FiresForAnotherOrderUnderTheSameSettings)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 1).order.hash = "9999999999999999";
    EXPECT_THAT(onlyFinding("loader-determinism", record).title, HasSubstr("another order than CPU"));
    record.start.document["runs"][1]["with"] = Json::parse(R"({"seed": 7})");
    EXPECT_THAT(findingsOf("loader-determinism", record), IsEmpty()) << "another seed was asked for";
    preflight(record, 1).order.hash = "";
    preflight(record, 1).batchesHashAgain = "";
    EXPECT_THAT(findingsOf("loader-determinism", record), IsEmpty());
}

}  // namespace
}  // namespace tandem

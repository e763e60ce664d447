// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/rules/release_table.h"
#include "tests/core/support/findings.h"
#include "tests/core/support/sample_events.h"

#include <gmock/gmock.h>

#include <tuple>

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

/// Cases of the table that concern the run on MPS.
std::vector<std::string> casesOf(const ComparisonRecord& record)
{
    std::vector<std::string> cases;
    for (const KnownFault* fault : knownFaults(record, 1, {}))
        cases.emplace_back(fault->cases);
    return cases;
}

ComparisonRecord onRelease(const std::string& libtorch, const std::string& os = "Darwin 24.1.0 arm64",
                           const std::string& cpu = "Apple M3")
{
    ComparisonRecord record = test::preparedRecord();
    record.start.environment.libtorch = libtorch;
    record.start.environment.os = os;
    record.start.environment.cpu = cpu;
    return record;
}

TEST(ReleaseTable, ReadsVersions)
{
    const auto version = parseVersion("2.12.1+cpu");
    ASSERT_TRUE(version);
    EXPECT_EQ(version->major, 2);
    EXPECT_EQ(version->minor, 12);
    EXPECT_EQ(version->patch, 1);
    EXPECT_EQ(parseVersion("2.3.0a0+git")->patch, 0);
    EXPECT_EQ(parseVersion("2.3")->minor, 3);
    for (const char* text : {"", "main", "2", "-1.2.3", "2.x"})
        EXPECT_FALSE(parseVersion(text)) << text;
}

TEST(ReleaseTable, KnowsTheSystemsByTheirKernels)
{
    EXPECT_EQ(macOsOf("Darwin 22.6.0 x86_64"), 13);
    EXPECT_EQ(macOsOf("Darwin 24.1.0 arm64"), 15);
    EXPECT_EQ(macOsOf("Darwin 25.0.0 arm64"), 26);
    EXPECT_FALSE(macOsOf("Linux 6.1.0 x86_64"));
    EXPECT_FALSE(macOsOf("Darwin"));
}

TEST(ReleaseTable, HoldsRangesThatAreInOrderAndTexts)
{
    for (const KnownFault& fault : releaseTable()) {
        EXPECT_TRUE(std::make_tuple(fault.least.major, fault.least.minor, fault.least.patch)
                    <= std::make_tuple(fault.most.major, fault.most.minor, fault.most.patch));
        for (const char* text : {fault.operations, fault.fault, fault.cases})
            EXPECT_STRNE(text, "");
    }
}

TEST(KnownBadVersionRule, WarnsForOperationsThatTheRunUses)
{
    const Finding finding = onlyFinding("known-bad-version", onRelease("2.1.0"));
    EXPECT_EQ(finding.severity, Severity::Warning);
    EXPECT_THAT(finding.runs, ElementsAre(1));
    EXPECT_THAT(finding.title, AllOf(HasSubstr("2.1.0"), HasSubstr("1 reported fault"), HasSubstr("MPS")));
    EXPECT_THAT(finding.evidence, Contains(HasSubstr("loss of class indices")));
    EXPECT_FALSE(blocksTraining({finding}));
}

TEST(KnownBadVersionRule, IsSilentForOtherReleasesOperationsAndDevices)
{
    EXPECT_THAT(findingsOf("known-bad-version", onRelease("2.6.0")), IsEmpty());
    EXPECT_THAT(findingsOf("known-bad-version", onRelease("2.2.0")), IsEmpty());
    ComparisonRecord record = onRelease("2.1.0");
    preflight(record, 1).loss = "mse";
    EXPECT_THAT(findingsOf("known-bad-version", record), IsEmpty());
    record = onRelease("2.1.0");
    preflight(record, 1).device = "mps-emulated";
    EXPECT_THAT(findingsOf("known-bad-version", record), IsEmpty());
    EXPECT_THAT(findingsOf("known-bad-version", onRelease("")), IsEmpty());
}

TEST(KnownBadVersionRule, SaysWhenItCannotReadTheRelease)
{
    EXPECT_THAT(reasonsOf("known-bad-version", onRelease("main")), ElementsAre(HasSubstr("main")));
    EXPECT_THAT(reasonsOf("known-bad-version", onRelease("")), IsEmpty());
}

TEST(KnownBadVersionRule, JoinsReleasesWithCircumstances)
{
    ComparisonRecord record = onRelease("2.5.1");
    EXPECT_THAT(casesOf(record), IsEmpty());
    preflight(record, 1).nonBlocking = true;
    EXPECT_THAT(casesOf(record), ElementsAre("P1, P8"));

    record = onRelease("2.8.0");
    EXPECT_THAT(casesOf(record), IsEmpty());
    preflight(record, 1).tensors[0].contiguous = false;
    EXPECT_THAT(casesOf(record), ElementsAre("K7"));

    record = onRelease("2.13.0");
    preflight(record, 1).sizes[0].rows = 65535;
    EXPECT_THAT(casesOf(record), IsEmpty());
    preflight(record, 1).sizes[0].rows = 65536;
    EXPECT_THAT(casesOf(record), ElementsAre("N5"));

    record = onRelease("2.11.0");
    record.start.document["step"] = Json::parse(R"({"memory_format": "channels_last"})");
    EXPECT_THAT(casesOf(record), IsEmpty());
    preflight(record, 1).layers.push_back("batch_norm2d");
    EXPECT_THAT(casesOf(record), ElementsAre("K3, K4"));

    EXPECT_THAT(casesOf(onRelease("2.14.0", "Darwin 25.0.0 arm64", "Apple M1 Pro")), ElementsAre("N6"));
    EXPECT_THAT(casesOf(onRelease("2.14.0", "Darwin 25.0.0 arm64", "Apple M4")), IsEmpty());
    EXPECT_THAT(casesOf(onRelease("2.0.1", "Darwin 22.4.0 arm64")), ElementsAre("M1", "B1, A1"));
}

TEST(SizeThresholdRiskRule, InformsBeyondItsLimits)
{
    ComparisonRecord record = test::preparedRecord();
    LayerSizeFacts& size = preflight(record, 1).sizes[0];
    size.reduction = 32768;
    Finding finding = onlyFinding("size-threshold-risk", record);
    EXPECT_EQ(finding.severity, Severity::Info);
    EXPECT_THAT(finding.runs, ElementsAre(1));
    EXPECT_THAT(finding.title, AllOf(HasSubstr("MPS"), HasSubstr("linear_1: 32768")));
    size = {"linear_1", "linear", 65536, 32767, 640};
    EXPECT_EQ(onlyFinding("size-threshold-risk", record).severity, Severity::Info);
    size = {"linear_1", "linear", 65535, 32767, 2147483648};
    EXPECT_EQ(onlyFinding("size-threshold-risk", record).severity, Severity::Info);
}

TEST(SizeThresholdRiskRule, WarnsWhereTheReleaseHasAReportedFault)
{
    ComparisonRecord record = onRelease("2.13.0");
    preflight(record, 1).sizes[0].rows = 65536;
    EXPECT_EQ(onlyFinding("size-threshold-risk", record).severity, Severity::Warning);
}

TEST(SizeThresholdRiskRule, IsSilentAtItsLimitsOnTheCpuAndForPositionsOfAConvolution)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 1).sizes = {{"linear_1", "linear", 65535, 32767, 2147483647}, {"conv2d_1", "conv2d", 135200, 9, 4326400}};
    preflight(record, 0).sizes[0].reduction = 100000;
    EXPECT_THAT(findingsOf("size-threshold-risk", record), IsEmpty());
}

TEST(AsyncCopyHazardRule, WarnsOnAnAcceleratorOnly)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 0).nonBlocking = preflight(record, 1).nonBlocking = true;
    const Finding finding = onlyFinding("async-copy-hazard", record);
    EXPECT_EQ(finding.severity, Severity::Warning);
    EXPECT_THAT(finding.runs, ElementsAre(1));
    EXPECT_THAT(finding.title, AllOf(HasSubstr("mps"), HasSubstr("MPS")));
    EXPECT_EQ(finding.fix->patch, Json::parse(R"({"step": {"non_blocking": false}})"));
    preflight(record, 1).nonBlocking = false;
    EXPECT_THAT(findingsOf("async-copy-hazard", record), IsEmpty());
}

TEST(AsyncCopyHazardRule, IsAnErrorOnceABatchArrivesChanged)
{
    ComparisonRecord record = test::healthyRecord();
    preflight(record, 1).nonBlocking = true;
    EXPECT_EQ(onlyFinding("async-copy-hazard", record).severity, Severity::Warning);
    record.runs[1].steps[3].copy.first = 7;
    const Finding finding = onlyFinding("async-copy-hazard", record);
    EXPECT_EQ(finding.severity, Severity::Error);
    EXPECT_EQ(finding.step, 3);
    EXPECT_THAT(finding.evidence, Contains(AllOf(HasSubstr("42 on the host"), HasSubstr("7 as read"))));
}

TEST(FallbackActiveRule, InformsOnTheRealMps)
{
    ComparisonRecord record = test::preparedRecord();
    record.start.environment.variables = {"OMP_NUM_THREADS=1", "PYTORCH_ENABLE_MPS_FALLBACK=1"};
    const Finding finding = onlyFinding("fallback-active", record);
    EXPECT_EQ(finding.severity, Severity::Info);
    EXPECT_THAT(finding.runs, ElementsAre(1));
    EXPECT_THAT(finding.evidence, ElementsAre("PYTORCH_ENABLE_MPS_FALLBACK=1"));
    preflight(record, 1).emulated = true;
    EXPECT_THAT(findingsOf("fallback-active", record), IsEmpty());
    preflight(record, 1).emulated = false;
    record.start.environment.variables = {"PYTORCH_ENABLE_MPS_FALLBACK=0"};
    EXPECT_THAT(findingsOf("fallback-active", record), IsEmpty());
}

}  // namespace
}  // namespace tandem

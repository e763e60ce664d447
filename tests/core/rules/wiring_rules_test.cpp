// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/support/findings.h"
#include "tests/core/support/sample_events.h"

#include <gmock/gmock.h>

#include <cmath>

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

TEST(OptimizerCoverageRule, FiresForParametersThatAreLeftOut)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 1).tensors[0].inOptimizer = false;
    record.start.document["step"] = Json::parse(R"({"optimizer_parameters": "part"})");
    const Finding finding = onlyFinding("optimizer-coverage", record);
    EXPECT_EQ(finding.severity, Severity::Error);
    EXPECT_THAT(finding.runs, ElementsAre(1));
    EXPECT_THAT(finding.title, AllOf(HasSubstr("1 of 2 trainable tensors"), HasSubstr("MPS")));
    EXPECT_THAT(finding.evidence, Contains(HasSubstr("linear_1.weight")));
    EXPECT_EQ(finding.fix->patch, Json::parse(R"({"step": {"optimizer_parameters": "own"}})"));
}

TEST(OptimizerCoverageRule, FiresForForeignTensors)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 0).optimizer.foreignTensors = 1;
    const Finding finding = onlyFinding("optimizer-coverage", record);
    EXPECT_THAT(finding.title, HasSubstr("1 tensor of another model"));
    EXPECT_FALSE(finding.fix) << "the experiment asks for the model's own already";
}

TEST(OptimizerCoverageRule, LeavesFrozenTensorsAndBuffersAlone)
{
    ComparisonRecord record = test::preparedRecord();
    auto& tensors = preflight(record, 1).tensors;
    tensors[0].inOptimizer = tensors[1].inOptimizer = false;
    tensors[0].frozen = true;
    tensors[0].requiresGrad = false;
    tensors[1].role = "buffer";
    tensors[1].requiresGrad = false;
    EXPECT_THAT(judge(record), IsEmpty());
    tensors.clear();
    EXPECT_THAT(judge(record), IsEmpty());
}

TEST(OptimizerDeviceStateRule, IsAnErrorForStateElsewhere)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 1).optimizer.stateDevices = {"cpu"};
    const Finding finding = onlyFinding("optimizer-device-state", record);
    EXPECT_EQ(finding.severity, Severity::Error);
    EXPECT_THAT(finding.runs, ElementsAre(1));
    EXPECT_THAT(finding.title, AllOf(HasSubstr("MPS"), HasSubstr("cpu"), HasSubstr("mps")));
    EXPECT_FALSE(finding.fix);
    preflight(record, 1).optimizer.builtBeforeMove = true;
    EXPECT_EQ(onlyFinding("optimizer-device-state", record).fix->patch,
              Json::parse(R"({"step": {"optimizer_built": "after_move"}})"));
}

TEST(OptimizerDeviceStateRule, OnlyInformsOfTheOrder)
{
    ComparisonRecord record = test::preparedRecord();
    for (std::size_t run : {0u, 1u})
        preflight(record, run).optimizer.builtBeforeMove = true;
    const Finding finding = onlyFinding("optimizer-device-state", record);
    EXPECT_EQ(finding.severity, Severity::Info);
    EXPECT_THAT(finding.runs, ElementsAre(1)) << "nothing is moved on the CPU";
}

TEST(OptimizerDeviceStateRule, KnowsBothNamesOfADevice)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 1).device = "mps-emulated";
    preflight(record, 1).optimizer.stateDevices = {"mps:0"};
    EXPECT_THAT(findingsOf("optimizer-device-state", record), IsEmpty());
}

TEST(RequiresGradOffRule, FiresForAFlagThatWasLost)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 1).tensors[1].requiresGrad = false;
    const Finding finding = onlyFinding("requires-grad-off", record);
    EXPECT_EQ(finding.severity, Severity::Error);
    EXPECT_THAT(finding.runs, ElementsAre(1));
    EXPECT_THAT(finding.title, AllOf(HasSubstr("1 tensor of MPS"), HasSubstr("linear_1.bias")));
    EXPECT_THAT(finding.evidence, Contains("gradients off on CPU: 0"));
}

TEST(RequiresGradOffRule, FiresForAFrozenTensorThatWouldTrain)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 1).tensors[1].frozen = true;
    EXPECT_THAT(onlyFinding("requires-grad-off", record).title, HasSubstr("1 frozen tensor of MPS"));
    preflight(record, 1).tensors[1].requiresGrad = false;
    EXPECT_THAT(findingsOf("requires-grad-off", record), IsEmpty());
}

TEST(ParamAliasingRule, NamesBothRunsInOneFinding)
{
    ComparisonRecord record = test::preparedRecord();
    EXPECT_THAT(findingsOf("param-aliasing", record), IsEmpty());
    for (std::size_t run : {0u, 1u})
        preflight(record, run).tensors[0].address = 4096, preflight(record, run).tensors[0].device = "mps:0";
    const Finding finding = onlyFinding("param-aliasing", record);
    EXPECT_EQ(finding.severity, Severity::Error);
    EXPECT_THAT(finding.runs, ElementsAre(0, 1));
    EXPECT_THAT(finding.title, AllOf(HasSubstr("1 tensor of CPU, MPS lies")));
}

TEST(DegenerateInitRule, IsAnErrorWithoutSpread)
{
    for (const int kind : {0, 1, 2, 3}) {
        ComparisonRecord record = test::preparedRecord();
        record.start.document["model"]["init"] = 0.01;
        ParameterFacts& weight = preflight(record, 1).tensors[0];
        if (kind == 0)
            weight.std = 0;
        else if (kind == 1)
            weight.equalRows = true;
        else if (kind == 2)
            weight.mean = 0.01, weight.std = 1e-18;
        else
            weight.std = NAN;
        const Finding finding = onlyFinding("degenerate-init", record);
        EXPECT_EQ(finding.severity, Severity::Error);
        EXPECT_THAT(finding.runs, ElementsAre(1));
        EXPECT_THAT(finding.title, AllOf(HasSubstr("1 weight tensor of MPS"), HasSubstr("linear_1.weight")));
        EXPECT_EQ(finding.fix->patch, Json::parse(R"({"model": {"init": "default"}})"));
    }
}

TEST(DegenerateInitRule, WarnsForAnOddSpread)
{
    for (const double ratio : {0.09, 10.1}) {
        ComparisonRecord record = test::preparedRecord();
        preflight(record, 1).tensors[0].std = ratio * 0.0206;
        EXPECT_EQ(onlyFinding("degenerate-init", record).severity, Severity::Warning) << ratio;
        preflight(record, 1).tensors[0].shape = {1, 31};
        EXPECT_THAT(findingsOf("degenerate-init", record), IsEmpty()) << "few numbers have any spread";
    }
    ComparisonRecord record = test::preparedRecord();
    for (const double ratio : {0.11, 9.9}) {
        preflight(record, 1).tensors[0].std = ratio * 0.0206;
        EXPECT_THAT(findingsOf("degenerate-init", record), IsEmpty());
    }
    preflight(record, 1).tensors[0].expectedStd = 0;
    EXPECT_THAT(findingsOf("degenerate-init", record), IsEmpty());
}

TEST(DegenerateInitRule, LeavesBiasesNormsAndSingleNumbersAlone)
{
    ComparisonRecord record = test::preparedRecord();
    auto& tensors = preflight(record, 1).tensors;
    tensors[1].std = 0;
    tensors[0].std = 0;
    tensors[0].role = "norm";
    EXPECT_THAT(findingsOf("degenerate-init", record), IsEmpty());
    tensors[0].role = "weight";
    tensors[0].shape = {1, 1};
    EXPECT_THAT(findingsOf("degenerate-init", record), IsEmpty());
}

TEST(NonContiguousRiskRule, WarnsOnAnAccelerator)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 0).tensors[0].contiguous = preflight(record, 1).tensors[0].contiguous = false;
    const Finding finding = onlyFinding("non-contiguous-risk", record);
    EXPECT_EQ(finding.severity, Severity::Warning);
    EXPECT_THAT(finding.runs, ElementsAre(1));
    EXPECT_THAT(finding.title, AllOf(HasSubstr("1 parameter of MPS"), HasSubstr("linear_1.weight")));
}

TEST(NonContiguousRiskRule, IsAnErrorWhereTheReleaseHasAReportedFault)
{
    ComparisonRecord record = test::preparedRecord();
    preflight(record, 1).tensors[0].contiguous = false;
    record.start.environment.libtorch = "2.3.1";
    const Finding finding = onlyFinding("non-contiguous-risk", record);
    EXPECT_EQ(finding.severity, Severity::Error);
    EXPECT_THAT(finding.evidence, Contains(AllOf(HasSubstr("2.3.1"), HasSubstr("addcmul"))));
    record.start.environment.libtorch = "2.4.0";
    EXPECT_EQ(onlyFinding("non-contiguous-risk", record).severity, Severity::Warning);
}

TEST(NonContiguousRiskRule, OnlyInformsOfChannelsLastBatches)
{
    ComparisonRecord record = test::preparedRecord();
    record.start.document["step"] = Json::parse(R"({"memory_format": "channels_last"})");
    const Finding finding = onlyFinding("non-contiguous-risk", record);
    EXPECT_EQ(finding.severity, Severity::Info);
    EXPECT_EQ(finding.fix->patch, Json::parse(R"({"step": {"memory_format": "contiguous"}})"));
    preflight(record, 1).device = "cpu";
    EXPECT_THAT(findingsOf("non-contiguous-risk", record), IsEmpty());
}

}  // namespace
}  // namespace tandem

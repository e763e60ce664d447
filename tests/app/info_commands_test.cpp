// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/faults/fault.h"
#include "core/rules/rule.h"
#include "resources/embedded.h"
#include "tests/app/program.h"

#include <gmock/gmock.h>

namespace tandem::test {
namespace {

using testing::HasSubstr;

class InfoCommands : public ProgramTest {};

TEST_F(InfoCommands, DevicesTellWhyOneIsAbsent)
{
    const Json devices = Json::parse(call({"devices", "--json"}).out);
    std::vector<std::string> names;
    for (const Json& device : devices) {
        names.push_back(device["name"]);
        if (!device["available"].get<bool>()) {
            EXPECT_NE(device["reason"], "");
            EXPECT_NE(device["instead"], "");
        }
    }
    EXPECT_THAT(names, testing::IsSupersetOf({"cpu", "mps", "mps-emulated"}));
}

TEST_F(InfoCommands, DoctorReportsWhatResultsDependOn)
{
    const Called text = call({"doctor"});
    EXPECT_EQ(text.exitCode, 0);
    for (const char* line : {"Tandem ", "Qt ", "LibTorch ", "BLAS ", "Threads ", "Display      none", "Comparisons ", "MNIST ", "Devices"})
        EXPECT_THAT(text.out, HasSubstr(line));
    const Json json = Json::parse(call({"doctor", "--json"}).out);
    EXPECT_GE(json["threads_per_run"].get<int>(), 1);
    EXPECT_EQ(json["comparisons"]["state"], "writable");
    EXPECT_EQ(json["warnings"], Json::array());
}

TEST_F(InfoCommands, RulesListsEveryRuleAndExplainsOne)
{
    const Json rules = Json::parse(call({"rules", "--json"}).out);
    EXPECT_EQ(rules.size(), allRules().size());
    const Called one = call({"rules", "label-dtype"});
    EXPECT_EQ(one.exitCode, 0);
    for (const char* part : {"measures:", "threshold:", "advice:", "cases:"})
        EXPECT_THAT(one.out, HasSubstr(part));
    EXPECT_THAT(call({"rules", "label-dtpye"}).err, HasSubstr("label-dtype"));
}

TEST_F(InfoCommands, FaultsListsTheLibraryAndExplainsOne)
{
    const Json faults = Json::parse(call({"faults", "--json"}).out);
    std::size_t controls = 0, onReference = 0;
    for (const Json& fault : faults) {
        for (const char* key : {"id", "title", "text", "control", "knobs", "expected", "modelled_on"})
            EXPECT_TRUE(fault.contains(key)) << fault.dump();
        controls += fault["control"].get<bool>() ? 1 : 0;
        onReference += fault["side"] == "reference" ? 1 : 0;
    }
    EXPECT_EQ(faults.size(), faultLibrary().size());
    EXPECT_EQ(controls, 10u);
    EXPECT_EQ(onReference, 2u);
    EXPECT_GE(faults.size() - controls, 58u);
    EXPECT_THAT(call({"faults", "wrap-16bit"}).out, HasSubstr("knob limit (default 65536)"));
    const Called unknown = call({"faults", "wrap-16bits"});
    EXPECT_EQ(unknown.exitCode, 2);
    EXPECT_THAT(unknown.err, HasSubstr("wrap-16bit"));
}

TEST_F(InfoCommands, SchemaPrintsThePublishedSchemas)
{
    EXPECT_EQ(call({"schema"}).out, embeddedFile("experiment.schema.json"));
    EXPECT_EQ(call({"schema", "result"}).out, embeddedFile("result.schema.json"));
}

}  // namespace
}  // namespace tandem::test

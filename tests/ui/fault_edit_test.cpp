// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/fault_marks.h"
#include "tests/support/test_data.h"
#include "ui/bridge/fault_edit.h"

#include <gtest/gtest.h>

namespace tandem::ui {
namespace {

const FaultInfo& wrap()
{
    return *findFault("wrap-16bit");
}

Json json(const char* text)
{
    return Json::parse(text);
}

TEST(FaultEdit, EntryIsTheIdWhileEverythingIsAtItsDefault)
{
    Json entries = withFault(Json::array(), wrap(), true);
    EXPECT_EQ(entries, json(R"(["wrap-16bit"])"));
    entries = withFaultValue(entries, wrap(), "limit", 64);
    EXPECT_EQ(entries, json(R"([{"id": "wrap-16bit", "limit": 64}])"));
    entries = withFaultValue(entries, wrap(), kFromStep, 10);
    EXPECT_EQ(entries, json(R"([{"id": "wrap-16bit", "limit": 64, "from_step": 10}])"));
    EXPECT_EQ(faultValue(entries, wrap(), "limit"), Json(64));
    entries = withFaultValue(withFaultValue(entries, wrap(), kFromStep, 0), wrap(), "limit", 65536.0);
    EXPECT_EQ(entries, json(R"(["wrap-16bit"])"));
    EXPECT_EQ(withFault(entries, wrap(), false), Json::array());
}

TEST(FaultEdit, LeavesOtherEntriesAndOtherKeysAsTheyAre)
{
    const Json own = json(R"({"id": "mine", "op": "aten::add", "do": {"scale": {"by": 2}}})");
    Json entries = Json::array({own, json(R"({"id": "wrap-16bit", "probability": 0.5})")});
    entries = withFaultValue(entries, wrap(), "limit", 64);
    EXPECT_EQ(entries[0], own);
    EXPECT_EQ(entries[1], json(R"({"id": "wrap-16bit", "probability": 0.5, "limit": 64})"));
    EXPECT_EQ(withFaultValue(entries, wrap(), "limit", 65536)[1], json(R"({"id": "wrap-16bit", "probability": 0.5})"));
    EXPECT_EQ(withFault(entries, wrap(), false), Json::array({own}));
    EXPECT_EQ(withFaultValue(Json::array({own}), wrap(), "limit", 64), Json::array({own})) << "not listed";
}

TEST(FaultEdit, ReadsWhatIsTyped)
{
    EXPECT_EQ(*readFaultValue(" 64 ", 65536), Json(64));
    EXPECT_EQ(*readFaultValue("1e-7", 0.1), Json(1e-7));
    EXPECT_EQ(*readFaultValue("", 0.1), Json(0.1));
    EXPECT_EQ(*readFaultValue("aten::add, aten::mul", Json::array({"aten::addmm"})), json(R"(["aten::add", "aten::mul"])"));
    EXPECT_EQ(*readFaultValue("*.weight", "*_1.weight"), Json("*.weight"));
    for (const char* wrong : {"many", "[1]", "true", "1,5"})
        EXPECT_FALSE(readFaultValue(wrong, 65536)) << wrong;
}

TEST(FaultEdit, ListOfARunIsWrittenIntoItsWith)
{
    const test::TemporaryFolder folder;
    const ExperimentFile file = test::smallExperiment(folder.path());
    const auto changed = withFaults(file, 1, json(R"(["wrap-16bit"])"));
    ASSERT_TRUE(changed);
    EXPECT_EQ(changed->document["runs"][1]["with"]["faults"], json(R"(["wrap-16bit"])"));
    EXPECT_TRUE(faultEntries(*changed, 0).empty());
    const auto back = withFaults(*changed, 1, Json::array());
    ASSERT_TRUE(back);
    EXPECT_EQ(back->document, file.document) << "what would be inherited anyway is not written";
    EXPECT_FALSE(withFaults(file, 1, json(R"([{"id": "wrap-16bit", "limit": "many"}])")));
}

TEST(FaultEdit, RunCanGiveUpWhatAllRunsHave)
{
    const test::TemporaryFolder folder;
    const ExperimentFile file = test::smallExperiment(folder.path(), R"({"faults": ["wrap-16bit"]})");
    const auto changed = withFaults(file, 0, Json::array());
    ASSERT_TRUE(changed);
    EXPECT_EQ(changed->document["runs"][0]["with"]["faults"], Json::array());
    EXPECT_EQ(faultEntries(*changed, 1), json(R"(["wrap-16bit"])"));
}

TEST(FaultMarks, FaultsActOnTheirSideOnly)
{
    EXPECT_TRUE(faultActsOn(FaultSide::Device, "mps-emulated"));
    EXPECT_FALSE(faultActsOn(FaultSide::Device, "cpu"));
    EXPECT_FALSE(faultActsOn(FaultSide::Device, "mps"));
    EXPECT_TRUE(faultActsOn(FaultSide::Reference, "cpu"));
    EXPECT_FALSE(faultActsOn(FaultSide::Reference, "mps-emulated"));
    EXPECT_EQ(markedName("MPS", {"wrap-16bit"}), "MPS (fault injected)");
    EXPECT_EQ(markedName("MPS", {}), "MPS");
    EXPECT_EQ(faultText("mine"), "mine");
}

}  // namespace
}  // namespace tandem::ui

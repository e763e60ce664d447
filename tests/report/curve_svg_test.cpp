// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/curve_svg.h"

#include "tests/report/sample_record.h"

#include <QSvgRenderer>
#include <QXmlStreamReader>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tandem::ui {
namespace {

struct Drawing {
    QByteArray bytes;
    QString texts, title, description, viewBox;
    int dashed = 0, lines = 0;
    bool wellFormed = false;
};

Drawing drawn(const ComparisonRecord& record, CurveKind kind)
{
    test::needQApplication();
    Drawing drawing;
    drawing.bytes = curvesSvg(record, kind);
    QXmlStreamReader reader(drawing.bytes);
    QString* text = nullptr;
    while (!reader.atEnd()) {
        const auto token = reader.readNext();
        if (token == QXmlStreamReader::StartElement) {
            const QStringView name = reader.name();
            text = name == QLatin1String("title")  ? &drawing.title
                   : name == QLatin1String("desc") ? &drawing.description
                   : name == QLatin1String("text") ? &drawing.texts
                                                   : nullptr;
            drawing.lines += name == QLatin1String("polyline");
            drawing.dashed += reader.attributes().hasAttribute(QLatin1String("stroke-dasharray"))
                              && reader.attributes().value(QLatin1String("stroke-dasharray")) != QLatin1String("none");
            if (name == QLatin1String("svg"))
                drawing.viewBox = reader.attributes().value(QLatin1String("viewBox")).toString();
        } else if (token == QXmlStreamReader::Characters && text) {
            *text += reader.text().toString() + QLatin1Char('|');
        }
    }
    drawing.wellFormed = !reader.hasError();
    return drawing;
}

TEST(CurveSvg, IsSmallCompleteAndReadable)
{
    const ComparisonRecord record = test::floatLabelRecord("MPS <b>");
    for (const CurveKind kind : {CurveKind::Loss, CurveKind::Accuracy, CurveKind::Difference}) {
        const Drawing drawing = drawn(record, kind);
        ASSERT_TRUE(drawing.wellFormed);
        EXPECT_LT(drawing.bytes.size(), 100 * 1024);
        EXPECT_TRUE(drawing.bytes.startsWith("<svg "));
        EXPECT_FALSE(drawing.viewBox.isEmpty());
        EXPECT_FALSE(drawing.title.isEmpty());
        EXPECT_TRUE(drawing.description.contains(QLatin1String("MPS <b>")));
        EXPECT_TRUE(drawing.texts.contains(QLatin1String("Training step")));
        EXPECT_GT(drawing.lines, 0);
        EXPECT_TRUE(QSvgRenderer(drawing.bytes).isValid());
    }
}

TEST(CurveSvg, SolidIsTheBaselineAndDashedTheOther)
{
    const Drawing loss = drawn(test::agreeingRecord(), CurveKind::Loss);
    for (const char* name : {"CPU train", "CPU test", "MPS train", "MPS test"})
        EXPECT_TRUE(loss.texts.contains(QLatin1String(name))) << name;
    EXPECT_GT(loss.dashed, 0);
    ComparisonRecord alone = test::agreeingRecord();
    alone.runs.pop_back();
    alone.findings.clear();
    EXPECT_EQ(drawn(alone, CurveKind::Loss).dashed, 0);
}

TEST(CurveSvg, StaysSmallHoweverLongTheRun)
{
    ComparisonRecord record = test::agreeingRecord();
    for (RunRecord& run : record.runs)
        for (std::int64_t step = run.loss.lastStep() + 1; step < 200000; ++step)
            run.loss.append(step, 0.05 + 0.04 * std::sin(static_cast<double>(step * step % 977)));
    EXPECT_LT(drawn(record, CurveKind::Loss).bytes.size(), 100 * 1024);
}

TEST(CurveSvg, LeavesGapsWhereThereIsNoNumber)
{
    ComparisonRecord record = test::agreeingRecord();
    for (std::int64_t step = record.runs[1].loss.lastStep() + 1; step < 1000; ++step)
        record.runs[1].loss.append(step, std::numeric_limits<double>::quiet_NaN());
    const Drawing drawing = drawn(record, CurveKind::Loss);
    EXPECT_TRUE(drawing.wellFormed);
    EXPECT_FALSE(drawing.bytes.contains("nan"));
    EXPECT_FALSE(drawing.bytes.contains("inf"));
}

TEST(CurveSvg, SaysSoWhereTwoRunsAreIdentical)
{
    ComparisonRecord record = test::agreeingRecord();
    const std::string name = record.runs[1].name;
    record.runs[1] = record.runs[0];
    record.runs[1].name = name;
    EXPECT_TRUE(drawn(record, CurveKind::Difference).texts.contains(QLatin1String("No difference at any step")));
}

TEST(CurveSvg, DrawsNothingWithoutSteps)
{
    test::needQApplication();
    EXPECT_TRUE(curvesSvg(ComparisonRecord{}, CurveKind::Loss).isEmpty());
    EXPECT_TRUE(curvesSvg(ComparisonRecord{}, CurveKind::Difference).isEmpty());
}

}  // namespace
}  // namespace tandem::ui

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/html_report.h"

#include "core/base/text_file.h"
#include "tests/report/sample_record.h"
#include "ui/report/html_writer.h"

#include <QRegularExpression>
#include <QStringList>
#include <QXmlStreamReader>

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace tandem::ui {
namespace {

constexpr const char* kHostile = "MPS <script>alert('1')</script> & \"co\"";

struct Page {
    QByteArray bytes;
    QString text;              // all characters outside tags
    QStringList headings;      // h2
    int scripts = 0, drawings = 0, details = 0;
    bool wellFormed = false;
    QString error;
};

Page parsed(const QByteArray& bytes)
{
    Page page;
    page.bytes = bytes;
    QXmlStreamReader reader(bytes);
    bool heading = false;
    while (!reader.atEnd()) {
        const auto token = reader.readNext();
        if (token == QXmlStreamReader::StartElement) {
            heading = reader.name() == QLatin1String("h2");
            page.scripts += reader.name() == QLatin1String("script");
            page.drawings += reader.name() == QLatin1String("svg");
            page.details += reader.name() == QLatin1String("details");
        } else if (token == QXmlStreamReader::EndElement) {
            heading = false;
        } else if (token == QXmlStreamReader::Characters) {
            page.text += reader.text();
            if (heading)
                page.headings += reader.text().toString();
        }
    }
    page.wellFormed = !reader.hasError();
    page.error = reader.errorString();
    return page;
}

Page pageOf(const ComparisonRecord& record, const std::string& folder = {})
{
    test::needQApplication();
    return parsed(htmlReport(buildReport(record, folder), record));
}

bool shows(const Page& page, const char* text)
{
    return page.text.contains(QString::fromUtf8(text));
}

// CI keeps this folder, so that people can look at what the tests saw.
void keepForPeople(const char* name, const QByteArray& bytes)
{
    if (const char* folder = std::getenv("TANDEM_ARTIFACTS"))
        (void)replaceFile(std::filesystem::path(folder) / name, std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

TEST(HtmlReport, IsOneWellFormedPage)
{
    for (const ComparisonRecord& record : {test::agreeingRecord(), test::floatLabelRecord(kHostile)}) {
        const Page page = pageOf(record);
        EXPECT_TRUE(page.wellFormed) << page.error.toStdString();
        EXPECT_TRUE(page.bytes.startsWith("<!DOCTYPE html>"));
        EXPECT_LT(page.bytes.size(), 2 * 1024 * 1024);
    }
}

TEST(HtmlReport, HasEverySection)
{
    const Page page = pageOf(test::floatLabelRecord("MPS"));
    const QStringList wanted{QStringLiteral("Findings"), QStringLiteral("Curves"), QStringLiteral("Runs"),
                             QStringLiteral("Trained on × evaluated on"), QStringLiteral("Same start, same data"),
                             QStringLiteral("Configuration"), QStringLiteral("Data"), QStringLiteral("Environment"),
                             QStringLiteral("Reproduce"), QStringLiteral("Notices and limits")};
    EXPECT_EQ(page.headings.join(QLatin1Char('|')).toStdString(), wanted.join(QLatin1Char('|')).toStdString());
    EXPECT_EQ(page.drawings, 3);
    keepForPeople("report-parted.html", page.bytes);
    keepForPeople("report-agree.html", pageOf(test::agreeingRecord()).bytes);
}

TEST(HtmlReport, VerdictComesFirst)
{
    const Page page = pageOf(test::floatLabelRecord("MPS"));
    const qsizetype verdict = page.bytes.indexOf("Verdict: code misuses an API");
    ASSERT_GT(verdict, 0);
    EXPECT_LT(verdict, page.bytes.indexOf("<h2"));
}

TEST(HtmlReport, TellsEmulationAndFaultsBeforeAnyNumber)
{
    const Page page = pageOf(test::floatLabelRecord("MPS"));
    for (const char* notice : {"Emulated device.", "Nothing on this page was measured on Apple hardware",
                               "Fault injected on purpose.", "lab-float-accept-badgrad"}) {
        const qsizetype place = page.bytes.indexOf(notice);
        ASSERT_GT(place, 0) << notice;
        EXPECT_LT(place, page.bytes.indexOf("<h2")) << notice;
    }
    EXPECT_TRUE(shows(page, "MPS (fault injected)")) << "over its numbers";
    EXPECT_TRUE(shows(page, "CPU")) << "no fault acts on it";
    EXPECT_FALSE(shows(page, "CPU (fault injected)"));
    ComparisonRecord inactive = test::agreeingRecord();
    inactive.runs[0].preflight->inactiveFaults = {"wrap-16bit"};
    const Page told = pageOf(inactive);
    EXPECT_TRUE(shows(told, "Fault inactive.") && shows(told, "wrap-16bit (The batch index wraps at 2^16)"));
    EXPECT_FALSE(shows(told, "fault injected"));
    ComparisonRecord real = test::agreeingRecord();
    real.runs[1].device = "mps";
    real.runs[1].preflight->emulated = false;
    EXPECT_FALSE(shows(pageOf(real), "Emulated device."));
}

TEST(HtmlReport, EscapesWhatUsersWrite)
{
    const Page page = pageOf(test::floatLabelRecord(kHostile));
    EXPECT_EQ(page.scripts, 0);
    EXPECT_FALSE(page.bytes.contains("<script"));
    EXPECT_TRUE(page.bytes.contains("&lt;script&gt;"));
    EXPECT_TRUE(shows(page, kHostile));
    EXPECT_TRUE(shows(page, "mnist & friends"));
}

TEST(HtmlReport, SurvivesCharactersThatXmlCannotHold)
{
    ComparisonRecord record = test::agreeingRecord();
    record.runs[1].end->error = std::string("red: \x1b[31m and a torn letter \xc3");
    const Page page = pageOf(record);
    EXPECT_TRUE(page.wellFormed) << page.error.toStdString();
    EXPECT_TRUE(shows(page, "red: "));
}

TEST(HtmlReport, ShowsFindingsWithTheirFix)
{
    const Page page = pageOf(test::floatLabelRecord("MPS"));
    for (const char* text : {"Labels are float32 on MPS", "label-dtype", "before the first step", "Why it matters",
                             "Keep class indices as int64", "Labels → int64", "\"label_dtype\": \"int64\"",
                             "1 more finding that this one explains", "MPS stays at chance level", "step 938"})
        EXPECT_TRUE(shows(page, text)) << text;
    EXPECT_EQ(page.details, 3);  // the folded finding and two of the configuration
    EXPECT_TRUE(shows(pageOf(test::agreeingRecord()), "No rule found anything."));
}

TEST(HtmlReport, ShowsAFollowerWhoseCauseIsGone)
{
    ComparisonRecord record = test::floatLabelRecord("MPS");
    record.findings.erase(record.findings.begin());
    EXPECT_TRUE(shows(pageOf(record), "MPS stays at chance level"));
}

TEST(HtmlReport, ShowsResultsSetupAndHowToRepeat)
{
    const Page page = pageOf(test::floatLabelRecord("MPS"), "runs/one");
    for (const char* text : {"98.04 %", "baseline", "−86.", "Paired runs share the machine", "step.label_dtype", "LibTorch",
                             "1.13.1", "OMP_NUM_THREADS", "61f3a9c0d2b74e15", "88aa0c1f5e6d2b34",
                             "0b367032e93c5d0cea0925647cfdb18614af8ee15f83e6f2fc2ad904a6835971",
                             "tandem run \"runs/one/experiment.json\" --ignore-preflight", "The log was written late twice"})
        EXPECT_TRUE(shows(page, text)) << text;
    EXPECT_TRUE(shows(pageOf(test::agreeingRecord()), "the run was stopped"));
}

TEST(HtmlReport, NeedsNothingFromElsewhere)
{
    const Page page = pageOf(test::floatLabelRecord(kHostile));
    QByteArray rest = page.bytes;
    rest.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
    EXPECT_FALSE(rest.contains("http://"));
    EXPECT_FALSE(rest.contains("https://"));
    EXPECT_FALSE(rest.contains("url("));
    EXPECT_FALSE(rest.contains("@import"));
    EXPECT_FALSE(rest.contains(" src="));
}

TEST(HtmlReport, TablesTellWhatTheirCellsMean)
{
    const Page page = pageOf(test::agreeingRecord());
    EXPECT_EQ(page.bytes.count("<thead>"), page.bytes.count("<table>"));
    EXPECT_TRUE(page.bytes.contains("scope=\"col\""));
    EXPECT_TRUE(page.bytes.contains("scope=\"row\""));
    EXPECT_TRUE(page.bytes.contains("<caption>"));
}

TEST(HtmlReport, WritesNoShortFormThatHtmlTakesForAnOpenTag)
{
    const Page page = pageOf(test::agreeingRecord());
    QString outside = QString::fromUtf8(page.bytes);
    outside.remove(QRegularExpression(QStringLiteral("<svg.*?</svg>"), QRegularExpression::DotMatchesEverythingOption));
    outside.remove(QRegularExpression(QStringLiteral("<meta[^>]*/>")));
    EXPECT_FALSE(outside.contains(QLatin1String("/>")));
}

TEST(HtmlReport, WritesAnEmptyComparison)
{
    EXPECT_TRUE(pageOf(ComparisonRecord{}).wellFormed);
    ComparisonRecord blocked = test::floatLabelRecord("MPS");
    for (RunRecord& run : blocked.runs) {
        run.loss = run.accuracy = Series{};
        run.evaluations.clear();
        run.end = RunEnd{Outcome::Blocked, {}, 0, 0, 0, {}};
    }
    blocked.matrix.clear();
    blocked.end = ComparisonEnd{"blocked", {}};
    const Page page = pageOf(blocked);
    EXPECT_TRUE(page.wellFormed);
    EXPECT_TRUE(shows(page, "There are no curves"));
    EXPECT_TRUE(shows(page, "The comparison ended as blocked."));
}

TEST(HtmlReport, IsWrittenWhole)
{
    test::needQApplication();
    const ComparisonRecord record = test::agreeingRecord();
    const auto folder = std::filesystem::path(testing::TempDir()) / "tandem-report-test";
    std::filesystem::create_directories(folder);
    ASSERT_TRUE(writeHtmlReport(folder / "report.html", buildReport(record, {}), record));
    EXPECT_TRUE(readTextFile(folder / "report.html")->ends_with("</html>\n"));
    EXPECT_FALSE(writeHtmlReport(folder / "absent" / "report.html", buildReport(record, {}), record));
    std::filesystem::remove_all(folder);
}

TEST(HtmlWriter, ClosesWhatIsOpen)
{
    HtmlWriter html;
    html.open("html");
    html.open("p", {{"title", "a \"b\" <c>"}});
    EXPECT_EQ(html.finish().toStdString(), "<!DOCTYPE html><html><p title=\"a &quot;b&quot; &lt;c&gt;\"></p></html>\n");
}

}  // namespace
}  // namespace tandem::ui

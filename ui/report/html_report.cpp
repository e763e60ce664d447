// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/html_report.h"

#include "core/base/text_file.h"
#include "ui/report/html_sections.h"
#include "ui/report/html_style.h"

#include <string_view>

namespace tandem::ui {
namespace {

std::string experimentName(const Report& report)
{
    const Json& document = report.start.document;
    const bool named = document.is_object() && document.contains("name") && document["name"].is_string();
    return named ? document["name"].get<std::string>() : "experiment";
}

void writeHead(HtmlWriter& html, const Report& report)
{
    const HtmlScope head(html, "head");
    html.voidElement("meta", {{"charset", "utf-8"}});
    html.voidElement("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}});
    html.voidElement("meta", {{"name", "generator"}, {"content", "Tandem " + report.start.environment.tandem}});
    html.element("title", experimentName(report) + ": " + report.verdict.summary + (hasFaults(report) ? " (fault injected)" : "") + " – Tandem");
    // A style element holds no markup characters but ">" and quotes, which XML and HTML read alike.
    const HtmlScope style(html, "style");
    html.markup(reportStyle());
}

void writeFooter(HtmlWriter& html, const Report& report)
{
    const HtmlScope footer(html, "footer");
    std::string text = "Written by Tandem " + report.start.environment.tandem;
    if (!report.start.id.empty())
        text += " · comparison " + report.start.id;
    html.element("p", text);
}

}  // namespace

QByteArray htmlReport(const Report& report, const ComparisonRecord& record)
{
    HtmlWriter html;
    html.open("html", {{"lang", "en"}});
    writeHead(html, report);
    html.open("body");
    html.open("main");
    {
        const HtmlScope header(html, "header");
        std::string line = "Tandem report · " + experimentName(report);
        if (!report.start.created.empty())
            line += " · " + report.start.created;
        html.element("p", line, {{"class", "soft"}});
        writeVerdict(html, report, record);
    }
    writeFindings(html, report);
    writeLeftOut(html, report);
    writeCurves(html, record);
    writeResults(html, report);
    writeMatrix(html, report);
    writeStart(html, report, record);
    writeConfiguration(html, report);
    writeEnvironment(html, report);
    writeReproduction(html, report);
    writeLimits(html, report, record);
    writeFooter(html, report);
    return html.finish();
}

Status writeHtmlReport(const std::filesystem::path& path, const Report& report, const ComparisonRecord& record)
{
    const QByteArray page = htmlReport(report, record);
    return replaceFile(path, std::string_view(page.constData(), static_cast<std::size_t>(page.size())));
}

}  // namespace tandem::ui

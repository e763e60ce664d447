// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/fault_marks.h"
#include "ui/report/html_sections.h"

#include <algorithm>

namespace tandem::ui {
namespace {

const char* toneOf(Severity severity)
{
    return severity == Severity::Error ? "bad" : severity == Severity::Warning ? "warn" : "plain";
}

const char* toneOf(VerdictKind kind)
{
    switch (kind) {
    case VerdictKind::Agree:
    case VerdictKind::RoundingOnly:
        return "good";
    case VerdictKind::SetupDiffers:
        return "warn";
    case VerdictKind::ApiMisuse:
    case VerdictKind::BackendSuspect:
        return "bad";
    case VerdictKind::Undecided:
        break;
    }
    return "plain";
}

void writeList(HtmlWriter& html, const std::vector<std::string>& lines)
{
    const HtmlScope list(html, "ul");
    for (const std::string& line : lines)
        html.element("li", line);
}

void writeBanner(HtmlWriter& html, const char* tone, const std::string& head, const std::string& text)
{
    const HtmlScope banner(html, "p", {{"class", std::string("banner ") + tone}, {"role", "note"}});
    html.element("strong", head);
    html.text(" " + text);
}

std::string joined(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : ", ") + word;
    return text;
}

// What a reader must know before believing any number below.
void writeBanners(HtmlWriter& html, const Report& report, const ComparisonRecord& record)
{
    std::vector<std::string> emulated;
    for (const RunSummary& run : report.runs)
        if (isEmulated(run))
            emulated.push_back(run.name);
    if (!emulated.empty())
        writeBanner(html, "warn", "Emulated device.",
                    joined(emulated) + (emulated.size() == 1 ? " was" : " were")
                        + " trained on mps-emulated, a rehearsal of Apple's device that computes on the CPU. Nothing on "
                          "this page was measured on Apple hardware.");
    for (const RunSummary& run : report.runs) {
        if (!run.faults.empty())
            writeBanner(html, "warn", "Fault injected on purpose.",
                        run.name + " was trained with " + faultTexts(run.faults)
                            + ". What follows from it shows what Tandem finds, and no defect of this machine.");
        if (!run.inactiveFaults.empty())
            writeBanner(html, "plain", "Fault inactive.",
                        run.name + " lists " + faultTexts(run.inactiveFaults) + ", which did not act, because " + run.device
                            + " is not the device it acts on.");
    }
    if (report.start.ignorePreflight)
        writeBanner(html, "plain", "Pre-flight ignored.",
                    "Training was started in spite of what was found before the first step, as asked.");
    if (record.end && record.end->state != "finished")
        writeBanner(html, record.end->state == "failed" ? "bad" : "plain", "Incomplete.",
                    "The comparison ended as " + record.end->state + "."
                        + (record.end->error ? " " + *record.end->error : std::string()));
}

void writePart(HtmlWriter& html, const char* name, const std::string& text)
{
    if (text.empty())
        return;
    html.element("dt", name);
    html.element("dd", text);
}

void writeFix(HtmlWriter& html, const Fix& fix)
{
    html.element("dt", "Fix");
    const HtmlScope description(html, "dd");
    html.element("strong", fix.label);
    html.text(fix.run ? ": merge into “with” of run “" + *fix.run + "”" : std::string(": merge into the experiment"));
    html.element("pre", fix.patch.dump(2));
}

void writeFinding(HtmlWriter& html, const Report& report, const Finding& finding, const std::vector<const Finding*>& folded)
{
    const HtmlScope article(html, "article", {{"class", std::string("card finding ") + toneOf(finding.severity)}});
    {
        const HtmlScope header(html, "header");
        html.element("span", wordList(finding.severity)[static_cast<std::size_t>(finding.severity)], {{"class", "kind"}});
        html.element("h3", finding.title);
    }
    {
        const HtmlScope where(html, "p", {{"class", "where"}});
        html.element("code", finding.rule);
        const std::string runs = runList(report, finding.runs);
        html.text((runs.empty() ? "" : " · " + runs)
                  + (finding.step ? " · step " + std::to_string(*finding.step) : std::string(" · before the first step")));
    }
    {
        const HtmlScope parts(html, "dl", {{"class", "parts"}});
        if (!finding.evidence.empty()) {
            html.element("dt", "Evidence");
            const HtmlScope evidence(html, "dd");
            writeList(html, finding.evidence);
        }
        writePart(html, "Why it matters", finding.cause);
        writePart(html, "What to do", finding.advice);
        if (finding.fix)
            writeFix(html, *finding.fix);
    }
    if (folded.empty())
        return;
    const HtmlScope details(html, "details");
    html.element("summary", std::to_string(folded.size())
                                + (folded.size() == 1 ? " more finding that this one explains" : " more findings that this one explains"));
    for (const Finding* follower : folded)
        writeFinding(html, report, *follower, {});
}

}  // namespace

void writeVerdict(HtmlWriter& html, const Report& report, const ComparisonRecord& record)
{
    const Verdict& verdict = report.verdict;
    {
        const HtmlScope card(html, "section", {{"class", std::string("card verdict ") + toneOf(verdict.kind)}, {"aria-label", "Verdict"}});
        html.element("span", "Verdict: " + wordList(verdict.kind)[static_cast<std::size_t>(verdict.kind)], {{"class", "kind"}});
        if (hasFaults(report)) {
            html.text(" ");
            html.element("span", "fault injected", {{"class", "kind warn"}});
        }
        html.element("h1", verdict.summary);
        if (!verdict.evidence.empty())
            writeList(html, verdict.evidence);
    }
    writeBanners(html, report, record);
}

void writeFindings(HtmlWriter& html, const Report& report)
{
    const HtmlScope section(html, "section");
    html.element("h2", "Findings");
    if (report.findings.empty()) {
        html.element("p", "No rule found anything.", {{"class", "soft"}});
        return;
    }
    std::vector<const Finding*> left;
    for (const Finding& finding : report.findings)
        left.push_back(&finding);
    for (const Finding& finding : report.findings) {
        if (finding.foldedUnder)
            continue;
        // Several causes may have the same rule; each follower is shown once, under the first.
        const auto mine = std::stable_partition(left.begin(), left.end(), [&](const Finding* other) {
            return other != &finding && (!other->foldedUnder || *other->foldedUnder != finding.rule);
        });
        std::vector<const Finding*> folded(mine, left.end());
        folded.erase(std::remove(folded.begin(), folded.end(), &finding), folded.end());
        left.erase(mine, left.end());
        writeFinding(html, report, finding, folded);
    }
    for (const Finding* orphan : left)
        writeFinding(html, report, *orphan, {});
}

void writeLeftOut(HtmlWriter& html, const Report& report)
{
    const std::vector<std::string> lines = leftOutLines(report);
    if (lines.empty())
        return;
    const HtmlScope section(html, "section");
    html.element("h2", "Rules that did not look");
    writeList(html, lines);
}

}  // namespace tandem::ui

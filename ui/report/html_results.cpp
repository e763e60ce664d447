// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/number_text.h"
#include "core/report/fault_marks.h"
#include "ui/plots/curve_svg.h"
#include "ui/report/html_sections.h"

#include <QString>

#include <algorithm>
#include <cmath>

namespace tandem::ui {
namespace {

constexpr const char* kNone = "–";

std::string shareText(const std::optional<double>& share)
{
    return share ? percent(*share) : kNone;
}

std::string lossText(const std::optional<double>& loss)
{
    return loss ? numberText(*loss) : kNone;
}

std::string speedText(const RunSummary& run)
{
    return run.imagesPerSecond > 0 ? std::to_string(std::lround(run.imagesPerSecond)) : kNone;
}

// "+0.12" or "−3.40", in percentage points.
std::string pointsText(double difference)
{
    // Not printf: a QApplication sets the C library's locale, and with it a decimal comma.
    return (difference < 0 ? "−" : "+") + QString::number(100 * std::abs(difference), 'f', 2).toStdString();
}

std::string deltaText(const Report& report, std::size_t run)
{
    const auto baseline = static_cast<std::size_t>(report.start.baseline);
    if (run == baseline)
        return "baseline";
    if (baseline >= report.runs.size() || !report.runs[run].testAccuracy || !report.runs[baseline].testAccuracy)
        return kNone;
    return pointsText(*report.runs[run].testAccuracy - *report.runs[baseline].testAccuracy);
}

std::vector<std::string> resultRow(const Report& report, std::size_t index)
{
    const RunSummary& run = report.runs[index];
    std::string best = shareText(run.bestTestAccuracy);
    if (run.bestTestAccuracy && run.bestStep)
        best += " (step " + std::to_string(*run.bestStep) + ")";
    return {runName(run),
            isEmulated(run) ? run.device + ", on the CPU" : run.device,
            run.outcome,
            std::to_string(run.steps) + " of " + std::to_string(run.totalSteps),
            shareText(run.testAccuracy),
            deltaText(report, index),
            best,
            lossText(run.testLoss),
            speedText(run)};
}

void writeFigure(HtmlWriter& html, const QByteArray& svg, const char* title, const char* note)
{
    if (svg.isEmpty())
        return;
    const HtmlScope figure(html, "figure");
    {
        const HtmlScope caption(html, "figcaption");
        html.text(title);
        html.element("span", std::string(" · ") + note);
    }
    html.markup(svg);
}

const CrossEvaluation* cellOf(const Report& report, std::size_t trained, std::size_t evaluated)
{
    for (const CrossEvaluation& cell : report.matrix)
        if (cell.trainedOn == static_cast<std::int64_t>(trained) && cell.evaluatedOn == static_cast<std::int64_t>(evaluated))
            return &cell;
    return nullptr;
}

std::string cellText(const CrossEvaluation* cell)
{
    if (!cell)
        return kNone;
    return cell->error.empty() ? percent(cell->accuracy) + " (loss " + numberText(cell->loss) + ")" : cell->error;
}

}  // namespace

bool isEmulated(const RunSummary& run)
{
    return run.emulated || run.device == "mps-emulated";
}

std::string runName(const RunSummary& run)
{
    return markedName(run.name, run.faults);
}

bool hasFaults(const Report& report)
{
    return std::any_of(report.runs.begin(), report.runs.end(), [](const RunSummary& run) { return !run.faults.empty(); });
}

std::string runList(const Report& report, const std::vector<std::int64_t>& runs)
{
    std::string text;
    for (const std::int64_t run : runs)
        if (run >= 0 && static_cast<std::size_t>(run) < report.runs.size())
            text += (text.empty() ? "" : ", ") + runName(report.runs[static_cast<std::size_t>(run)]);
    return text;
}

void writeTable(HtmlWriter& html, const HtmlTable& table)
{
    const auto style = [&table](std::size_t column) {
        return column >= table.numbers ? HtmlWriter::Attributes{{"class", "number"}} : HtmlWriter::Attributes{};
    };
    const HtmlScope wide(html, "div", {{"class", "wide"}});
    const HtmlScope element(html, "table");
    if (!table.caption.empty())
        html.element("caption", table.caption);
    {
        const HtmlScope head(html, "thead");
        const HtmlScope row(html, "tr");
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            HtmlWriter::Attributes attributes = style(column);
            attributes.emplace_back("scope", "col");
            html.element("th", table.columns[column], attributes);
        }
    }
    const HtmlScope body(html, "tbody");
    for (const std::vector<std::string>& cells : table.rows) {
        const HtmlScope row(html, "tr");
        for (std::size_t column = 0; column < cells.size(); ++column)
            html.element(column == 0 ? "th" : "td", cells[column],
                         column == 0 ? HtmlWriter::Attributes{{"scope", "row"}} : style(column));
    }
}

void writeCurves(HtmlWriter& html, const ComparisonRecord& record)
{
    const HtmlScope section(html, "section");
    html.element("h2", "Curves");
    const QByteArray loss = curvesSvg(record, CurveKind::Loss);
    if (loss.isEmpty()) {
        html.element("p", "There are no curves: no step was recorded, or nothing could be drawn where this page was written.",
                     {{"class", "soft"}});
        return;
    }
    html.element("p", "Colour says what is measured; the solid line is the baseline, dashed ones are the other runs. The pale line "
                      "under a curve of training is every step, the strong one is smoothed.",
                 {{"class", "note"}});
    writeFigure(html, loss, "Loss", "training and test split, by training step");
    writeFigure(html, curvesSvg(record, CurveKind::Accuracy), "Accuracy", "training batches and test split");
    if (record.runs.size() > 1)
        writeFigure(html, curvesSvg(record, CurveKind::Difference), "Difference of loss",
                    "from the baseline, absolute, logarithmic; gaps are exact agreement");
}

void writeResults(HtmlWriter& html, const Report& report)
{
    const HtmlScope section(html, "section");
    html.element("h2", "Runs");
    HtmlTable table;
    table.caption = "Test figures are of the whole test split.";
    table.columns = {"Run", "Device", "Outcome", "Steps", "Accuracy", "Δ points", "Best", "Loss", "Images/s"};
    table.numbers = 3;
    for (std::size_t i = 0; i < report.runs.size(); ++i)
        table.rows.push_back(resultRow(report, i));
    writeTable(html, table);
    if (report.runs.size() > 1)
        html.element("p", "Images/s is of training alone, without evaluation and pauses. Paired runs share the machine: these "
                          "figures say nothing about either device by itself.",
                     {{"class", "note"}});
    for (const RunSummary& run : report.runs) {
        if (run.error.empty())
            continue;
        html.element("p", runName(run) + " raised:");
        html.element("pre", run.error);
    }
}

void writeMatrix(HtmlWriter& html, const Report& report)
{
    if (report.matrix.empty() || report.runs.size() < 2)
        return;
    const HtmlScope section(html, "section");
    html.element("h2", "Trained on × evaluated on");
    HtmlTable table;
    table.caption = "Test accuracy of each run's final weights, measured on each run's device. A row that changes from left to "
                    "right points to evaluation; a column that changes from top to bottom points to training.";
    table.columns = {"Trained on ↓ evaluated on →"};
    table.numbers = 1;
    for (std::size_t trained = 0; trained < report.runs.size(); ++trained) {
        table.columns.push_back(runName(report.runs[trained]));
        std::vector<std::string> row{runName(report.runs[trained])};
        for (std::size_t evaluated = 0; evaluated < report.runs.size(); ++evaluated)
            row.push_back(cellText(cellOf(report, trained, evaluated)));
        table.rows.push_back(std::move(row));
    }
    writeTable(html, table);
}

}  // namespace tandem::ui

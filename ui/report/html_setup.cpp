// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/number_text.h"
#include "core/report/fault_marks.h"
#include "ui/report/html_sections.h"

#include <algorithm>

namespace tandem::ui {
namespace {

constexpr const char* kNone = "–";

std::string shapeText(const TensorFacts& tensor)
{
    std::string text;
    for (const std::int64_t size : tensor.shape)
        text += (text.empty() ? "" : " × ") + std::to_string(size);
    return text;
}

std::string tensorText(const TensorFacts& tensor)
{
    if (tensor.dtype.empty())
        return kNone;
    std::string text = tensor.dtype + ", " + shapeText(tensor) + ", " + numberText(tensor.min) + " to " + numberText(tensor.max);
    if (tensor.nonFinite > 0)
        text += ", " + std::to_string(tensor.nonFinite) + " not finite";
    return text;
}

std::string orNone(const std::string& text)
{
    return text.empty() ? kNone : text;
}

// One row a fact, one column a run, and whether all runs have the same.
class StartTable {
public:
    explicit StartTable(const Report& report)
    {
        m_table.columns.emplace_back("Fact");
        for (const RunSummary& run : report.runs)
            m_table.columns.push_back(runName(run));
        if (report.runs.size() > 1)
            m_table.columns.emplace_back("Same");
    }

    template<class Read>
    void row(const char* name, const ComparisonRecord& record, const Read& read)
    {
        std::vector<std::string> cells{name};
        for (const RunRecord& run : record.runs)
            cells.push_back(orNone(read(run)));
        const bool known = std::all_of(cells.begin() + 1, cells.end(), [](const std::string& cell) { return cell != kNone; });
        const bool same = std::all_of(cells.begin() + 1, cells.end(), [&cells](const std::string& cell) { return cell == cells[1]; });
        if (record.runs.size() > 1)
            cells.emplace_back(!known ? kNone : same ? "yes" : "no");
        m_table.rows.push_back(std::move(cells));
    }

    template<class Read>
    void preflightRow(const char* name, const ComparisonRecord& record, const Read& read)
    {
        row(name, record, [&read](const RunRecord& run) { return run.preflight ? read(*run.preflight) : std::string(); });
    }

    HtmlTable& table() { return m_table; }

private:
    HtmlTable m_table;
};

std::vector<std::string> configurationRow(const ConfigRow& row)
{
    std::vector<std::string> cells{row.path};
    for (const Json& value : row.values)
        cells.push_back(displayValue(value));
    return cells;
}

void writeSourceFiles(HtmlWriter& html, const Report& report)
{
    if (report.start.datasetFiles.empty())
        return;
    HtmlTable table;
    table.caption = "Data files that were read.";
    table.columns = {"File", "SHA-256"};
    for (const std::string& line : report.start.datasetFiles) {
        const auto space = line.rfind(' ');
        table.rows.push_back({line.substr(0, space), space == std::string::npos ? "" : line.substr(space + 1)});
    }
    html.element("h2", "Data");
    writeTable(html, table);
}

}  // namespace

void writeStart(HtmlWriter& html, const Report& report, const ComparisonRecord& record)
{
    const bool known = std::any_of(record.runs.begin(), record.runs.end(), [](const RunRecord& run) { return run.preflight.has_value(); });
    if (!known)
        return;
    const HtmlScope section(html, "section");
    html.element("h2", "Same start, same data");
    StartTable table(report);
    table.table().caption = "Seen before the first step. Hashes are of what was read back from the device.";
    table.preflightRow("Seed", record, [](const PreflightFacts& f) { return std::to_string(f.seed); });
    const auto lists = [&report](auto faults) {
        return std::any_of(report.runs.begin(), report.runs.end(), [faults](const RunSummary& run) { return !(run.*faults).empty(); });
    };
    if (lists(&RunSummary::faults))
        table.preflightRow("Fault injected", record, [](const PreflightFacts& f) { return faultTexts(f.faults); });
    if (lists(&RunSummary::inactiveFaults))
        table.preflightRow("Fault inactive", record, [](const PreflightFacts& f) { return faultTexts(f.inactiveFaults); });
    table.preflightRow("Initial weights", record, [](const PreflightFacts& f) { return f.weightsHash; });
    table.preflightRow("Batch order", record, [](const PreflightFacts& f) { return f.planHash; });
    table.preflightRow("First batch, pixels", record, [](const PreflightFacts& f) { return f.inputHash; });
    table.preflightRow("First batch, labels", record, [](const PreflightFacts& f) { return f.labelHash; });
    table.preflightRow("Labels", record, [](const PreflightFacts& f) { return tensorText(f.labels); });
    table.preflightRow("Input", record, [](const PreflightFacts& f) { return tensorText(f.input); });
    table.preflightRow("Output", record, [](const PreflightFacts& f) {
        return f.forwardError.empty() ? tensorText(f.output) : f.forwardError;
    });
    table.preflightRow("Trainable parameters", record, [](const PreflightFacts& f) { return std::to_string(f.parameters); });
    table.row("Final weights", record, [](const RunRecord& run) { return run.end ? run.end->weightsHash : std::string(); });
    writeTable(html, table.table());
}

void writeConfiguration(HtmlWriter& html, const Report& report)
{
    const HtmlScope section(html, "section");
    html.element("h2", "Configuration");
    HtmlTable table;
    table.columns.emplace_back("Setting");
    for (const RunSummary& run : report.runs)
        table.columns.push_back(runName(run));
    for (const ConfigRow& row : differingRows(report.configuration))
        table.rows.push_back(configurationRow(row));
    if (table.rows.empty()) {
        html.element("p", report.configuration.empty() ? "The configuration could not be read back." : "All runs have the same configuration.",
                     {{"class", "soft"}});
    } else {
        table.caption = "Where the runs differ.";
        writeTable(html, table);
    }
    if (!report.configuration.empty()) {
        const HtmlScope details(html, "details");
        html.element("summary", "Every setting, with its default");
        table.caption.clear();
        table.rows.clear();
        for (const ConfigRow& row : report.configuration)
            table.rows.push_back(configurationRow(row));
        writeTable(html, table);
    }
    const HtmlScope details(html, "details");
    html.element("summary", "The experiment as it was given");
    html.element("pre", report.start.document.dump(2, ' ', false, Json::error_handler_t::replace));
}

void writeEnvironment(HtmlWriter& html, const Report& report)
{
    const EnvironmentFacts& facts = report.start.environment;
    const HtmlScope section(html, "section");
    writeSourceFiles(html, report);
    html.element("h2", "Environment");
    HtmlTable table;
    table.columns = {"What", "Value"};
    table.rows = {{"Tandem", orNone(facts.tandem)},
                  {"LibTorch", orNone(facts.libtorch)},
                  {"Compiler", orNone(facts.compiler)},
                  {"Operating system", orNone(facts.os)},
                  {"Processor", orNone(facts.cpu) + ", " + std::to_string(facts.cores) + " cores"},
                  {"Linear algebra", orNone(facts.blas) + (facts.referenceBlas ? " (the slow reference library)" : "")},
                  {"Threads", std::to_string(facts.threadsPerRun) + " inside one operation, for each run"}};
    for (const std::string& variable : facts.variables) {
        const auto equals = variable.find('=');
        table.rows.push_back({variable.substr(0, equals), equals == std::string::npos ? "" : variable.substr(equals + 1)});
    }
    writeTable(html, table);
}

void writeReproduction(HtmlWriter& html, const Report& report)
{
    const HtmlScope section(html, "section");
    html.element("h2", "Reproduce");
    if (!report.command.empty()) {
        html.element("pre", report.command);
        return;
    }
    html.element("p", "Save the experiment, given above under Configuration, as experiment.tandem.json, and run:");
    html.element("pre", std::string("tandem run experiment.tandem.json") + (report.start.ignorePreflight ? " --ignore-preflight" : ""));
}

void writeLimits(HtmlWriter& html, const Report& report, const ComparisonRecord& record)
{
    const HtmlScope section(html, "section");
    html.element("h2", "Notices and limits");
    const HtmlScope list(html, "ul");
    for (const std::string& notice : report.notices)
        html.element("li", notice);
    for (const RunSummary& run : report.runs)
        if (run.thinned > 0)
            html.element("li", run.name + ": " + std::to_string(run.thinned) + " of " + std::to_string(run.steps)
                                   + " steps were left out of the curves because a reader was slow; extremes were kept.");
    for (const RunRecord& run : record.runs)
        if (run.firstNonFiniteStep)
            html.element("li", run.name + ": the training loss was no finite number at step " + std::to_string(*run.firstNonFiniteStep)
                                   + ". Such values are gaps in the curves.");
    html.element("li", "One seed was trained. Another seed gives another curve: differences as small as between seeds mean nothing.");
    html.element("li", "Rules report what they measured. No finding means that nothing they look at was wrong.");
}

}  // namespace tandem::ui

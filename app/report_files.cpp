// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/report_files.h"

#include "core/base/text_file.h"
#include "ui/report/html_report.h"

#include <QApplication>
#include <QLoggingCategory>

#include <unistd.h>

#include <cerrno>
#include <memory>

namespace tandem::app {
namespace {

namespace fs = std::filesystem;

// Charts are drawn by Qt, which wants an application object; no display is needed for that.
Status writeHtml(const fs::path& path, const Report& report, const ComparisonRecord& record)
{
    std::unique_ptr<QApplication> application;
    int argc = 1;
    char name[] = "tandem";
    char* argv[] = {name, nullptr};
    if (!QCoreApplication::instance()) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        // Qt's warnings here are about the session's folders, of which drawing offscreen needs none.
        QLoggingCategory::setFilterRules(QStringLiteral("default.warning=false"));
        application = std::make_unique<QApplication>(argc, argv);
    }
    return ui::writeHtmlReport(path, report, record);
}

}  // namespace

Status checkReportPath(const fs::path& path)
{
    const std::string ending = path.extension().string();
    if (ending != ".html" && ending != ".json")
        return fail(ErrorCode::Usage, "no report can be written as \"" + ending + "\"", "--report " + path.string(),
                    "Name a file that ends in .html or .json");
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    if (access(folder.c_str(), W_OK | X_OK) != 0)
        return fail(fileError("cannot write the report", path, errno));
    return {};
}

Status writeReport(const fs::path& path, const Report& report, const ComparisonRecord& record)
{
    if (path.extension() == ".html")
        return writeHtml(path, report, record);
    return replaceFile(path, toJson(report).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace tandem::app

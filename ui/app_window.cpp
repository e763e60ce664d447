// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/app_window.h"

#include "ui/bridge/text.h"
#include "ui/main_window.h"

#include <QApplication>
#include <QScreen>
#include <QSettings>
#include <QTimer>

#include <algorithm>
#include <iostream>

namespace tandem::ui {
namespace {

// The exit codes of the program, as `tandem --help` lists them.
constexpr int kFine = 0, kFindings = 1, kUsage = 2, kDeviceAbsent = 3, kFileError = 4, kRunFailed = 5;

constexpr int kSettleMs = 400;  // the last curves are drawn and the layout is at rest by then

const char* const kNoDisplay = "tandem: there is no display to open a window on. Without one, \"tandem run EXPERIMENT "
                               "--report FILE.html\" trains the runs "
                               "and writes the report, and \"tandem check EXPERIMENT\" looks at the experiment only; "
                               "over SSH, \"ssh -X\" lends this "
                               "machine a display.";

/// Qt aborts where no platform can be started, so it is offered one that always can: landing there means no display.
bool offerFallback()
{
#if defined(Q_OS_UNIX) && !defined(Q_OS_MACOS)
    const QByteArray wanted = qgetenv("QT_QPA_PLATFORM");
    if (wanted.contains("offscreen") || wanted.contains("minimal") || wanted.contains("vnc"))
        return false;
    QByteArray platforms = wanted;
    if (platforms.isEmpty())
        platforms
            = qgetenv("XDG_SESSION_TYPE") == "wayland" || !qEnvironmentVariableIsSet("DISPLAY") ? "wayland;xcb" : "xcb";
    qputenv("QT_QPA_PLATFORM", platforms + ";offscreen");
    return true;
#else
    return false;
#endif
}

bool hasDisplayVariable()
{
#if defined(Q_OS_UNIX) && !defined(Q_OS_MACOS)
    return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY")
           || qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
#else
    return true;
#endif
}

int noDisplay()
{
    std::cerr << kNoDisplay << std::endl;
    return kUsage;
}

int codeOf(const Error& error)
{
    switch (error.code) {
    case ErrorCode::Usage:
    case ErrorCode::InvalidExperiment:
        return kUsage;
    case ErrorCode::DeviceAbsent:
        return kDeviceAbsent;
    case ErrorCode::File:
        return kFileError;
    case ErrorCode::RunFailed:
    case ErrorCode::Internal:
        break;
    }
    return kRunFailed;
}

int codeOf(const Session& session)
{
    if (session.error())
        return codeOf(*session.error());
    const ComparisonRecord& record = session.record();
    if (std::any_of(record.findings.begin(), record.findings.end(),
                    [](const Finding& f) { return f.severity == Severity::Error; }))
        return kFindings;
    const bool failed = std::any_of(record.runs.begin(), record.runs.end(), [](const RunRecord& run) {
        return run.end && run.end->outcome == Outcome::Failed;
    });
    return failed ? kRunFailed : kFine;
}

int reported(const Error& error)
{
    std::cerr << "tandem: " << describe(error) << std::endl;
    return codeOf(error);
}

/// Saves the picture when the comparison is over, and ends the program.
void photograph(MainWindow& window, Session& session, const std::filesystem::path& path)
{
    QObject::connect(&session, &Session::comparisonEnded, &window, [&window, &session, path] {
        QTimer::singleShot(kSettleMs, &window, [&window, &session, path] {
            const bool saved = window.grab().save(QString::fromStdString(path.string()), "PNG");
            const Error problem{ErrorCode::File, "cannot write the picture of the window", path.string(),
                                "Name a folder that can be written"};
            QCoreApplication::exit(saved ? codeOf(session) : reported(problem));
        });
    });
}

}  // namespace

int runWindow(int& argc, char** argv, const WindowContext& context)
{
    if (!hasDisplayVariable())
        return noDisplay();
    const bool fallback = offerFallback();
    QCoreApplication::setOrganizationName(QStringLiteral("Tandem"));
    QCoreApplication::setApplicationName(QStringLiteral("Tandem"));
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QApplication application(argc, argv);
    if (fallback && QGuiApplication::platformName() == QLatin1String("offscreen"))
        return noDisplay();

    Session session(context.factory, context.gpu, context.log, context.options);
    DeviceCatalog devices(context.factory);
    MainWindow window(session, devices, context.log);
    window.applySavedLook();
    if (context.file)
        if (const Status opened = window.openFile(*context.file);
            !opened && (context.startAtOnce || !context.screenshot.empty()))
            return reported(opened.error());
    if (!context.screenshot.empty())
        photograph(window, session, context.screenshot);
    window.show();
    if (context.startAtOnce)
        QTimer::singleShot(0, &session, &Session::start);
    return application.exec();
}

}  // namespace tandem::ui

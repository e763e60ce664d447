// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/bridge/device_catalog.h"
#include "ui/bridge/session.h"
#include "ui/widgets/theme.h"

#include <QMainWindow>

#include <functional>
#include <optional>

class QDockWidget;
class QMenu;

namespace tandem::ui {

class ConfigPanel;
class FaultDialog;
class FindingsPanel;
class MessageStrip;
class PlotsPanel;
class RunsPanel;
class VerdictChip;
class WindowActions;

/// The one window: everything about one comparison in sight at once. GUI thread only.
///
/// main_window.cpp wires the parts; window_docks.cpp lays them out and keeps the layout; window_menus.cpp makes menus
/// and toolbar; window_files.cpp opens, saves, exports and closes; window_messages.cpp says what must not be missed.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    /// @param session, devices, log  must outlive the window
    MainWindow(Session& session, DeviceCatalog& devices, const Log& log, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Opens an experiment file in place of the present one; what is wrong with it is shown over the plots.
    Status openFile(const std::filesystem::path& path);
    Status exportReport(const std::filesystem::path& path);
    /// Theme, size and place as they were when the window was last closed. Call before the window is shown.
    void applySavedLook();

    WindowActions& actions() { return *m_actions; }
    MessageStrip& messages() { return *m_messages; }
    FindingsPanel& findings() { return *m_findings; }
    ConfigPanel& config() { return *m_config; }
    PlotsPanel& plots() { return *m_plots; }
    RunsPanel& runs() { return *m_runs; }

protected:
    void closeEvent(QCloseEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    // main_window.cpp
    void connectSession();
    void takeTitle();
    void takeHeadline();
    void applyFix(const Fix& fix);
    /// Opens the dialog that chooses faults, at that run of the document or at the likeliest.
    void showFaults(std::optional<std::size_t> run = std::nullopt);

    // window_docks.cpp
    void makeParts(DeviceCatalog& devices, const Log& log);
    QDockWidget* addDock(const QString& name, const QString& title, QWidget* content, Qt::DockWidgetArea area);
    void defaultLayout();
    void saveLayout() const;
    void restorePlace();
    void restoreLayout();
    void raiseDock(QDockWidget* dock);

    // window_menus.cpp
    void makeMenus();
    void makeToolBar();
    void fillOpenMenu();
    void setTheme(ThemeChoice choice);
    void showShortcuts();
    void showAbout();

    // window_files.cpp
    void askForFile();
    void openPreset(std::size_t preset);
    void save(std::function<void()> next = {});
    void saveAs(std::function<void()> next = {});
    void saveTo(const QString& path, const std::function<void()>& next);
    void askForReport(const QString& ending);
    void showFolder();
    /// Goes on at once if nothing would be lost, and after an answer otherwise.
    void afterSaving(const QString& question, const QString& withoutSaving, std::function<void()> next);
    void remember(const QString& path);
    QString startFolder() const;

    // window_messages.cpp
    enum class Subject { None, Other, Outdated, Unsaved, Closing };
    void tell(Subject subject, Tone tone, const QString& text);
    void tellError(const QString& text);
    void tellOutcome();
    void tellOutdated();
    void tellNotices();

    Session& m_session;
    DeviceCatalog& m_devices;
    WindowActions* m_actions;
    MessageStrip* m_messages;
    PlotsPanel* m_plots;
    ConfigPanel* m_config = nullptr;
    RunsPanel* m_runs = nullptr;
    FindingsPanel* m_findings = nullptr;
    VerdictChip* m_verdict = nullptr;
    FaultDialog* m_faults = nullptr;  ///< made when it is first wanted
    QMenu* m_openMenu = nullptr;
    QDockWidget *m_configDock = nullptr, *m_runsDock = nullptr, *m_findingsDock = nullptr, *m_logDock = nullptr,
                *m_matrixDock = nullptr;
    Subject m_subject = Subject::None;
    std::size_t m_noticesTold = 0;
    bool m_layoutRestored = false, m_closeWhenOver = false, m_discardChanges = false;
};

}  // namespace tandem::ui

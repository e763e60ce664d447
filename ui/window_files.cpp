// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/main_window.h"

#include "core/base/text_file.h"
#include "core/report/report.h"
#include "ui/bridge/presets.h"
#include "ui/bridge/text.h"
#include "ui/report/html_report.h"
#include "ui/widgets/message_strip.h"
#include "ui/window_actions.h"

#include <QAction>
#include <QCloseEvent>
#include <QDesktopServices>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QStandardPaths>
#include <QUrl>

namespace tandem::ui {
namespace {

/// Shows a file dialog without holding up the window, and calls back with the chosen path.
void ask(QWidget* parent, QFileDialog::AcceptMode mode, const QString& title, const QString& filter,
         const QString& start, std::function<void(const QString&)> chosen)
{
    auto* dialog = new QFileDialog(parent, title, QString(), filter);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(mode);
    dialog->setFileMode(mode == QFileDialog::AcceptOpen ? QFileDialog::ExistingFile : QFileDialog::AnyFile);
    const QFileInfo place(start);
    dialog->setDirectory(place.isDir() ? start : place.absolutePath());
    if (!place.isDir())
        dialog->selectFile(place.fileName());
    QObject::connect(dialog, &QFileDialog::fileSelected, parent,
                     [chosen = std::move(chosen)](const QString& path) { chosen(path); });
    dialog->open();
}

/// The one local experiment file that is dragged; empty if it is anything else.
QString draggedFile(const QMimeData* data)
{
    const QList<QUrl> urls = data->urls();
    const QString path = urls.size() == 1 ? urls.front().toLocalFile() : QString();
    return path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive) ? path : QString();
}

}  // namespace

Status MainWindow::openFile(const std::filesystem::path& path)
{
    const Status opened = m_session.document().openFile(path);
    if (!opened) {
        tellError(toQString(opened.error()));
        return opened;
    }
    m_session.forget();
    tell(Subject::None, Tone::Info, {});
    remember(QFileInfo(QString::fromStdString(path.string())).absoluteFilePath());
    return {};
}

void MainWindow::openPreset(std::size_t preset)
{
    afterSaving(tr("Open another experiment?"), tr("Open without Saving"), [this, preset] {
        if (const Status opened = m_session.document().openPreset(presets()[preset]); !opened)
            return tellError(toQString(opened.error()));
        m_session.forget();
        tell(Subject::None, Tone::Info, {});
    });
}

QString MainWindow::startFolder() const
{
    const std::filesystem::path& path = m_session.document().path();
    return path.empty() ? QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation)
                        : QFileInfo(QString::fromStdString(path.string())).absolutePath();
}

void MainWindow::askForFile()
{
    afterSaving(tr("Open another experiment?"), tr("Open without Saving"), [this] {
        ask(this, QFileDialog::AcceptOpen, tr("Open Experiment"), tr("Experiments (*.tandem.json *.json)"),
            startFolder(), [this](const QString& path) { (void)openFile(path.toStdString()); });
    });
}

void MainWindow::save(std::function<void()> next)
{
    const std::filesystem::path& path = m_session.document().path();
    if (path.empty())
        return saveAs(std::move(next));
    saveTo(QString::fromStdString(path.string()), next);
}

void MainWindow::saveAs(std::function<void()> next)
{
    const std::filesystem::path& path = m_session.document().path();
    const QString start = path.empty() ? startFolder() + QLatin1Char('/') + m_session.document().title()
                                             + QStringLiteral(".tandem.json")
                                       : QString::fromStdString(path.string());
    ask(this, QFileDialog::AcceptSave, tr("Save Experiment"), tr("Experiments (*.tandem.json)"), start,
        [this, next = std::move(next)](const QString& chosen) {
            saveTo(chosen.endsWith(QLatin1String(".json")) ? chosen : chosen + QStringLiteral(".tandem.json"), next);
        });
}

void MainWindow::saveTo(const QString& path, const std::function<void()>& next)
{
    if (const Status saved = m_session.document().saveTo(path.toStdString()); !saved)
        return tellError(toQString(saved.error()));
    remember(QFileInfo(path).absoluteFilePath());
    if (m_subject == Subject::Unsaved)
        tell(Subject::None, Tone::Info, {});
    if (next)
        next();
}

Status MainWindow::exportReport(const std::filesystem::path& path)
{
    const Report report = buildReport(m_session.record(), m_session.folder().string());
    if (path.extension() == ".json")
        return replaceFile(path, toJson(report).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
    return writeHtmlReport(path, report, m_session.record());
}

void MainWindow::askForReport(const QString& ending)
{
    const QString name = QStringLiteral("%1/%2-report.%3")
                             .arg(startFolder(), toQString(m_session.document().file().experiment.name), ending);
    ask(this, QFileDialog::AcceptSave, tr("Export Report"),
        ending == QLatin1String("html") ? tr("Pages (*.html)") : tr("Data (*.json)"), name,
        [this, ending](const QString& chosen) {
            const QString path
                = chosen.endsWith(QLatin1Char('.') + ending) ? chosen : chosen + QLatin1Char('.') + ending;
            if (const Status written = exportReport(path.toStdString()); !written)
                return tellError(toQString(written.error()));
            tell(Subject::Other, Tone::Good, tr("The report was written to %1.").arg(path));
        });
}

void MainWindow::showFolder()
{
    const QString folder = QString::fromStdString(m_session.folder().string());
    if (folder.isEmpty())
        return tell(Subject::Other, Tone::Info, tr("Nothing of this comparison was written to disk."));
    if (!QDesktopServices::openUrl(QUrl::fromLocalFile(folder)))
        tell(Subject::Other, Tone::Info, tr("The comparison lies in %1.").arg(folder));
}

void MainWindow::afterSaving(const QString& question, const QString& withoutSaving, std::function<void()> next)
{
    if (!m_session.document().isModified())
        return next();
    m_subject = Subject::Unsaved;
    m_messages->display(Tone::Warning,
                        tr("“%1” has changes that are not saved. %2").arg(m_session.document().title(), question),
                        {{tr("Save"), [this, next] { save(next); }}, {withoutSaving, next}});
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (m_session.isLive()) {
        m_closeWhenOver = true;
        m_session.stop();
        m_subject = Subject::Closing;
        m_messages->display(
            Tone::Info,
            tr("Stopping after the step in progress, then the window closes. What was measured is on disk."),
            {{tr("Keep Open"), [this] { m_closeWhenOver = false; }}});
        event->ignore();
        return;
    }
    m_closeWhenOver = false;
    if (m_session.document().isModified() && !m_discardChanges) {
        event->ignore();
        afterSaving(tr("Close the window?"), tr("Close without Saving"), [this] {
            m_discardChanges = true;
            close();
        });
        return;
    }
    saveLayout();
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (!m_session.isLive() && !draggedFile(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    const QString path = draggedFile(event->mimeData());
    event->acceptProposedAction();
    afterSaving(tr("Open another experiment?"), tr("Open without Saving"),
                [this, path] { (void)openFile(path.toStdString()); });
}

}  // namespace tandem::ui

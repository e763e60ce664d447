// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/bridge/document.h"

#include "core/base/text_file.h"
#include "core/experiment/fix.h"
#include "resources/embedded.h"
#include "ui/bridge/config_edit.h"
#include "ui/bridge/fault_edit.h"
#include "ui/bridge/presets.h"
#include "ui/bridge/text.h"

namespace tandem::ui {

class Document::Change : public QUndoCommand {
public:
    Change(Document& document, ExperimentFile after, const QString& text)
        : QUndoCommand(text), m_document(document), m_before(document.m_file), m_after(std::move(after))
    {
    }

    void undo() override { m_document.setFile(m_before); }
    void redo() override { m_document.setFile(m_after); }

private:
    Document& m_document;
    const ExperimentFile m_before, m_after;
};

Document::Document(QObject* parent) : QObject(parent)
{
    // A preset is compiled in and tested, so this cannot fail in a program that passed its tests.
    [[maybe_unused]] const Status opened = openPreset(presets().front());
    Q_ASSERT(opened);
}

QString Document::title() const
{
    return m_path.empty() ? toQString(m_file.experiment.name) : QString::fromStdString(m_path.filename().string());
}

Status Document::openFile(const std::filesystem::path& path)
{
    Result<ExperimentFile> file = loadExperiment(path);
    if (!file)
        return fail(file.error());
    opened(std::move(*file), path);
    return {};
}

Status Document::openPreset(const Preset& preset)
{
    const std::string source = preset.resource.toStdString();
    Result<Json> json = parseJson(embeddedFile(source), source);
    if (!json)
        return fail(json.error());
    Result<ExperimentFile> file = checkExperiment(std::move(*json), source);
    if (!file)
        return fail(file.error());
    opened(std::move(*file), {});
    return {};
}

Status Document::saveTo(const std::filesystem::path& path)
{
    if (Status written = replaceFile(path, m_file.document.dump(2) + "\n"); !written)
        return written;
    m_path = path;
    m_undo.setClean();
    Q_EMIT fileChanged();
    return {};
}

Status Document::setValue(std::size_t run, const std::string& path, const QString& text)
{
    return push(withValue(m_file, run, path, text.toStdString()), tr("change of %1").arg(toQString(path)));
}

Status Document::applyFix(const Fix& fix)
{
    return push(checkExperiment(tandem::applyFix(m_file.document, fix.run, fix.patch), {}),
                tr("fix “%1”").arg(toQString(fix.label)));
}

Status Document::setFaults(std::size_t run, const Json& entries, const QString& undoText)
{
    return push(withFaults(m_file, run, entries), undoText);
}

Status Document::setText(const QString& text)
{
    Result<Json> json = parseJson(text.toStdString(), {});
    if (!json)
        return fail(json.error());
    return push(checkExperiment(std::move(*json), {}), tr("edit of the experiment file"));
}

QString Document::text() const
{
    return QString::fromStdString(m_file.document.dump(2)) + QLatin1Char('\n');
}

void Document::setFile(ExperimentFile file)
{
    m_file = std::move(file);
    // The file was checked with every run's patch, so its table exists.
    m_table = configTable(m_file).value_or(std::vector<ConfigRow>());
    Q_EMIT contentChanged();
}

void Document::opened(ExperimentFile file, std::filesystem::path path)
{
    m_path = std::move(path);
    m_undo.clear();
    setFile(std::move(file));
    Q_EMIT fileChanged();
}

Status Document::push(Result<ExperimentFile> changed, const QString& undoText)
{
    if (!changed)
        return fail(changed.error());
    if (changed->document != m_file.document)
        m_undo.push(new Change(*this, std::move(*changed), undoText));
    return {};
}

}  // namespace tandem::ui

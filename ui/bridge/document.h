// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/experiment/difference.h"
#include "core/experiment/experiment_json.h"
#include "core/facts/finding.h"

#include <QObject>
#include <QUndoStack>

#include <filesystem>
#include <vector>

namespace tandem::ui {

struct Preset;

/// The experiment that is open: always a valid one. Every change goes through the undo stack; a refused change is
/// returned as an error and leaves everything as it was. GUI thread only.
class Document : public QObject {
    Q_OBJECT
public:
    /// Starts with the first preset.
    explicit Document(QObject* parent = nullptr);

    const ExperimentFile& file() const { return m_file; }
    const std::vector<ConfigRow>& table() const { return m_table; }
    std::size_t baseline() const { return m_file.experiment.baseline; }
    QUndoStack& undoStack() { return m_undo; }
    bool isModified() const { return !m_undo.isClean(); }

    /// Empty while the experiment has no file of its own.
    const std::filesystem::path& path() const { return m_path; }
    QString title() const;

    Status openFile(const std::filesystem::path& path);
    Status openPreset(const Preset& preset);
    Status saveTo(const std::filesystem::path& path);

    /// Changes one cell of the configuration table.
    Status setValue(std::size_t run, const std::string& path, const QString& text);
    Status applyFix(const Fix& fix);
    /// Replaces the list of faults of one run.
    /// @param undoText  names the change for people
    Status setFaults(std::size_t run, const Json& entries, const QString& undoText);
    /// Replaces the whole experiment by an edited text.
    Status setText(const QString& text);
    QString text() const;

Q_SIGNALS:
    void contentChanged();  ///< the experiment is another one, for whatever reason
    void fileChanged();     ///< another file or preset was opened, or the experiment was saved under this path

private:
    class Change;
    void setFile(ExperimentFile file);
    void opened(ExperimentFile file, std::filesystem::path path);
    Status push(Result<ExperimentFile> changed, const QString& undoText);

    ExperimentFile m_file;
    std::vector<ConfigRow> m_table;
    std::filesystem::path m_path;
    QUndoStack m_undo;
};

}  // namespace tandem::ui

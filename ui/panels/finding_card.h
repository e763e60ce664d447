// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/facts/record.h"
#include "core/experiment/experiment_json.h"
#include "ui/widgets/card.h"

#include <string>

class QLabel;
class QPushButton;
class QToolButton;

namespace tandem::ui {

class ToneSign;

/// One finding, told as a good compiler tells an error: what and where, the evidence in numbers, why it matters, what
/// to do, and a button that does it.
class FindingCard : public Card {
    Q_OBJECT
public:
    explicit FindingCard(QWidget* parent = nullptr);

    void display(const Finding& finding, const ComparisonRecord& record);
    /// Shows what the fix would do to the experiment as it is now.
    void previewFix(const ExperimentFile& file);
    const Finding& finding() const { return m_finding; }
    QPushButton* fixButton() const { return m_fix; }
    /// The card as plain text, for a message to somebody.
    QString text() const;

Q_SIGNALS:
    void fixWanted(const tandem::Fix& fix);
    void stepWanted(std::int64_t step);
    void settingWanted(const std::string& path);

protected:
    void paintEvent(QPaintEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void makeLayout();
    void showPlace();
    void toggleAbout(bool shown);

    Finding m_finding;
    QString m_place;
    ToneSign* m_sign;
    QLabel *m_title, *m_where, *m_evidence, *m_cause, *m_advice, *m_preview, *m_about;
    QPushButton* m_fix;
    QToolButton *m_show, *m_aboutButton, *m_copy;
};

}  // namespace tandem::ui

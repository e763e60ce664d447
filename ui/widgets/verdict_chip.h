// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/bridge/headline.h"

#include <QToolButton>

namespace tandem::ui {

/// The toolbar's one-line answer: a toned pill with a sign and a sentence. Clicking it leads to the findings.
class VerdictChip : public QToolButton {
    Q_OBJECT
public:
    explicit VerdictChip(QWidget* parent = nullptr);
    void display(const Headline& headline);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Headline m_headline;
};

}  // namespace tandem::ui

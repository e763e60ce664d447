// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QToolButton>

namespace tandem::ui {

/// A filled button for the one thing to do next. Shows its default action.
class PrimaryButton : public QToolButton {
    Q_OBJECT
public:
    explicit PrimaryButton(QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace tandem::ui

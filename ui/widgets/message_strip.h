// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/widgets/theme.h"

#include <QWidget>

#include <functional>
#include <vector>

class QHBoxLayout;
class QLabel;

namespace tandem::ui {

/// A bar over the plots for what must not be missed; takes the place of message boxes. Hidden while there is nothing to
/// say.
class MessageStrip : public QWidget {
    Q_OBJECT
public:
    struct Button {
        QString text;
        std::function<void()> clicked;
    };

    explicit MessageStrip(QWidget* parent = nullptr);

    /// Replaces what was shown. A clicked button hides the strip first.
    void display(Tone tone, const QString& text, std::vector<Button> buttons = {});
    void clear();
    QString text() const;

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void takeInk();

    Tone m_tone = Tone::Info;
    QLabel* m_text;
    QHBoxLayout* m_buttons;
};

}  // namespace tandem::ui

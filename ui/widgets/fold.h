// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

class QToolButton;
class QVBoxLayout;

namespace tandem::ui {

/// A heading that opens and closes what is under it.
class Fold : public QWidget {
    Q_OBJECT
public:
    explicit Fold(QWidget* parent = nullptr);

    void setTitle(const QString& title);
    bool isOpen() const;
    void setOpen(bool open);
    /// What is shown when open; add to it.
    QVBoxLayout* content() const { return m_content; }

private:
    QToolButton* m_heading;
    QWidget* m_body;
    QVBoxLayout* m_content;
};

}  // namespace tandem::ui

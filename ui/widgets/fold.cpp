// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/fold.h"

#include <QToolButton>
#include <QVBoxLayout>

namespace tandem::ui {

Fold::Fold(QWidget* parent)
    : QWidget(parent), m_heading(new QToolButton(this)), m_body(new QWidget(this)), m_content(new QVBoxLayout(m_body))
{
    m_heading->setAutoRaise(true);
    m_heading->setArrowType(Qt::RightArrow);
    m_heading->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_heading->setFocusPolicy(Qt::StrongFocus);
    m_content->setContentsMargins(0, 0, 0, 0);
    m_content->setSpacing(8);
    m_body->hide();

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_heading, 0, Qt::AlignLeft);
    layout->addWidget(m_body);
    connect(m_heading, &QToolButton::clicked, this, [this] { setOpen(!isOpen()); });
}

void Fold::setTitle(const QString& title)
{
    m_heading->setText(title);
    m_heading->setAccessibleName(title);
}

bool Fold::isOpen() const
{
    return !m_body->isHidden();
}

void Fold::setOpen(bool open)
{
    m_heading->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    m_body->setVisible(open);
}

}  // namespace tandem::ui

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/message_strip.h"

#include "ui/widgets/icons.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

namespace tandem::ui {

MessageStrip::MessageStrip(QWidget* parent) : QWidget(parent), m_text(new QLabel(this)), m_buttons(new QHBoxLayout)
{
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* close = new QToolButton(this);
    close->setIcon(lineIcon(Icon::Close));
    close->setAutoRaise(true);
    close->setFocusPolicy(Qt::StrongFocus);
    close->setToolTip(tr("Hide this message"));
    close->setAccessibleName(tr("Hide this message"));
    connect(close, &QToolButton::clicked, this, &MessageStrip::clear);

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(14, 6, 6, 6);
    layout->setSpacing(8);
    layout->addWidget(m_text, 1);
    layout->addLayout(m_buttons);
    layout->addWidget(close);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    hide();
}

void MessageStrip::display(Tone tone, const QString& text, std::vector<Button> buttons)
{
    clear();
    m_tone = tone;
    m_text->setText(text);
    takeInk();
    for (Button& button : buttons) {
        auto* widget = new QPushButton(button.text, this);
        widget->setAccessibleName(button.text);
        connect(widget, &QPushButton::clicked, this, [this, clicked = std::move(button.clicked)] {
            // The button dies with the message, and with it what it holds.
            const auto action = clicked;
            clear();
            action();
        });
        m_buttons->addWidget(widget);
    }
    show();
    update();
}

void MessageStrip::takeInk()
{
    QPalette ink = palette();
    ink.setColor(QPalette::WindowText, toneColors(m_tone, palette()).text);
    m_text->setPalette(ink);
}

void MessageStrip::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        takeInk();
    QWidget::changeEvent(event);
}

void MessageStrip::clear()
{
    while (QLayoutItem* item = m_buttons->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    m_text->clear();
    hide();
}

QString MessageStrip::text() const
{
    return m_text->text();
}

void MessageStrip::paintEvent(QPaintEvent*)
{
    const ToneColors colors = toneColors(m_tone, palette());
    QPainter painter(this);
    painter.fillRect(rect(), colors.background);
    painter.fillRect(QRect(0, 0, 4, height()), colors.strong);
}

}  // namespace tandem::ui

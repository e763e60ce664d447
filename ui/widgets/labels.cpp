// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/labels.h"

#include <QFontDatabase>
#include <QPainter>

namespace tandem::ui {

Icon iconOf(Tone tone)
{
    switch (tone) {
    case Tone::Good:
        return Icon::Check;
    case Tone::Warning:
        return Icon::Warning;
    case Tone::Bad:
        return Icon::Error;
    case Tone::Neutral:
    case Tone::Info:
        break;
    }
    return Icon::Info;
}

ToneSign::ToneSign(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void ToneSign::setTone(Tone tone)
{
    m_tone = tone;
    update();
}

void ToneSign::paintEvent(QPaintEvent*)
{
    QPainter(this).drawPixmap(
        0, 0, iconPixmap(iconOf(m_tone), toneColors(m_tone, palette()).strong, 16, devicePixelRatioF()));
}

QLabel* wrappedLabel(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setMinimumWidth(1);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QLabel* monospaceLabel(QWidget* parent)
{
    QLabel* label = wrappedLabel(parent);
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(label->font().pointSizeF() * 0.92);
    label->setFont(fixed);
    return label;
}

QLabel* secondaryLabel(QWidget* parent)
{
    QLabel* label = wrappedLabel(parent);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

void showLines(QLabel* label, const std::vector<std::string>& lines)
{
    QString rows;
    for (const std::string& line : lines)
        rows
            += QStringLiteral("<tr><td>•&nbsp;</td><td>%1</td></tr>").arg(QString::fromStdString(line).toHtmlEscaped());
    label->setTextFormat(Qt::RichText);
    label->setText(QStringLiteral("<table cellspacing='0' cellpadding='1'>%1</table>").arg(rows));
}

void showText(QLabel* label, const QString& lead, const QString& text)
{
    label->setTextFormat(Qt::RichText);
    label->setText(QStringLiteral("<b>%1</b> %2").arg(lead.toHtmlEscaped(), text.toHtmlEscaped()));
}

QLabel* titleLabel(QWidget* parent)
{
    QLabel* label = wrappedLabel(parent);
    QFont bold = label->font();
    bold.setWeight(QFont::DemiBold);
    label->setFont(bold);
    return label;
}

}  // namespace tandem::ui

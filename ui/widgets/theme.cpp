// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/theme.h"

#include <QApplication>
#include <QStyle>
#include <QStyleFactory>

namespace tandem::ui {
namespace {

struct Colors {
    QRgb window, base, alternate, text, secondary, button, border, shadow, highlight, highlightedText, link, disabled;
};

constexpr Colors kLight{0xfff3f4f6, 0xffffffff, 0xfff7f8fa, 0xff1c2128, 0xff5c6570, 0xfffbfbfc, 0xffd3d7dd, 0xffb4bac3,
                        0xff1f66d0, 0xffffffff, 0xff0b57c2, 0xff9aa1ab};
constexpr Colors kDark{0xff1f2328, 0xff16191d, 0xff1b1f24, 0xffe4e7eb, 0xff9aa4b0, 0xff2a2f36, 0xff3a414a, 0xff0d0f12,
                       0xff3b82e6, 0xffffffff, 0xff7db4ff, 0xff69717c};

QPalette paletteOf(const Colors& c)
{
    QPalette palette;
    palette.setColor(QPalette::Window, c.window);
    palette.setColor(QPalette::WindowText, c.text);
    palette.setColor(QPalette::Base, c.base);
    palette.setColor(QPalette::AlternateBase, c.alternate);
    palette.setColor(QPalette::Text, c.text);
    palette.setColor(QPalette::PlaceholderText, c.secondary);
    palette.setColor(QPalette::Button, c.button);
    palette.setColor(QPalette::ButtonText, c.text);
    palette.setColor(QPalette::BrightText, Qt::white);
    palette.setColor(QPalette::ToolTipBase, c.base);
    palette.setColor(QPalette::ToolTipText, c.text);
    palette.setColor(QPalette::Light, QColor(c.button).lighter(108));
    palette.setColor(QPalette::Midlight, c.border);
    palette.setColor(QPalette::Mid, c.border);
    palette.setColor(QPalette::Dark, c.shadow);
    palette.setColor(QPalette::Shadow, c.shadow);
    palette.setColor(QPalette::Highlight, c.highlight);
    palette.setColor(QPalette::HighlightedText, c.highlightedText);
    palette.setColor(QPalette::Link, c.link);
    palette.setColor(QPalette::LinkVisited, c.link);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, c.disabled);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, c.border);
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, c.disabled);
    return palette;
}

}  // namespace

void applyTheme(QApplication& application, ThemeChoice choice)
{
#ifdef Q_OS_MACOS
    if (choice == ThemeChoice::System) {
        application.setStyle(QStyleFactory::create(QStringLiteral("macos")));
        application.setPalette(QPalette());
        return;
    }
#endif
    application.setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    const bool dark = choice == ThemeChoice::System ? isDark(application.style()->standardPalette())
                                                    : choice == ThemeChoice::Dark;
    application.setPalette(paletteOf(dark ? kDark : kLight));
}

bool isDark(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightness() < 128;
}

QColor checkBoxOutline(const QPalette& palette)
{
    return palette.color(isDark(palette) ? QPalette::PlaceholderText : QPalette::Dark);
}

ToneColors toneColors(Tone tone, const QPalette& palette)
{
    const bool dark = isDark(palette);
    switch (tone) {
    case Tone::Info:
        return dark ? ToneColors{0xffa8ccff, 0xff1b2f4a, 0xff5a9bf0} : ToneColors{0xff0b4aa2, 0xffe3edfb, 0xff1f66d0};
    case Tone::Good:
        return dark ? ToneColors{0xff8fdcac, 0xff17352a, 0xff3fb56f} : ToneColors{0xff14613a, 0xffdff3e7, 0xff1a8a50};
    case Tone::Warning:
        return dark ? ToneColors{0xfff2cd7a, 0xff3a2f14, 0xffd9a227} : ToneColors{0xff6f4e00, 0xfffdf0cf, 0xffc98a00};
    case Tone::Bad:
        return dark ? ToneColors{0xffffaaa3, 0xff44201f, 0xffef5f57} : ToneColors{0xff9b1c1c, 0xfffde4e3, 0xffd1242f};
    case Tone::Neutral:
        break;
    }
    return {palette.color(QPalette::Text), palette.color(dark ? QPalette::Button : QPalette::Window),
            palette.color(QPalette::PlaceholderText)};
}

}  // namespace tandem::ui

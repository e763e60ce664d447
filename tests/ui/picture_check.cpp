// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

// picture_check FILE: prints width, height and number of colours of a picture; fails if it is none, or of one colour.

#include <QImage>

#include <iostream>
#include <set>

int main(int argc, char** argv)
{
    const QImage picture(argc > 1 ? QString::fromLocal8Bit(argv[1]) : QString());
    std::set<QRgb> colors;
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x)
            colors.insert(picture.pixel(x, y));
    std::cout << picture.width() << " " << picture.height() << " " << colors.size() << std::endl;
    return colors.size() > 1 ? 0 : 1;
}

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QLayout>

#include <vector>

namespace tandem::ui {

/// A heading with entries behind it: in one line where there is room, in columns of an even number otherwise, so that
/// the entries of one run stay beside each other; under the heading if that is what makes room for two columns.
class LegendLayout : public QLayout {
    Q_OBJECT
public:
    explicit LegendLayout(QWidget* parent = nullptr);
    ~LegendLayout() override;

    void addItem(QLayoutItem* item) override;
    int count() const override;
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;

    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSize() const override;
    void setGeometry(const QRect& rect) override;

private:
    struct Grid {
        int columns = 1, lines = 1, lineHeight = 0;
        int cell = 0;  ///< width of a column; 0: one line, each entry as wide as it is
        bool under = false;  ///< the entries begin on the line under the heading
    };
    Grid gridFor(int width) const;
    QSize headingSize() const;

    std::vector<QLayoutItem*> m_items;  ///< the heading first
};

}  // namespace tandem::ui

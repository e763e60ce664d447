// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QLayout>

#include <vector>

namespace tandem::ui {

/// Lays its items out in lines, as text is: legends and tool rows that must fit whatever the width.
class FlowLayout : public QLayout {
    Q_OBJECT
public:
    explicit FlowLayout(int horizontalGap = 10, int verticalGap = 4, QWidget* parent = nullptr);
    ~FlowLayout() override;

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
    /// @return the height that the lines need
    int arrange(const QRect& rect, bool apply) const;

    std::vector<QLayoutItem*> m_items;
    const int m_horizontalGap, m_verticalGap;
};

}  // namespace tandem::ui

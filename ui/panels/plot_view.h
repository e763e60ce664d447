// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace tandem::ui {

/// Which steps the plots show.
class PlotView {
public:
    enum class Mode {
        Whole,  ///< everything there is, growing in strides
        Follow,  ///< the newest steps, as many as were in sight
        Fixed,  ///< where the user has put it
    };

    Mode mode() const { return m_mode; }
    double from() const { return m_from; }
    double to() const { return m_to; }

    void setMode(Mode mode);
    /// The user zoomed or panned. Following goes on if the newest step is still in sight.
    void look(double from, double to);
    /// A step in the middle of the present span.
    void centre(double step);
    /// @param last  newest step there is
    /// @param total  steps that there will be; 0 if not known
    /// @param live  more steps are to come
    void take(double last, double total, bool live);

private:
    void arrange();

    Mode m_mode = Mode::Whole;
    double m_from = 0, m_to = 100;
    double m_last = 0, m_total = 0;
    bool m_live = false;
};

}  // namespace tandem::ui

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/facts/record.h"
#include "ui/plots/curve.h"
#include "ui/plots/derived_series.h"

#include <deque>
#include <vector>

namespace tandem::ui {

/// The curves of a comparison: derives the smoothed, difference and evaluation series from its record and keeps them up
/// to date. GUI thread only.
class RecordCurves {
public:
    /// Forgets everything; the record is read again by the next update.
    void clear();
    void setSmoothing(double weight);
    void setLogDifference(bool log);
    /// Takes over what the record has gained. The curves stay the same ones once the record has its runs.
    /// @return true if the curves are other ones than before
    bool update(const ComparisonRecord& record);

    std::vector<Curve> lossCurves() const;
    std::vector<Curve> accuracyCurves() const;
    std::vector<Curve> differenceCurves() const;

    /// The newest step of any run; 0 if there is none.
    double lastStep() const;
    /// Where curves part, and where a loss stopped being a number.
    const std::vector<StepMarker>& partings() const { return m_partings; }
    /// How many steps were compared, if every run's loss equals the baseline's in all of them to the last bit.
    std::optional<std::size_t> identicalSteps() const;

private:
    struct Run {
        QString name;
        std::size_t role = 0;
        const RunRecord* record = nullptr;
        SmoothedSeries loss, accuracy, difference, magnitude;
        EvaluationSeries testLoss, testAccuracy;
        DifferenceSeries trainDifference, testDifference;
    };
    void updatePartings();

    std::deque<Run> m_runs;  ///< a deque, because curves point into its elements
    std::size_t m_baseline = 0;
    double m_smoothing = 0.8;
    bool m_logDifference = true;
    std::vector<StepMarker> m_partings;
};

}  // namespace tandem::ui

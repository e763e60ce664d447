// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/record_curves.h"

#include "core/report/fault_marks.h"

#include <QCoreApplication>

#include <algorithm>

namespace tandem::ui {
namespace {

QString named(const char* pattern, const QString& run)
{
    return QCoreApplication::translate("RecordCurves", pattern).arg(run);
}

constexpr const char* kTrain = QT_TRANSLATE_NOOP("RecordCurves", "%1 train");
constexpr const char* kMarked = QT_TRANSLATE_NOOP("RecordCurves", "%1 (fault injected)");
constexpr const char* kTest = QT_TRANSLATE_NOOP("RecordCurves", "%1 test");

}  // namespace

void RecordCurves::clear()
{
    m_runs.clear();
    m_partings.clear();
}

void RecordCurves::setSmoothing(double weight)
{
    m_smoothing = weight;
}

void RecordCurves::setLogDifference(bool log)
{
    m_logDifference = log;
}

bool RecordCurves::update(const ComparisonRecord& record)
{
    const bool others = m_runs.size() != record.runs.size();
    if (others) {
        clear();
        m_baseline = record.baseline();
        for (std::size_t i = 0; i < record.runs.size(); ++i) {
            Run& run = m_runs.emplace_back();
            run.name = QString::fromStdString(record.runs[i].name);
            if (!faultsOf(record, i).active.empty())
                run.name = named(kMarked, run.name);
            run.role = i == m_baseline ? 0 : i < m_baseline ? i + 1 : i;
            run.record = &record.runs[i];
        }
    }
    for (Run& run : m_runs) {
        for (SmoothedSeries* series : {&run.loss, &run.accuracy, &run.difference, &run.magnitude})
            series->setWeight(m_smoothing);
        run.loss.update(run.record->loss);
        run.accuracy.update(run.record->accuracy);
        run.testLoss.update(run.record->evaluations, &EvaluationFacts::loss);
        run.testAccuracy.update(run.record->evaluations, &EvaluationFacts::accuracy);
    }
    for (Run& run : m_runs) {
        if (run.role == 0)
            continue;
        const Run& baseline = m_runs[m_baseline];
        run.trainDifference.update(baseline.record->loss, run.record->loss);
        run.testDifference.update(baseline.testLoss.series(), run.testLoss.series());
        run.difference.update(run.trainDifference.difference());
        run.magnitude.update(run.trainDifference.magnitude());
    }
    updatePartings();
    return others;
}

void RecordCurves::updatePartings()
{
    m_partings.clear();
    for (const Run& run : m_runs) {
        if (const auto step = run.trainDifference.firstParting())
            m_partings.push_back({static_cast<double>(*step), named(QT_TRANSLATE_NOOP("RecordCurves", "%1 parts"), run.name)});
        if (const auto step = run.record->firstNonFiniteStep)
            m_partings.push_back(
                {static_cast<double>(*step), named(QT_TRANSLATE_NOOP("RecordCurves", "%1 is not a number"), run.name)});
    }
}

std::optional<std::size_t> RecordCurves::identicalSteps() const
{
    std::optional<std::size_t> steps;
    for (const Run& run : m_runs) {
        if (run.role == 0)
            continue;
        if (!run.trainDifference.identical())
            return std::nullopt;
        const std::size_t compared = run.trainDifference.difference().size();
        steps = std::min(steps.value_or(compared), compared);
    }
    return steps && *steps > 0 ? steps : std::nullopt;
}

std::vector<Curve> RecordCurves::lossCurves() const
{
    std::vector<Curve> curves;
    for (const Run& run : m_runs) {
        curves.push_back({named(kTrain, run.name), Metric::TrainLoss, run.role, &run.record->loss, &run.loss.series()});
        curves.push_back({named(kTest, run.name), Metric::TestLoss, run.role, nullptr, &run.testLoss.series(), true});
    }
    return curves;
}

std::vector<Curve> RecordCurves::accuracyCurves() const
{
    std::vector<Curve> curves;
    for (const Run& run : m_runs) {
        curves.push_back({named(kTrain, run.name), Metric::TrainAccuracy, run.role, &run.record->accuracy,
                          &run.accuracy.series(), false, true});
        curves.push_back(
            {named(kTest, run.name), Metric::TestAccuracy, run.role, nullptr, &run.testAccuracy.series(), true, true});
    }
    return curves;
}

std::vector<Curve> RecordCurves::differenceCurves() const
{
    std::vector<Curve> curves;
    for (const Run& run : m_runs) {
        if (run.role == 0)
            continue;
        const QString pair = QStringLiteral("%1 − %2").arg(run.name, m_runs[m_baseline].name);
        const auto of = [this](const DifferenceSeries& s) { return m_logDifference ? &s.magnitude() : &s.difference(); };
        curves.push_back({named(kTrain, pair), Metric::TrainDifference, run.role, of(run.trainDifference),
                          m_logDifference ? &run.magnitude.series() : &run.difference.series()});
        curves.push_back({named(kTest, pair), Metric::TestDifference, run.role, nullptr, of(run.testDifference), true});
    }
    return curves;
}

double RecordCurves::lastStep() const
{
    double last = 0;
    for (const Run& run : m_runs)
        for (const Series* series : {&run.record->loss, &run.testLoss.series()})
            if (series->size() > 0)
                last = std::max(last, static_cast<double>(series->lastStep()));
    return last;
}

}  // namespace tandem::ui

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/progress.h"

#include "core/base/number_text.h"

#include <algorithm>
#include <cmath>
#include <iostream>

namespace tandem::app {
namespace {

constexpr double kRedrawSeconds = 0.1;
constexpr std::size_t kBarCells = 24;

std::string clock(double seconds)
{
    const long whole = std::lround(seconds);
    std::string text = std::to_string(whole / 60) + ":";
    return text + (whole % 60 < 10 ? "0" : "") + std::to_string(whole % 60);
}

std::string word(RunState state)
{
    return wordList(state)[static_cast<std::size_t>(state)];
}

// Over all steps since the first, evaluations and pauses included: it answers when the run will be done.
struct Speed {
    double imagesPerSecond = 0, secondsLeft = 0;
};

Speed speedOf(const RunRecord& run, double begin)
{
    const double elapsed = run.lastTime - begin;
    const std::int64_t done = run.stepsDone();
    if (done == 0 || elapsed <= 0 || !run.preflight)
        return {};
    const double stepsPerSecond = static_cast<double>(done) / elapsed;
    return {stepsPerSecond * static_cast<double>(run.preflight->batchSize),
            static_cast<double>(run.totalSteps() - done) / stepsPerSecond};
}

}  // namespace

std::string Progress::line(const RunRecord& run) const
{
    const std::int64_t total = std::max<std::int64_t>(run.totalSteps(), 1);
    const std::int64_t done = std::min(run.stepsDone(), total);
    const auto filled = static_cast<std::size_t>(static_cast<double>(kBarCells) * static_cast<double>(done) / static_cast<double>(total));
    std::string text = run.name;
    text.resize(std::max<std::size_t>(text.size(), 8), ' ');
    text += " [" + std::string(filled, '#') + std::string(kBarCells - filled, '.') + "] step " + std::to_string(done) + "/"
            + std::to_string(total);
    if (run.loss.size() > 0)
        text += "  loss " + numberText(std::round(run.loss.lastValue() * 1e4) / 1e4);
    if (!run.evaluations.empty())
        text += "  test " + percent(run.evaluations.back().accuracy);
    const auto first = m_firstStepTime.find(run.name);
    const Speed speed = run.end || first == m_firstStepTime.end() ? Speed{run.end ? run.end->imagesPerSecond : 0, 0}
                                                                  : speedOf(run, first->second);
    if (speed.imagesPerSecond > 0)
        text += "  " + std::to_string(std::lround(speed.imagesPerSecond)) + " images/s";
    return text + (run.state == RunState::Running && speed.secondsLeft > 0 ? "  ETA " + clock(speed.secondsLeft) : "  " + word(run.state));
}

void Progress::draw()
{
    if (m_linesDrawn > 0)
        std::cerr << "\x1b[" << m_linesDrawn << "A";
    for (const RunRecord& run : m_record.runs)
        std::cerr << "\x1b[2K" << line(run) << "\n";
    std::cerr << std::flush;
    m_linesDrawn = m_record.runs.size();
}

// Without a terminal: one line for what a log reader wants to know.
void Progress::tell(const Event& event) const
{
    if (const auto* finding = std::get_if<Finding>(&event.body))
        std::cerr << wordList(finding->severity)[static_cast<std::size_t>(finding->severity)] << " [" << finding->rule << "] "
                  << finding->title << "\n";
    else if (const auto* gone = std::get_if<FindingWithdrawn>(&event.body))
        std::cerr << "no longer: [" << gone->rule << "]\n";
    if (!event.run || static_cast<std::size_t>(*event.run) >= m_record.runs.size())
        return;
    const RunRecord& run = m_record.runs[static_cast<std::size_t>(*event.run)];
    if (const auto* evaluation = std::get_if<EvaluationFacts>(&event.body))
        std::cerr << run.name << ": step " << evaluation->step << "/" << run.totalSteps() << "  test accuracy "
                  << percent(evaluation->accuracy) << (evaluation->whole ? "" : " (part)") << "  test loss "
                  << numberText(evaluation->loss) << "\n";
    else if (const auto* epoch = std::get_if<EpochFacts>(&event.body))
        std::cerr << run.name << ": epoch " << epoch->epoch << " took " << numberText(std::round(epoch->seconds * 10) / 10)
                  << " s, " << std::lround(epoch->imagesPerSecond) << " images/s\n";
}

void Progress::show(const std::vector<Event>& events)
{
    double latest = m_lastDrawn;
    for (const Event& event : events) {
        m_record.apply(event);
        latest = std::max(latest, event.time);
        if (event.run && std::holds_alternative<StepBatch>(event.body))
            m_firstStepTime.try_emplace(m_record.runs[static_cast<std::size_t>(*event.run)].name, event.time);
        if (!m_bars)
            tell(event);
    }
    if (m_bars && !m_record.runs.empty() && latest - m_lastDrawn >= kRedrawSeconds) {
        m_lastDrawn = latest;
        draw();
    }
}

void Progress::finish()
{
    if (m_bars && !m_record.runs.empty())
        draw();
}

}  // namespace tandem::app

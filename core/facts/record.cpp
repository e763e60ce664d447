// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/record.h"

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

class Apply {
public:
    Apply(ComparisonRecord& record, RunRecord* run) : m_record(record), m_run(run) {}

    void operator()(const ComparisonStart& start)
    {
        m_record.start = start;
        m_record.runs.resize(start.runNames.size());
        for (std::size_t i = 0; i < start.runNames.size(); ++i) {
            m_record.runs[i].name = start.runNames[i];
            m_record.runs[i].device = i < start.devices.size() ? start.devices[i] : std::string();
        }
    }

    void operator()(const StepBatch& batch)
    {
        if (!m_run)
            return;
        for (const StepSample& sample : batch.samples) {
            m_run->loss.append(sample.step, static_cast<double>(sample.loss));
            m_run->accuracy.append(sample.step, static_cast<double>(sample.accuracy));
            if (!std::isfinite(sample.loss) && !m_run->firstNonFiniteStep)
                m_run->firstNonFiniteStep = sample.step;
        }
        m_run->thinned += batch.thinned;
    }

    // A rule may fire again with fuller evidence; the newer finding replaces the older one.
    void operator()(const Finding& finding)
    {
        const auto same = std::find_if(m_record.findings.begin(), m_record.findings.end(), [&](const Finding& known) {
            return known.rule == finding.rule && known.runs == finding.runs;
        });
        if (same == m_record.findings.end())
            m_record.findings.push_back(finding);
        else
            *same = finding;
    }

    void operator()(const FindingWithdrawn& gone)
    {
        std::erase_if(m_record.findings, [&](const Finding& known) { return known.rule == gone.rule && known.runs == gone.runs; });
    }

    void operator()(const CrossEvaluation& cell) { m_record.matrix.push_back(cell); }
    void operator()(const Verdict& verdict) { m_record.verdict = verdict; }
    void operator()(const Notice& notice) { m_record.notices.push_back(notice.text); }
    void operator()(const ComparisonEnd& end) { m_record.end = end; }
    void operator()(const RunStateChange& change)
    {
        if (m_run)
            m_run->state = change.state;
    }
    void operator()(const PreflightFacts& facts)
    {
        if (m_run)
            m_run->preflight = facts;
    }
    void operator()(const EvaluationFacts& facts)
    {
        if (m_run)
            m_run->evaluations.push_back(facts);
    }
    void operator()(const StepFacts& facts)
    {
        if (m_run)
            m_run->steps.push_back(facts);
    }
    void operator()(const EpochProbeFacts& facts)
    {
        if (m_run)
            m_run->probes.push_back(facts);
    }
    void operator()(const RulesLeftOut& rules) { m_record.leftOut = rules; }
    void operator()(const EpochFacts& facts)
    {
        if (m_run)
            m_run->epochs.push_back(facts);
    }
    void operator()(const RunEnd& end)
    {
        if (m_run)
            m_run->end = end;
    }

private:
    ComparisonRecord& m_record;
    RunRecord* m_run;
};

}  // namespace

std::int64_t RunRecord::stepsDone() const
{
    if (end)
        return end->steps;
    return loss.size() == 0 ? 0 : loss.lastStep() + 1;
}

std::int64_t RunRecord::totalSteps() const
{
    return preflight ? preflight->stepsPerEpoch * preflight->epochs : 0;
}

const EvaluationFacts* RunRecord::lastWholeEvaluation() const
{
    const auto found = std::find_if(evaluations.rbegin(), evaluations.rend(), [](const EvaluationFacts& e) { return e.whole; });
    return found == evaluations.rend() ? nullptr : &*found;
}

void ComparisonRecord::apply(const Event& event)
{
    RunRecord* run = nullptr;
    if (event.run && *event.run >= 0 && static_cast<std::size_t>(*event.run) < runs.size()) {
        run = &runs[static_cast<std::size_t>(*event.run)];
        run->lastTime = event.time;
    }
    std::visit(Apply(*this, run), event.body);
}

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/hub.h"

#include "core/facts/fields.h"
#include "core/rules/rule.h"
#include "core/run/worker.h"

#include <algorithm>
#include <exception>

namespace tandem {
namespace {

constexpr auto kHubInterval = std::chrono::milliseconds(10);

std::string endState(const ComparisonRecord& record)
{
    const auto any = [&](Outcome outcome) {
        return std::any_of(record.runs.begin(), record.runs.end(),
                           [&](const RunRecord& run) { return run.end && run.end->outcome == outcome; });
    };
    if (any(Outcome::Failed))
        return "failed";
    if (any(Outcome::Blocked))
        return "blocked";
    return any(Outcome::Cancelled) ? "cancelled" : "finished";
}

}  // namespace

Comparison::Hub::Hub(ExperimentFile file, ComparisonOptions options, const TrainerFactory& factory, Executor& gpu,
                     const Log& log)
    : m_file(std::move(file)), m_options(std::move(options)), m_factory(factory), m_gpu(gpu), m_log(log),
      m_begin(std::chrono::steady_clock::now()), m_paused(m_options.startPaused)
{
}

void Comparison::Hub::run()
{
    const std::string state = runAll();
    std::optional<Error> problem;
    {
        const std::lock_guard lock(m_mutex);
        problem = m_error;
    }
    publish(ComparisonEnd{problem ? "failed" : state, problem ? std::optional(describe(*problem)) : std::nullopt});
    Status status;
    if (m_events)
        status = m_events->sync();
    if (status && m_folder)
        status = m_folder->writeManifest(problem ? "failed" : state);
    if (!status)
        reportTrouble(status.error());
    m_events.reset();
    const std::lock_guard lock(m_mutex);
    m_over = true;
    m_overChanged.notify_all();
}

std::string Comparison::Hub::runAll()
{
    Result<Preparation> preparation = prepare();
    Status status;
    if (!preparation)
        status = fail(preparation.error());
    else if (!m_options.preflightOnly)
        status = openFolder();
    if (!status) {
        reportTrouble(status.error());
        return "failed";
    }
    createContexts(std::move(*preparation));
    for (std::size_t run = 0; run < m_contexts.size(); ++run)
        post(run, worker::prepare);
    waitForWorkers();
    publishFindings();

    bool stopped = false;
    {
        const std::lock_guard lock(m_mutex);
        stopped = m_stopRequested;
    }
    const bool blocked = blocksTraining(m_record.findings) && !m_options.ignorePreflight;
    if (stopped || blocked || m_options.preflightOnly) {
        const Outcome outcome = blocked && !stopped ? Outcome::Blocked : Outcome::Cancelled;
        if (!m_options.preflightOnly)
            for (std::size_t run = 0; run < m_contexts.size(); ++run)
                post(run, [outcome](RunContext& context) { worker::endWithoutTraining(context, outcome); });
        waitForWorkers();
    } else {
        trainAll();
        crossEvaluateAll();
    }
    for (std::size_t run = 0; run < m_contexts.size(); ++run)
        post(run, worker::dispose);
    waitForWorkers();
    publishFindings();
    publish(leftOut());
    publish(reachVerdict(m_record, m_file.experiment.rules.thresholds));
    return endState(m_record);
}

// Drawing the weights is LibTorch's work too, and any allocation may fail: nothing that is raised may end the process.
Result<Preparation> Comparison::Hub::prepare() const
{
    if (Status rules = checkRuleSettings(m_file.experiment.rules); !rules)
        return fail(rules.error());
    try {
        return prepareRuns(m_file, m_options.dataFolders, m_factory, m_options.threadsPerRun);
    } catch (const std::exception& problem) {
        return fail(ErrorCode::RunFailed, std::string("preparing the runs failed: ") + problem.what(), {},
                    "Use a smaller model or less data if memory ran out");
    }
}

Status Comparison::Hub::openFolder()
{
    Result<ComparisonFolder> folder = ComparisonFolder::create(m_options.root, m_file);
    if (!folder)
        return fail(folder.error());
    Result<EventLogWriter> events = EventLogWriter::create(folder->eventsPath());
    if (!events)
        return fail(events.error());
    m_folder = std::move(*folder);
    m_events.emplace(std::move(*events));
    const std::lock_guard lock(m_mutex);
    m_folderPath = m_folder->path();
    return {};
}

void Comparison::Hub::createContexts(Preparation preparation)
{
    ComparisonStart start;
    start.id = m_folder ? m_folder->id() : std::string();
    start.created = m_folder ? m_folder->created() : std::string();
    start.document = m_file.document;
    start.baseline = static_cast<std::int64_t>(m_file.experiment.baseline);
    start.ignorePreflight = m_options.ignorePreflight;
    start.environment = preparation.environment;
    start.datasetFiles = preparation.datasetFiles;
    for (std::size_t run = 0; run < preparation.requests.size(); ++run) {
        start.runNames.push_back(m_file.experiment.runs[run].name);
        start.devices.push_back(preparation.requests[run].device);
    }
    publish(std::move(start));

    const std::lock_guard lock(m_mutex);
    for (std::size_t run = 0; run < preparation.requests.size(); ++run) {
        const bool onGpu = m_factory.needsGpuThread(preparation.requests[run].device);
        auto context = std::make_shared<RunContext>(run, std::move(preparation.requests[run]), m_factory, m_jobs->bell);
        context->begin = m_begin;
        context->maxSteps = m_options.maxSteps;
        if (m_paused)
            context->gate.close();
        for (int step = 0; step < m_earlySteps; ++step)
            context->gate.allowOneStep();
        if (m_stopRequested)
            context->gate.requestStop();
        m_contexts.push_back(std::move(context));
        m_cpuThreads.push_back(onGpu ? nullptr : std::make_unique<Executor>("run-" + std::to_string(run)));
    }
}

void Comparison::Hub::post(std::size_t run, std::function<void(RunContext&)> job)
{
    m_jobs->inFlight.fetch_add(1);
    Executor& executor = m_cpuThreads[run] ? *m_cpuThreads[run] : m_gpu;
    executor.post([jobs = m_jobs, context = m_contexts[run], job = std::move(job)] {
        job(*context);
        jobs->inFlight.fetch_sub(1);
        jobs->bell.ring();
    });
}

void Comparison::Hub::waitForWorkers()
{
    while (m_jobs->inFlight.load() > 0) {
        m_jobs->bell.wait(kHubInterval);
        drain();
    }
    drain();
}

void Comparison::Hub::trainAll()
{
    for (std::size_t run = 0; run < m_contexts.size(); ++run)
        post(run, worker::train);
    waitForWorkers();
}

void Comparison::Hub::crossEvaluateAll()
{
    const auto finished = [&](std::size_t run) {
        return m_record.runs[run].end && m_record.runs[run].end->outcome == Outcome::Finished && m_contexts[run]->finalWeights;
    };
    for (std::size_t trained = 0; trained < m_contexts.size(); ++trained)
        for (std::size_t evaluated = 0; evaluated < m_contexts.size(); ++evaluated)
            if (finished(trained) && finished(evaluated))
                post(evaluated, [trained, weights = m_contexts[trained]->finalWeights](RunContext& context) {
                    worker::crossEvaluate(context, static_cast<std::int64_t>(trained), weights);
                });
    waitForWorkers();
}

void Comparison::Hub::drain()
{
    for (const SharedContext& context : m_contexts)
        handle(context->channel.take());
}

void Comparison::Hub::handle(std::vector<Event> events)
{
    if (events.empty())
        return;
    if (m_events)
        if (Status status = m_events->append(events); !status) {
            m_events.reset();
            reportTrouble(status.error());
            stop();
        }
    bool changesFindings = false, worthASync = false;
    for (const Event& event : events) {
        m_record.apply(event);
        const bool isSamples = std::holds_alternative<StepBatch>(event.body);
        // Samples are many and only their first odd value is a fact to judge.
        changesFindings = changesFindings || !isSamples
                          || (event.run && m_record.runs[static_cast<std::size_t>(*event.run)].firstNonFiniteStep);
        worthASync = worthASync || std::holds_alternative<EpochFacts>(event.body) || std::holds_alternative<RunEnd>(event.body);
    }
    m_mailbox.push(std::move(events));
    if (changesFindings)
        publishFindings();
    if (worthASync && m_events)
        if (Status status = m_events->sync(); !status)
            reportTrouble(status.error());
}

void Comparison::Hub::publish(Event::Body body)
{
    std::vector<Event> events;
    events.push_back(Event{now(), std::nullopt, std::move(body)});
    m_record.apply(events.front());
    if (m_events)
        if (Status status = m_events->append(events); !status) {
            m_events.reset();
            reportTrouble(status.error());
        }
    m_mailbox.push(std::move(events));
}

void Comparison::Hub::publishFindings()
{
    const auto concernsSame = [](const Finding& a) {
        return [&a](const Finding& b) { return a.rule == b.rule && a.runs == b.runs; };
    };
    const std::vector<Finding> judged = judgeAll(m_record, m_file.experiment.rules).findings;
    const std::vector<Finding> published = m_record.findings;
    for (const Finding& finding : published)
        if (std::none_of(judged.begin(), judged.end(), concernsSame(finding)))
            publish(FindingWithdrawn{finding.rule, finding.runs});
    for (const Finding& finding : judged) {
        const auto known = std::find_if(published.begin(), published.end(), concernsSame(finding));
        if (known != published.end() && fields::write(*known) == fields::write(finding))
            continue;
        if (known == published.end())  // evidence may grow later; the log tells of a finding once
            m_log.writer().warn("[{}] {}", finding.rule, finding.title);
        publish(finding);
    }
}

RulesLeftOut Comparison::Hub::leftOut() const
{
    const RuleSettings& settings = m_file.experiment.rules;
    RulesLeftOut rules;
    rules.notRun = judgeAll(m_record, settings).notRun;
    for (const MutedRule& muted : settings.muted)
        rules.muted.push_back({muted.rule, {}, muted.reason});
    return rules;
}

void Comparison::Hub::reportTrouble(const Error& error)
{
    m_log.writer().error("{}", describe(error));
    m_mailbox.push(Event{now(), std::nullopt, Notice{describe(error)}});
    const std::lock_guard lock(m_mutex);
    if (!m_error)
        m_error = error;
}

double Comparison::Hub::now() const
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_begin).count();
}

}  // namespace tandem

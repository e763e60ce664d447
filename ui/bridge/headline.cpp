// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/bridge/headline.h"

#include "ui/bridge/fault_words.h"
#include "ui/bridge/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace tandem::ui {
namespace {

struct Headlines {
    Q_DECLARE_TR_FUNCTIONS(Headlines)
public:
    static QString lines(const std::vector<std::string>& list)
    {
        QStringList texts;
        for (const std::string& line : list)
            texts << toQString(line);
        return texts.join(QLatin1Char('\n'));
    }

    static Headline ofCauses(const std::vector<const Finding*>& causes, bool blocked)
    {
        const Finding& first = *causes.front();
        const QString count = causes.size() == 1 ? tr("1 cause") : tr("%1 causes").arg(causes.size());
        const QString title = toQString(first.title);
        return {toneOf(first.severity),
                blocked ? tr("Not started · %1: %2").arg(count, title) : tr("%1: %2").arg(count, title),
                lines(first.evidence)};
    }

    static Headline ofVerdict(const Verdict& verdict)
    {
        const auto words = [&]() -> std::pair<Tone, QString> {
            switch (verdict.kind) {
            case VerdictKind::Agree:
                return {Tone::Good, tr("Agree")};
            case VerdictKind::RoundingOnly:
                return {Tone::Good, tr("Rounding only")};
            case VerdictKind::SetupDiffers:
                return {Tone::Warning, tr("Setup differs")};
            case VerdictKind::ApiMisuse:
                return {Tone::Bad, tr("Code misuses an API")};
            case VerdictKind::BackendSuspect:
                return {Tone::Bad, tr("Backend suspect")};
            case VerdictKind::Undecided:
                break;
            }
            return {Tone::Neutral, tr("Undecided")};
        }();
        // "Agree: the runs agree" would say it twice.
        const QString summary = toQString(verdict.summary);
        return {words.first, verdict.kind == VerdictKind::Agree ? summary : tr("%1: %2").arg(words.second, summary),
                lines(verdict.evidence)};
    }

    /// A result that faults had a part in is never told without them, and first: the chip elides the end.
    static Headline marked(Headline headline, const ComparisonRecord& record)
    {
        const QStringList faults = faultLines(record);
        if (!faults.isEmpty())
            headline.details = (faults + headline.details.split(QLatin1Char('\n'), Qt::SkipEmptyParts)).join(QLatin1Char('\n'));
        if (hasActiveFaults(record))
            headline.text = tr("Fault injected · %1").arg(headline.text);
        return headline;
    }

    static Headline of(const Session& session)
    {
        const ComparisonRecord& record = session.record();
        if (session.phase() == Phase::Idle)
            return {Tone::Neutral, tr("Not compared yet"), tr("Start to see whether the runs agree.")};
        const std::vector<const Finding*> causes = causesOf(record);
        const bool serious = !causes.empty() && causes.front()->severity != Severity::Info;
        if (session.isLive()) {
            if (serious)
                return ofCauses(causes, false);
            switch (session.phase()) {
            case Phase::Paused:
                return {Tone::Info, tr("Paused, nothing found so far"), {}};
            case Phase::Stopping:
                return {Tone::Info, tr("Stopping after this step"), {}};
            default:
                return {Tone::Info, tr("Comparing, nothing found so far"), {}};
            }
        }
        if (session.error())
            return {Tone::Bad, tr("Failed: %1").arg(toQString(session.error()->what)), toQString(*session.error())};
        if (session.isBlocked() && serious)
            return ofCauses(causes, true);
        // What was found says more than that nothing could be decided.
        if (record.verdict && !(serious && record.verdict->kind == VerdictKind::Undecided))
            return ofVerdict(*record.verdict);
        return serious ? ofCauses(causes, false) : Headline{Tone::Neutral, tr("Stopped before a verdict"), {}};
    }
};

std::vector<const Finding*> select(const ComparisonRecord& record, bool folded)
{
    std::vector<const Finding*> list;
    for (const Finding& finding : record.findings)
        if (finding.foldedUnder.has_value() == folded)
            list.push_back(&finding);
    std::stable_sort(list.begin(), list.end(), [](const Finding* a, const Finding* b) { return a->severity > b->severity; });
    return list;
}

}  // namespace

Headline headlineOf(const Session& session)
{
    return Headlines::marked(Headlines::of(session), session.record());
}

Tone toneOf(Severity severity)
{
    return severity == Severity::Error ? Tone::Bad : severity == Severity::Warning ? Tone::Warning : Tone::Info;
}

QString wordOf(RunState state)
{
    switch (state) {
    case RunState::Idle:
        return QCoreApplication::translate("RunState", "idle");
    case RunState::Preparing:
        return QCoreApplication::translate("RunState", "preparing");
    case RunState::Ready:
        return QCoreApplication::translate("RunState", "ready");
    case RunState::Running:
        return QCoreApplication::translate("RunState", "training");
    case RunState::Paused:
        return QCoreApplication::translate("RunState", "paused");
    case RunState::Evaluating:
        return QCoreApplication::translate("RunState", "testing");
    case RunState::Finished:
        return QCoreApplication::translate("RunState", "finished");
    case RunState::Failed:
        return QCoreApplication::translate("RunState", "failed");
    case RunState::Cancelled:
        return QCoreApplication::translate("RunState", "stopped");
    case RunState::Blocked:
        return QCoreApplication::translate("RunState", "not started");
    }
    return {};
}

std::vector<const Finding*> causesOf(const ComparisonRecord& record)
{
    return select(record, false);
}

std::vector<const Finding*> foldedOf(const ComparisonRecord& record)
{
    return select(record, true);
}

}  // namespace tandem::ui

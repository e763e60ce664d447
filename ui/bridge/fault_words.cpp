// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/bridge/fault_words.h"

#include "ui/bridge/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace tandem::ui {
namespace {

struct FaultWords {
    Q_DECLARE_TR_FUNCTIONS(FaultWords)
};

}  // namespace

QString faultTitle(const std::string& id)
{
    const FaultInfo* info = findFault(id);
    return info ? toQString(info->title) : FaultWords::tr("%1 (own fault)").arg(toQString(id));
}

QStringList faultTitles(const std::vector<std::string>& ids)
{
    QStringList titles;
    for (const std::string& id : ids)
        titles << faultTitle(id);
    return titles;
}

QString markedRun(const ComparisonRecord& record, std::size_t run)
{
    const QString name = toQString(record.runs.at(run).name);
    return faultsOf(record, run).active.empty() ? name : FaultWords::tr("%1 (fault injected)").arg(name);
}

bool hasActiveFaults(const ComparisonRecord& record)
{
    for (std::size_t run = 0; run < record.runs.size(); ++run)
        if (!faultsOf(record, run).active.empty())
            return true;
    return false;
}

QStringList faultLines(const ComparisonRecord& record)
{
    QStringList acting, inactive;
    for (std::size_t run = 0; run < record.runs.size(); ++run) {
        const RunFaults faults = faultsOf(record, run);
        const QString name = toQString(record.runs[run].name);
        if (!faults.active.empty())
            acting << FaultWords::tr("Fault injected into %1 on purpose: %2. What follows from it is no defect of this machine.")
                          .arg(name, faultTitles(faults.active).join(QStringLiteral("; ")));
        if (!faults.inactive.empty())
            inactive << FaultWords::tr("Fault inactive on %1, which is not the device it acts on: %2.")
                            .arg(name, faultTitles(faults.inactive).join(QStringLiteral("; ")));
    }
    return acting + inactive;
}

}  // namespace tandem::ui

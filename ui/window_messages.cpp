// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/main_window.h"

#include "ui/bridge/headline.h"
#include "ui/bridge/text.h"
#include "ui/widgets/message_strip.h"

namespace tandem::ui {

void MainWindow::tell(Subject subject, Tone tone, const QString& text)
{
    m_subject = subject;
    if (text.isEmpty())
        m_messages->clear();
    else
        m_messages->display(tone, text);
}

void MainWindow::tellError(const QString& text)
{
    tell(Subject::Other, Tone::Bad, text);
}

void MainWindow::tellOutcome()
{
    if (m_session.error())
        return tellError(tr("The comparison failed. %1").arg(toQString(*m_session.error())));
    if (m_session.isBlocked()) {
        m_subject = Subject::Other;
        m_messages->display(
            Tone::Warning,
            tr("Training did not start, because of what was found before the first step. Fix the experiment, or train "
               "in spite of it."),
            {{tr("Train Anyway"), [this] { m_session.startAnyway(); }}});
        return;
    }
    if (m_subject == Subject::Closing)
        tell(Subject::None, Tone::Info, {});
    tellOutdated();
}

void MainWindow::tellOutdated()
{
    if (!m_session.isOutdated()) {
        if (m_subject == Subject::Outdated)
            tell(Subject::None, Tone::Info, {});
        return;
    }
    if (m_subject == Subject::Closing)
        return;
    m_subject = Subject::Outdated;
    if (m_session.isLive())
        m_messages->display(Tone::Info, tr("The experiment was changed. This comparison goes on as it was started."));
    else
        m_messages->display(
            Tone::Info,
            tr("The experiment was changed since this comparison. What is shown is the one before the change."),
            {{tr("Start Again"), [this] { m_session.start(); }}});
}

void MainWindow::tellNotices()
{
    const std::vector<std::string>& notices = m_session.record().notices;
    for (; m_noticesTold < notices.size(); ++m_noticesTold)
        tell(Subject::Other, Tone::Warning, toQString(notices[m_noticesTold]));
}

}  // namespace tandem::ui

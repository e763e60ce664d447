// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/dialogs/fault_dialog.h"

#include "ui/bridge/text.h"
#include "ui/dialogs/fault_details.h"
#include "ui/models/fault_filter.h"
#include "ui/models/fault_model.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/message_strip.h"
#include "ui/window_actions.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QTreeView>

namespace tandem::ui {
namespace {

/// A fault that cannot be added looks disabled, but can be selected, so that its details say why.
class FaultDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        if (!index.parent().isValid()) {
            option->backgroundBrush = option->palette.brush(QPalette::Window);
            return;
        }
        const QPalette colors = option->palette;
        if (index.column() == FaultModel::IdColumn)
            for (const QPalette::ColorGroup group : {QPalette::Active, QPalette::Inactive})
                option->palette.setColor(group, QPalette::Text, colors.color(QPalette::PlaceholderText));
        const bool checkable = index.siblingAtColumn(0).flags() & Qt::ItemIsUserCheckable;
        option->palette.setColor(QPalette::Window, checkable ? checkBoxOutline(colors) : colors.color(QPalette::Mid));
        if (checkable)
            return;
        option->state &= ~QStyle::State_Enabled;
        // The selection itself is not disabled; a disabled text would be hard to read on it.
        option->palette.setColor(QPalette::Disabled, QPalette::HighlightedText,
                                 colors.color(QPalette::Active, QPalette::HighlightedText));
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(0, 7);
    }
};

}  // namespace

FaultDialog::FaultDialog(Session& session, const DeviceCatalog& devices, const WindowActions& actions, QWidget* parent)
    : QDialog(parent), m_session(session), m_devices(devices), m_model(new FaultModel(session.document(), devices, this)),
      m_filter(new FaultFilter(this)), m_run(new QComboBox(this)), m_search(new QLineEdit(this)),
      m_chosenOnly(new QToolButton(this)), m_list(new QTreeView(this)), m_nothing(secondaryLabel(this)),
      m_summary(new QLabel(this)), m_live(secondaryLabel(this)), m_details(new FaultDetails(*m_model)),
      m_refusal(new MessageStrip(this)), m_removeAll(new QPushButton(tr("Remove All"), this))
{
    setWindowTitle(tr("Inject Faults"));
    setObjectName(QStringLiteral("faults"));
    setModal(false);
    resize(980, 640);
    addActions({actions.undo, actions.redo});
    m_filter->setSourceModel(m_model);
    makeList();

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 10);
    layout->setSpacing(8);
    layout->addWidget(makeHead());
    layout->addWidget(makeMiddle(), 1);
    layout->addWidget(m_refusal);
    layout->addWidget(makeFoot(actions));

    Document& document = session.document();
    connect(&document, &Document::contentChanged, this, &FaultDialog::takeRuns);
    connect(&document, &Document::fileChanged, m_refusal, &MessageStrip::clear);
    connect(&devices, &DeviceCatalog::devicesKnown, this, &FaultDialog::takeRuns);
    connect(&session, &Session::phaseChanged, this, &FaultDialog::takePhase);
    connect(m_model, &FaultModel::contentChanged, this, &FaultDialog::takeContent);
    connect(m_model, &FaultModel::editRefused, this,
            [this](const QString& reason) { m_refusal->display(Tone::Bad, tr("Not changed: %1").arg(reason)); });
    connect(m_model, &FaultModel::editTaken, m_refusal, &MessageStrip::clear);
    connect(m_run, &QComboBox::activated, this, [this](int run) { showRun(static_cast<std::size_t>(run)); });
    connect(m_search, &QLineEdit::textChanged, this, &FaultDialog::takeFilter);
    connect(m_chosenOnly, &QToolButton::toggled, this, &FaultDialog::takeFilter);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &FaultDialog::takeSelection);
    takeRuns();
    takePhase();
    takeContent();
    selectFirst();
    m_search->setFocus();
}

QWidget* FaultDialog::makeHead()
{
    auto* head = new QWidget(this);
    auto* label = new QLabel(tr("Into &run:"), head);
    label->setBuddy(m_run);
    m_run->setObjectName(QStringLiteral("run"));
    m_run->setAccessibleName(tr("Run"));
    m_run->setToolTip(tr("The run into which faults are injected"));
    m_search->setObjectName(QStringLiteral("search"));
    m_search->setPlaceholderText(tr("Search titles, texts, ids and case ids"));
    m_search->setAccessibleName(tr("Search faults"));
    m_search->setClearButtonEnabled(true);
    m_chosenOnly->setText(tr("Injected only"));
    m_chosenOnly->setAccessibleName(m_chosenOnly->text());
    m_chosenOnly->setToolTip(tr("Show only what is injected into this run"));
    m_chosenOnly->setCheckable(true);
    m_chosenOnly->setFocusPolicy(Qt::StrongFocus);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(label);
    row->addWidget(m_run);
    row->addSpacing(8);
    row->addWidget(m_search, 1);
    row->addWidget(m_chosenOnly);
    return head;
}

void FaultDialog::makeList()
{
    m_list->setObjectName(QStringLiteral("list"));
    m_list->setAccessibleName(tr("Faults"));
    m_list->setModel(m_filter);
    m_list->setItemDelegate(new FaultDelegate(m_list));
    m_list->setRootIsDecorated(false);
    m_list->setItemsExpandable(false);
    m_list->setIndentation(8);
    m_list->setUniformRowHeights(true);
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    QHeaderView* header = m_list->header();
    header->setStretchLastSection(false);
    header->setSectionsMovable(false);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setSectionResizeMode(FaultModel::TitleColumn, QHeaderView::Stretch);
    header->setSectionResizeMode(FaultModel::IdColumn, QHeaderView::Fixed);
    header->resizeSection(FaultModel::IdColumn,
                          fontMetrics().horizontalAdvance(QStringLiteral("ctl-opt-before-move-sgd")) + 16);
    connect(m_filter, &QAbstractItemModel::modelReset, m_list, &QTreeView::expandAll);
}

QWidget* FaultDialog::makeMiddle()
{
    auto* left = new QWidget(this);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    m_nothing->setAlignment(Qt::AlignCenter);
    column->addWidget(m_list, 1);
    column->addWidget(m_nothing, 1);
    auto* scroll = new QScrollArea(this);
    scroll->setWidget(m_details);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setAccessibleName(tr("Details of the fault"));
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(8);
    splitter->addWidget(left);
    splitter->addWidget(scroll);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setSizes({570, 380});
    return splitter;
}

QWidget* FaultDialog::makeFoot(const WindowActions& actions)
{
    auto* foot = new QWidget(this);
    auto* row = new QHBoxLayout(foot);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    for (QAction* action : {actions.undo, actions.redo}) {
        auto* button = new QToolButton(foot);
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setAccessibleName(action == actions.undo ? tr("Undo") : tr("Redo"));
        row->addWidget(button);
    }
    m_live->setText(tr("The comparison goes on as it was started; changes act on the next start."));
    m_summary->setTextFormat(Qt::PlainText);
    m_removeAll->setAccessibleName(m_removeAll->text());
    m_removeAll->setToolTip(tr("Inject no fault of the library into this run; own faults stay"));
    connect(m_removeAll, &QPushButton::clicked, m_model, &FaultModel::removeAll);
    auto* close = new QPushButton(tr("Close"), foot);
    close->setAccessibleName(close->text());
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    row->addSpacing(4);
    row->addWidget(m_summary);
    row->addWidget(m_live, 1);
    row->addStretch();
    for (QPushButton* button : {m_removeAll, close}) {
        // Return belongs to the fields.
        button->setAutoDefault(false);
        row->addWidget(button);
    }
    return foot;
}

void FaultDialog::takeRuns()
{
    const QSignalBlocker quiet(m_run);
    m_run->clear();
    for (const RunConfig& run : m_session.document().file().experiment.runs) {
        const DeviceFacts* device = m_devices.choose(run.devices);
        m_run->addItem(tr("%1 · %2").arg(toQString(run.name),
                                         m_devices.label(device ? device->name : run.devices.front())));
    }
    m_run->setCurrentIndex(static_cast<int>(m_model->run()));
}

void FaultDialog::showRun(std::size_t run)
{
    m_model->setRun(run);
    m_run->setCurrentIndex(static_cast<int>(m_model->run()));
    m_refusal->clear();
}

void FaultDialog::showLikelyRun()
{
    const auto& runs = m_session.document().file().experiment.runs;
    std::size_t likely = 0;
    for (std::size_t run = runs.size(); run-- > 0;)
        if (const DeviceFacts* device = m_devices.choose(runs[run].devices); device && device->emulated)
            likely = run;
    showRun(likely);
}

void FaultDialog::takeContent()
{
    // Which rows are shown may depend on their marks, and a list that was filled anew has lost its selection.
    takeFilter();
    if (m_selected.empty() || !m_model->find(m_selected).isValid())
        selectFirst();
    else
        select(m_selected);
    m_details->display(m_model->find(m_selected));
    const int chosen = m_model->chosenCount(), acting = m_model->actingCount();
    const QString run = m_model->runName();
    m_summary->setText(chosen == 0       ? tr("No fault injected into “%1”").arg(run)
                       : acting == chosen ? tr("Injected into “%1”: %2").arg(run).arg(chosen)
                                          : tr("Injected into “%1”: %2, inactive: %3").arg(run).arg(acting).arg(chosen - acting));
    m_removeAll->setEnabled(chosen > 0);
}

void FaultDialog::takeFilter()
{
    m_filter->setSearch(m_search->text());
    m_filter->setChosenOnly(m_chosenOnly->isChecked());
    m_list->expandAll();
    const bool none = m_filter->rowCount() == 0;
    m_list->setVisible(!none);
    m_nothing->setVisible(none);
    m_nothing->setText(m_search->text().isEmpty() ? tr("Nothing is injected into “%1”.").arg(m_model->runName())
                                                  : tr("No fault is told like “%1”.").arg(m_search->text()));
    if (const QModelIndex current = m_list->currentIndex(); current.isValid())
        m_list->scrollTo(current);
}

void FaultDialog::takeSelection()
{
    const QModelIndex current = m_filter->mapToSource(m_list->currentIndex());
    if (const FaultModel::Row* row = m_model->row(current)) {
        m_selected = row->id;
        m_details->display(current);
    }
}

void FaultDialog::takePhase()
{
    m_live->setVisible(m_session.isLive());
}

void FaultDialog::select(const std::string& id)
{
    const QModelIndex row = m_filter->mapFromSource(m_model->find(id));
    if (row.isValid() && row != m_list->currentIndex().siblingAtColumn(0))
        m_list->setCurrentIndex(row);
}

void FaultDialog::selectFirst()
{
    QModelIndex first;
    for (int group = 0; group < m_model->rowCount(); ++group) {
        const QModelIndex above = m_model->index(group, 0);
        for (int i = 0; i < m_model->rowCount(above); ++i) {
            const QModelIndex each = m_model->index(i, 0, above);
            if (!first.isValid() || (each.data(FaultModel::ChosenRole).toBool() && !first.data(FaultModel::ChosenRole).toBool()))
                first = each;
        }
    }
    m_selected = first.data(FaultModel::IdRole).toString().toStdString();
    select(m_selected);
}

}  // namespace tandem::ui

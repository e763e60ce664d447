// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/dialogs/fault_details.h"

#include "core/rules/rule.h"
#include "ui/bridge/fault_edit.h"
#include "ui/bridge/text.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/tag.h"

#include <QCheckBox>
#include <QEvent>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include <limits>

namespace tandem::ui {
namespace {

/// "label-dtype", or with the title of the rule behind it where the rule is known.
QString ruleText(const std::string& id)
{
    const RuleInfo* rule = findRule(id);
    return rule ? QStringLiteral("%1: %2").arg(toQString(id), toQString(rule->title)) : toQString(id);
}

QString sentence(const std::string& text)
{
    const QString whole = toQString(text);
    return whole.left(1).toUpper() + whole.mid(1);
}

QString joined(const std::vector<std::string>& words)
{
    QStringList list;
    for (const std::string& word : words)
        list << toQString(word);
    return list.join(QStringLiteral(", "));
}

}  // namespace

FaultDetails::FaultDetails(FaultModel& model, QWidget* parent)
    : QWidget(parent), m_model(model), m_guide(secondaryLabel(this)), m_title(titleLabel(this)),
      m_id(monospaceLabel(this)), m_why(wrappedLabel(this)), m_text(wrappedLabel(this)), m_written(monospaceLabel(this)),
      m_expected(wrappedLabel(this)), m_modelledOn(wrappedLabel(this)), m_side(new Tag(this)), m_control(new Tag(this)),
      m_own(new Tag(this)), m_inject(new QCheckBox(this)), m_body(new QWidget(this)), m_valuesPlace(new QVBoxLayout)
{
    QFont large = m_title->font();
    large.setPointSizeF(large.pointSizeF() * 1.15);
    m_title->setFont(large);
    m_id->setForegroundRole(QPalette::PlaceholderText);
    m_guide->setText(tr("Choose a fault to see what it does."));
    m_guide->setAlignment(Qt::AlignCenter);
    m_inject->setObjectName(QStringLiteral("inject"));
    connect(m_inject, &QCheckBox::clicked, this, &FaultDetails::choose);
    makeLayout();
    takeColors();
    display({});
}

void FaultDetails::takeColors()
{
    QPalette colors = palette();
    colors.setColor(QPalette::Window, checkBoxOutline(palette()));
    colors.setColor(QPalette::Disabled, QPalette::Window, palette().color(QPalette::Mid));
    m_inject->setPalette(colors);
}

void FaultDetails::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        takeColors();
    QWidget::changeEvent(event);
}

void FaultDetails::makeLayout()
{
    auto* tags = new FlowLayout(6, 4);
    for (QWidget* tag : {m_side, m_control, m_own})
        tags->addWidget(tag);
    auto* inside = new QVBoxLayout(m_body);
    inside->setContentsMargins(0, 0, 0, 0);
    inside->setSpacing(8);
    inside->addWidget(m_title);
    inside->addWidget(m_id);
    inside->addLayout(tags);
    inside->addWidget(m_text);
    inside->addWidget(m_written);
    inside->addSpacing(4);
    inside->addWidget(m_inject);
    inside->addWidget(m_why);
    m_valuesPlace->setContentsMargins(0, 0, 0, 0);
    inside->addLayout(m_valuesPlace);
    inside->addSpacing(4);
    inside->addWidget(m_expected);
    inside->addWidget(m_modelledOn);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->addWidget(m_guide);
    layout->addWidget(m_body);
    layout->addStretch();
}

const FaultInfo* FaultDetails::info() const
{
    return findFault(m_shown);
}

void FaultDetails::display(const QModelIndex& index)
{
    const FaultModel::Row* row = m_model.row(index);
    m_guide->setVisible(!row);
    m_body->setVisible(row);
    if (!row) {
        m_shown.clear();
        return;
    }
    // Typing goes on while the document changes: only another fault makes other fields.
    if (m_shown != row->id || !row->info)
        takeFault(*row);
    takeState(*row);
}

void FaultDetails::takeFault(const FaultModel::Row& row)
{
    m_shown = row.id;
    m_title->setText(toQString(row.info ? row.info->title : row.id));
    m_id->setText(toQString(row.id));
    m_id->setVisible(row.info);
    m_side->display(Tone::Info, row.side == FaultSide::Device ? tr("emulated device") : tr("CPU, the reference"));
    m_control->display(Tone::Good, row.info && row.info->control ? tr("control") : QString());
    m_control->setToolTip(tr("Changes nothing that a rule may call an error: every rule should stay silent"));
    m_own->display(Tone::Neutral, row.info ? QString() : tr("own fault"));
    m_text->setText(row.info ? toQString(row.info->text)
                             : tr("Written in the experiment file, and kept as it is. Change it there, or in the setting "
                                  "“faults” of this run."));
    m_written->setVisible(!row.info);
    m_written->setText(toQString(row.entry.dump(2)));

    delete m_values;
    m_values = nullptr;
    m_fields.clear();
    m_fromStep = nullptr;
    if (row.info)
        makeFields(*row.info);

    QStringList rules;
    if (row.info)
        for (const std::string& rule : row.info->expected)
            rules << ruleText(rule);
    showText(m_expected, row.info && row.info->control ? tr("Rules that must stay silent:") : tr("Rules that should notice it:"),
             rules.join(QStringLiteral(" · ")));
    m_expected->setVisible(!rules.isEmpty());
    showText(m_modelledOn, tr("Modelled on public reports:"), row.info ? joined(row.info->modelledOn) : QString());
    m_modelledOn->setVisible(row.info && !row.info->modelledOn.empty());
}

void FaultDetails::makeFields(const FaultInfo& fault)
{
    m_values = new QWidget(m_body);
    auto* rows = new QVBoxLayout(m_values);
    rows->setContentsMargins(22, 0, 0, 0);
    rows->setSpacing(3);
    const auto addRow = [&](const QString& name, QWidget* editor, const QString& help) {
        QLabel* label = titleLabel(m_values);
        label->setText(name);
        label->setBuddy(editor);
        QLabel* note = secondaryLabel(m_values);
        note->setText(help);
        rows->addWidget(label);
        rows->addWidget(note);
        rows->addWidget(editor);
        rows->addSpacing(7);
        editor->setAccessibleName(name);
        editor->setAccessibleDescription(help);
    };
    for (const FaultKnob& knob : fault.knobs) {
        auto* line = new QLineEdit(m_values);
        line->setObjectName(toQString("knob-" + knob.name));
        line->setPlaceholderText(toQString(faultValueText(knob.byDefault)));
        line->setClearButtonEnabled(true);
        connect(line, &QLineEdit::editingFinished, this, [this, line, key = knob.name] { setValue(key, line->text()); });
        addRow(toQString(knob.name), line,
               tr("%1. Default: %2").arg(sentence(knob.text), toQString(faultValueText(knob.byDefault))));
        m_fields.push_back({knob.name, line});
    }
    addRow(tr("From step"), makeFromStep(), tr("The first training step in which it acts. Default: 0"));
    m_valuesPlace->addWidget(m_values);
}

QWidget* FaultDetails::makeFromStep()
{
    m_fromStep = new QSpinBox(m_values);
    m_fromStep->setObjectName(QStringLiteral("from-step"));
    m_fromStep->setRange(0, std::numeric_limits<int>::max());
    m_fromStep->setKeyboardTracking(false);
    m_fromStep->setMinimumWidth(120);
    connect(m_fromStep, &QSpinBox::valueChanged, this, [this](int step) { setValue(kFromStep, QString::number(step)); });
    return m_fromStep;
}

void FaultDetails::takeState(const FaultModel::Row& row)
{
    const QString why = m_model.whyInactive(row);
    m_inject->setText(tr("Inject into “%1”").arg(m_model.runName()));
    m_inject->setChecked(row.chosen);
    m_inject->setEnabled(row.info && (row.acts || row.chosen));
    m_why->setVisible(!why.isEmpty());
    m_why->setText(row.chosen ? tr("Inactive. %1").arg(why) : why);
    if (!row.info)
        return;
    m_values->setEnabled(row.chosen);
    m_values->setToolTip(row.chosen ? QString() : tr("Inject the fault to set its values"));
    takeValues(row);
}

void FaultDetails::takeValues(const FaultModel::Row& row)
{
    for (const Field& field : m_fields) {
        const QString value = m_model.valueText(*row.info, field.key);
        if (!field.line->hasFocus() || !field.line->isModified())
            field.line->setText(value);
    }
    const QSignalBlocker quiet(m_fromStep);
    m_fromStep->setValue(m_model.valueText(*row.info, kFromStep).toInt());
}

void FaultDetails::choose(bool chosen)
{
    if (const FaultInfo* fault = info())
        m_model.choose(*fault, chosen);
}

void FaultDetails::setValue(const std::string& key, const QString& text)
{
    const FaultInfo* fault = info();
    if (!fault || text == m_model.valueText(*fault, key))
        return;
    m_model.setValueText(*fault, key, text);
    // What was refused, or written in another way, is shown as it stands in the experiment.
    for (const Field& field : m_fields)
        if (field.key == key)
            field.line->setText(m_model.valueText(*fault, key));
}

}  // namespace tandem::ui

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/html_style.h"

#include "ui/plots/curve_svg.h"

#include <QString>

namespace tandem::ui {
namespace {

constexpr const char* kStyle = R"css(
:root { color-scheme: light dark;
  --page: #f6f7f9; --card: #ffffff; --text: #1f2328; --soft: #59636e; --line: #d9dee4; --code: #f0f2f5; --head: #f6f7f9;
  --good: #1a7f37; --good-back: #e9f7ed; --bad: #c4232d; --bad-back: #fdeeee; --warn: #8a5a00; --warn-back: #fff6dd;
  --plain: #0a5cad; --plain-back: #eaf3fc; }
@media screen and (prefers-color-scheme: dark) { :root {
  --page: #0d1117; --card: #161b22; --text: #e6eaef; --soft: #9aa5b1; --line: #30363d; --code: #0d1117; --head: #1c222b;
  --good: #4ac26b; --good-back: #12261a; --bad: #ff7b72; --bad-back: #2d1618; --warn: #e3b341; --warn-back: #2b2310;
  --plain: #6cb4ee; --plain-back: #111f2e; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
main { max-width: 1000px; margin: 0 auto; padding: 24px 20px 48px; }
h1 { font-size: 26px; line-height: 1.25; margin: 4px 0 0; text-wrap: balance; }
h2 { font-size: 18px; margin: 36px 0 10px; }
h3 { font-size: 15.5px; margin: 0; }
p { margin: 8px 0; }
ul { margin: 6px 0; padding-left: 20px; }
li { margin: 2px 0; }
a { color: var(--plain); }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, "DejaVu Sans Mono", monospace; font-size: 12.5px; }
code { overflow-wrap: anywhere; }
pre { background: var(--code); border: 1px solid var(--line); border-radius: 6px; padding: 10px 12px; margin: 8px 0;
  white-space: pre-wrap; overflow-wrap: anywhere; }
summary { cursor: pointer; color: var(--soft); }
details { margin: 10px 0; }
.soft { color: var(--soft); }
.note { color: var(--soft); font-size: 13.5px; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 16px 18px; margin: 12px 0; }
.verdict { border-left: 5px solid var(--tone); }
.kind { display: inline-block; color: var(--tone); background: var(--tone-back); border-radius: 99px; padding: 1px 11px;
  font-size: 13px; font-weight: 600; }
.finding { border-left: 5px solid var(--tone); }
.finding header { display: flex; gap: 10px; align-items: baseline; }
.finding header .kind { flex: none; }
.finding .where { margin: 4px 0 0; font-size: 13px; color: var(--soft); }
.good { --tone: var(--good); --tone-back: var(--good-back); } .bad { --tone: var(--bad); --tone-back: var(--bad-back); }
.warn { --tone: var(--warn); --tone-back: var(--warn-back); } .plain { --tone: var(--plain); --tone-back: var(--plain-back); }
.banner { background: var(--tone-back); border: 1px solid var(--tone); border-radius: 8px; padding: 8px 14px; margin: 10px 0; }
.banner strong { color: var(--tone); }
dl.parts { margin: 10px 0 0; display: grid; grid-template-columns: max-content 1fr; gap: 6px 14px; }
dl.parts dt { color: var(--soft); }
dl.parts dd { margin: 0; min-width: 0; }
dl.parts ul { margin: 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; background: var(--card); border: 1px solid var(--line); font-size: 14px; }
caption { text-align: left; color: var(--soft); font-size: 13.5px; padding: 0 0 6px; }
th, td { border-top: 1px solid var(--line); padding: 6px 10px; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
thead th { background: var(--head); border-top: 0; font-weight: 600; white-space: nowrap; }
tbody th { font-weight: 600; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.hash { font-family: ui-monospace, Menlo, "DejaVu Sans Mono", monospace; font-size: 12.5px; }
figure { margin: 12px 0; padding: 12px 14px 10px; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
figure svg { display: block; width: 100%; height: auto; }
figcaption { font-weight: 600; margin-bottom: 4px; }
figcaption span { font-weight: 400; color: var(--soft); }
footer { margin-top: 40px; padding-top: 12px; border-top: 1px solid var(--line); color: var(--soft); font-size: 13px; }
@media (max-width: 640px) { dl.parts { grid-template-columns: 1fr; gap: 2px; } dl.parts dd { margin-bottom: 6px; } }
@media print { :root { color-scheme: light; } body { background: #fff; font-size: 11pt; } main { max-width: none; padding: 0; }
  .card, figure, tr, .banner { break-inside: avoid; } h2 { break-after: avoid; } a { color: inherit; }
  details::details-content { content-visibility: visible; height: auto; } }
)css";

QString rule(const QColor& from, const QColor& to)
{
    // An attribute selector on the drawing's own colours: the drawing needs no classes, and is right without this sheet.
    return QStringLiteral("figure svg [stroke=\"%1\"] { stroke: %2; } figure svg [fill=\"%1\"] { fill: %2; }\n")
        .arg(from.name(), to.name());
}

}  // namespace

QByteArray reportStyle()
{
    const PlotTheme light = exportTheme(false), dark = exportTheme(true);
    QString rules;
    for (const auto color : {&PlotTheme::background, &PlotTheme::text, &PlotTheme::secondary, &PlotTheme::grid,
                             &PlotTheme::axis, &PlotTheme::marker})
        rules += rule(light.*color, dark.*color);
    for (const Metric metric : {Metric::TrainLoss, Metric::TestLoss, Metric::TrainAccuracy, Metric::TestAccuracy}) {
        const QColor from = metricColor(metric, false), to = metricColor(metric, true);
        rules += rule(from, to) + rule(faintColor(from, light.background), faintColor(to, dark.background));
    }
    return QByteArray(kStyle) + "@media screen and (prefers-color-scheme: dark) {\n" + rules.toUtf8() + "}\n";
}

}  // namespace tandem::ui

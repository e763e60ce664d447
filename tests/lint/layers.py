#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tandem authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Who may include whom.

The layers are CMake targets, but link scope cannot hide what lies on the compiler's default include path (a
distribution's LibTorch puts ATen there), nor stop an include of a header inside the source tree. This lint does.

    app -> ui -> core_run -> core_base
     `--> core_train -----> core_run, core_base
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Iterator

from lint import CXX, Breach, lines_of, own_files, run

INCLUDE = re.compile(r'^\s*#\s*(?:include|import|include_next)\s*([<"])([^>"]+)[>"]')
TORCH = re.compile(r"^(torch|ATen|c10|caffe2)/")
# <QWidget>, <QtCore/QObject>, <qobject.h>, <private/qobject_p.h>
QT = re.compile(r"^(Qt|Q[A-Z]\w*|Qt[A-Z]\w*(/.*)?|q[a-z0-9_]+\.h|private/q.*\.h)$")
GENERATED = re.compile(r"^(moc_\w+\.cpp|\w+\.moc|ui_\w+\.h)$")
PLOT = re.compile(r"(^|/)qcustomplot\.h$")

BASE = ("base", "experiment", "data", "facts", "faults", "rules", "metrics", "store", "report")
BASE_PLACES = tuple(f"core/{folder}/" for folder in BASE)

# For files of each layer: the own headers that they may include. Tests may include anything of ours.
ALLOWED = {
    "core_base": BASE_PLACES + ("resources/embedded.h",),
    "core_run": BASE_PLACES + ("core/run/", "core/scorecard/", "resources/embedded.h"),
    "core_train": BASE_PLACES + ("core/run/", "core/train/", "resources/embedded.h"),
    "ui": BASE_PLACES + ("core/run/", "ui/", "resources/embedded.h"),
    "app": ("core/", "ui/", "app/", "resources/embedded.h"),
    "resources": ("resources/",),
}


def layer_of(name: str) -> str | None:
    if name.startswith(BASE_PLACES):
        return "core_base"
    for place, layer in (("core/run/", "core_run"), ("core/scorecard/", "core_run"), ("core/train/", "core_train"), ("ui/", "ui"), ("app/", "app"),
                         ("resources/", "resources")):
        if name.startswith(place):
            return layer
    return None


def may_include_torch(name: str) -> bool:
    if name.startswith("tests/"):
        return name.startswith("tests/train/") or (name.startswith("tests/bench/") and name.endswith(".cpp"))
    return name.startswith("core/train/") and name.endswith((".cpp", ".mm", "_pch.h"))


def problem(name: str, header: str, own: bool) -> str | None:
    """What is wrong with this include; None if nothing is."""
    if TORCH.match(header) and not may_include_torch(name):
        if name.startswith("core/train/"):
            return f"{header}: headers of core/train are free of LibTorch; include it in the .cpp"
        return f"{header}: only core/train/**/*.cpp includes LibTorch"
    if PLOT.search(header):
        if not (name.startswith("ui/plots/") and name.endswith(".cpp")):
            return f"{header}: only ui/plots/*.cpp includes QCustomPlot"
        return None
    if name.startswith("core/") and QT.match(header):
        return f"{header}: core is free of Qt"
    if not own:
        return None
    layer = layer_of(name)
    if layer is None:
        if name.startswith("core/"):
            return "this folder of core belongs to no layer: name it in tests/lint/layers.py and in core/CMakeLists.txt"
        return None
    if "/" not in header or header.startswith("."):
        return f"{header}: own headers are included by their path from the root"
    if not header.startswith(ALLOWED[layer]):
        return f"{header}: {layer} may not include it"
    return None


def check(root: Path) -> Iterator[Breach]:
    for name, path in own_files(root):
        if not name.endswith(CXX):
            continue
        for number, line in enumerate(lines_of(path), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            header = match[2]
            foreign = TORCH.match(header) or QT.match(header) or PLOT.search(header)
            # An own header in angle brackets is still an own header; moc's output is nobody's.
            own = match[1] == '"' or header.startswith(("core/", "ui/", "app/", "resources/"))
            own = own and not foreign and not GENERATED.match(header)
            text = problem(name, header, own)
            if text:
                yield Breach(name, number, text)


if __name__ == "__main__":
    sys.exit(run(check))

#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tandem authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is left for later has an issue: a mark without one is forgotten."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Iterator

from lint import CXX, Breach, is_cmake, is_script, lines_of, own_files, run

# Spelled so that this file does not match itself.
MARK = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK)\b")
ISSUE = re.compile(r"#\d+\b")


def check(root: Path) -> Iterator[Breach]:
    for name, path in own_files(root):
        if not (name.endswith(CXX + (".py", ".sh", ".json", ".in")) or is_cmake(name) or is_script(path)):
            continue
        for number, line in enumerate(lines_of(path), 1):
            mark = MARK.search(line)
            if mark and not ISSUE.search(line):
                yield Breach(name, number, f"{mark[1]} without an issue: write {mark[1]} (#N)")


if __name__ == "__main__":
    sys.exit(run(check))

#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tandem authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""No file grows beyond what one reads in a sitting, and most are much smaller."""

from __future__ import annotations

import statistics
import sys
from pathlib import Path
from typing import Iterator

from lint import CXX, Breach, lines_of, own_files, run

LIMITS = {".cpp": 600, ".mm": 600, ".h": 250}
MEDIAN_WANTED = 90
MEDIAN_LIMIT = 120


def check(root: Path) -> Iterator[Breach]:
    sizes = []
    for name, path in own_files(root):
        if not name.endswith(CXX):
            continue
        size = len(lines_of(path))
        sizes.append(size)
        limit = LIMITS[path.suffix]
        if size > limit:
            yield Breach(name, 0, f"{size} lines; at most {limit}")
    if not sizes:
        return
    median = statistics.median(sizes)
    print(f"{len(sizes)} files, median {median:g} lines (wanted: at most {MEDIAN_WANTED})")
    if median > MEDIAN_LIMIT:
        yield Breach(".", 0, f"the median of all files is {median:g} lines; at most {MEDIAN_LIMIT}")


if __name__ == "__main__":
    sys.exit(run(check))

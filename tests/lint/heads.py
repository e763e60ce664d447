#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tandem authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every source file names its copyright and licence in its first lines."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Iterator

from lint import CXX, Breach, is_cmake, is_script, lines_of, own_files, run

# The words are put together here so that this file's own text is no head.
COPYRIGHT = "SPDX-" + "FileCopyrightText: 2026 The Tandem authors"
LICENCE = "SPDX-" + "License-Identifier: GPL-3.0-or-later"
# Room for "#!" and a coding or shellcheck line above.
FIRST_LINES = 4


def needs_head(name: str, path: Path) -> bool:
    return name.endswith(CXX + (".py", ".sh", ".h.in", ".cpp.in")) or is_cmake(name) or is_script(path)


def check(root: Path) -> Iterator[Breach]:
    for name, path in own_files(root):
        if not needs_head(name, path):
            continue
        mark = "// " if name.removesuffix(".in").endswith(CXX) else "# "
        lines = [line.rstrip() for line in lines_of(path)[:FIRST_LINES]]
        for wanted in (COPYRIGHT, LICENCE):
            if mark + wanted not in lines:
                yield Breach(name, 1, f"the head lacks: {mark}{wanted}")


if __name__ == "__main__":
    sys.exit(run(check))

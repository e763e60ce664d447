# SPDX-FileCopyrightText: 2026 The Tandem authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the lints share: which files are ours, how a breach is told, and the command line.

A lint is a script with a function `check(root)` that yields breaches. Every lint runs as

    python3 tests/lint/NAME.py [ROOT]

and exits with 1 if there is a breach.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Callable, Iterable, Iterator, NamedTuple

REPO = Path(__file__).resolve().parents[2]

# Folders that hold no source of ours, wherever they are.
SKIPPED_FOLDERS = {".git", "build", "__pycache__", ".cache", ".idea", ".vscode"}
# Data that tests read; it may imitate anything.
SKIPPED_PLACES = ("tests/data/", "tests/fuzz/corpus/")

CXX = (".cpp", ".h", ".mm")


class Breach(NamedTuple):
    path: str
    line: int  # 0: the file as a whole
    text: str

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else self.path
        return f"{place}: {self.text}"


def own_files(root: Path) -> Iterator[tuple[str, Path]]:
    """All files of the tree as (path with forward slashes from the root, path), in a stable order."""
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        folders = name.split("/")[:-1]
        if any(folder in SKIPPED_FOLDERS or folder.startswith("cmake-build-") for folder in folders):
            continue
        if not name.startswith(SKIPPED_PLACES) and path.is_file() and not path.is_symlink():
            yield name, path


def is_script(path: Path) -> bool:
    """True for files without an ending whose first line names an interpreter."""
    if path.suffix:
        return False
    with path.open("rb") as file:
        return file.read(2) == b"#!"


def is_cmake(name: str) -> bool:
    return name.endswith(".cmake") or name.rsplit("/", 1)[-1] == "CMakeLists.txt"


def lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8", errors="replace").splitlines()


def run(check: Callable[[Path], Iterable[Breach]]) -> int:
    """The command line of a lint."""
    root = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else REPO
    breaches = list(check(root))
    for breach in breaches:
        print(breach)
    print(f"{len(breaches)} breach{'' if len(breaches) == 1 else 'es'}")
    return 1 if breaches else 0

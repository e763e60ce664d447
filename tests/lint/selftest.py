#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tandem authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Proves of each lint that it can fail, and that it passes what is right, on small trees."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import heads
import layers
import size
import todo

CXX_HEAD = f"// {heads.COPYRIGHT}\n// {heads.LICENCE}\n"
HASH_HEAD = f"# {heads.COPYRIGHT}\n# {heads.LICENCE}\n"
MARK = "TO" + "DO"


def breaches(lint, files: dict[str, str]) -> list[str]:
    """Runs a lint on a tree that holds these files; gives "path:line" of each breach."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        with contextlib.redirect_stdout(io.StringIO()):
            return [f"{breach.path}:{breach.line}" for breach in lint.check(Path(folder))]


class Layers(unittest.TestCase):
    def refused(self, name: str, include: str) -> None:
        found = breaches(layers, {name: f"// text\n#include {include}\n"})
        self.assertEqual(found, [f"{name}:2"], f"{name} includes {include}")

    def allowed(self, name: str, include: str) -> None:
        self.assertEqual(breaches(layers, {name: f"#include {include}\n"}), [], f"{name} includes {include}")

    def test_torch_only_in_sources_of_train(self) -> None:
        for header in ("<torch/torch.h>", "<ATen/ATen.h>", "<c10/core/Device.h>", '"torch/mps.h"'):
            self.allowed("core/train/step/step.cpp", header)
            self.allowed("core/train/torch_pch.h", header)
            self.refused("core/train/step/step.h", header)
            self.refused("core/run/worker.cpp", header)
            self.refused("core/base/hash.cpp", header)
            self.refused("ui/panels/log.cpp", header)
            self.refused("app/main.cpp", header)
            self.allowed("tests/train/step_test.cpp", header)
            self.refused("tests/rules/labels_test.cpp", header)

    def test_plots_only_in_sources_of_plots(self) -> None:
        self.allowed("ui/plots/curve.cpp", "<qcustomplot.h>")
        self.refused("ui/plots/curve.h", "<qcustomplot.h>")
        self.refused("ui/panels/log.cpp", '"qcustomplot.h"')
        self.refused("core/report/report.cpp", "<qcustomplot.h>")

    def test_core_is_free_of_qt(self) -> None:
        for header in ("<QString>", "<QtCore/QObject>", "<qobject.h>", '"QString"', "<Qt>"):
            self.refused("core/base/log.cpp", header)
            self.refused("core/train/step.cpp", header)
            self.allowed("ui/panels/log.cpp", header)

    def test_base_sees_base_only(self) -> None:
        self.allowed("core/rules/judge.cpp", '"core/facts/record.h"')
        self.allowed("core/faults/library.cpp", '"resources/embedded.h"')
        for header in ('"core/run/worker.h"', '"core/train/trainer.h"', '"ui/a.h"', '"app/a.h"', "<core/run/worker.h>"):
            self.refused("core/rules/judge.cpp", header)

    def test_run_sees_base_and_run(self) -> None:
        self.allowed("core/run/worker.cpp", '"core/base/log.h"')
        self.allowed("core/run/worker.cpp", '"core/run/worker.h"')
        self.allowed("core/run/worker.cpp", '"resources/embedded.h"')
        self.refused("core/run/worker.cpp", '"core/train/trainer.h"')
        self.refused("core/run/worker.cpp", '"ui/a.h"')

    def test_ui_and_train_do_not_see_each_other(self) -> None:
        self.allowed("ui/panels/a.cpp", '"core/run/worker.h"')
        self.refused("ui/panels/a.cpp", '"core/train/trainer.h"')
        self.refused("ui/panels/a.cpp", '"app/a.h"')
        self.allowed("core/train/a.cpp", '"core/run/worker.h"')
        self.refused("core/train/a.cpp", '"ui/a.h"')
        self.refused("core/train/a.cpp", '"app/a.h"')

    def test_app_sees_all(self) -> None:
        for header in ('"core/train/a.h"', '"core/run/a.h"', '"ui/a.h"', '"app/a.h"', '"resources/embedded.h"'):
            self.allowed("app/main.cpp", header)

    def test_own_headers_by_their_path(self) -> None:
        self.refused("core/run/worker.cpp", '"worker.h"')
        self.refused("ui/panels/a.cpp", '"../models/b.h"')
        self.allowed("ui/panels/a.cpp", '"moc_a.cpp"')

    def test_new_folder_of_core_needs_a_layer(self) -> None:
        self.refused("core/extra/a.cpp", '"core/base/log.h"')

    def test_other_libraries_are_free(self) -> None:
        self.allowed("core/base/json.h", "<nlohmann/json.hpp>")
        self.allowed("core/base/log.cpp", "<queue>")


class Size(unittest.TestCase):
    def test_long_files(self) -> None:
        small = {f"core/base/f{i}.cpp": "\n" for i in range(3)}
        self.assertEqual(breaches(size, {**small, "core/a.cpp": "\n" * 600, "core/a.h": "\n" * 250}), [])
        self.assertEqual(breaches(size, {**small, "core/a.cpp": "\n" * 601}), ["core/a.cpp:0"])
        self.assertEqual(breaches(size, {**small, "core/a.h": "\n" * 251}), ["core/a.h:0"])

    def test_median(self) -> None:
        self.assertEqual(breaches(size, {"a.cpp": "\n" * 120}), [])
        self.assertEqual(breaches(size, {"a.cpp": "\n" * 121}), [".:0"])

    def test_what_is_built_is_not_ours(self) -> None:
        self.assertEqual(breaches(size, {"build/dev/moc.cpp": "\n" * 9999}), [])


class Heads(unittest.TestCase):
    def test_missing(self) -> None:
        for name in ("core/a.cpp", "core/a.h", "tests/a.py", "packaging/a.sh", "core/CMakeLists.txt", "a.cmake"):
            self.assertEqual(breaches(heads, {name: "text\n"}), [f"{name}:1"] * 2, name)
        self.assertEqual(breaches(heads, {"packaging/run": "#!/bin/sh\n"}), ["packaging/run:1"] * 2)

    def test_present(self) -> None:
        files = {"core/a.cpp": CXX_HEAD, "tests/a.py": "#!/usr/bin/env python3\n" + HASH_HEAD, "a.cmake": HASH_HEAD,
                 "packaging/run": "#!/bin/sh\n" + HASH_HEAD, "README.md": "text\n", "LICENSE": "text\n"}
        self.assertEqual(breaches(heads, files), [])

    def test_other_licence_or_too_late(self) -> None:
        self.assertEqual(breaches(heads, {"a.cpp": CXX_HEAD.replace("GPL-3.0-or-later", "MIT")}), ["a.cpp:1"])
        self.assertEqual(breaches(heads, {"a.cpp": "\n" * 9 + CXX_HEAD}), ["a.cpp:1"] * 2)


class Todo(unittest.TestCase):
    def test_needs_an_issue(self) -> None:
        self.assertEqual(breaches(todo, {"a.cpp": f"\n// {MARK}: later\n"}), ["a.cpp:2"])
        self.assertEqual(breaches(todo, {"a.py": "# FIX" "ME\n"}), ["a.py:1"])
        self.assertEqual(breaches(todo, {"a.cpp": f"// {MARK} (#12): later\n"}), [])
        self.assertEqual(breaches(todo, {"a.cpp": "int todoList;\n"}), [])


class CommandLine(unittest.TestCase):
    def test_exit_code(self) -> None:
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        for text, code in (("int a;\n", 1), (CXX_HEAD, 0)):
            with tempfile.TemporaryDirectory() as folder:
                Path(folder, "a.cpp").write_text(text, encoding="utf-8")
                run = subprocess.run([sys.executable, heads.__file__, folder], capture_output=True, text=True, check=False,
                                     env=environment)
                self.assertEqual(run.returncode, code, run.stdout)


if __name__ == "__main__":
    unittest.main()

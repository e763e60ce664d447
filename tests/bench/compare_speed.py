#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tandem authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains the default experiment on the CPU with tandem, with a bare LibTorch loop and with a Python loop, in turn, and
prints images per second and the ratios round by round. Same model, data, batch, optimizer, threads and LibTorch build.

    tests/bench/compare_speed.py [--build build/bench] [--rounds 5] [--steps 200] [--threads 1]

The Python loop wants the interpreter that has the same PyTorch (Debian: apt-get install python3-torch, and python3-torchvision for that variant); PYTHON names
another one than /usr/bin/python3.
"""
import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "resources/datasets/mnist"


def call(command, threads):
    """Output of a command and the minor page faults that it took."""
    # OpenBLAS has threads of its own, which LibTorch's setting does not reach.
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": str(threads), "OMP_NUM_THREADS": str(threads)}
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_minflt
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          env=environment)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed with {done.returncode}:\n{done.stderr}")
    return done.stdout, resource.getrusage(resource.RUSAGE_CHILDREN).ru_minflt - before


def tandem(build, steps, threads, folder):
    output, faults = call([
        build / "app/tandem", "run", ROOT / "resources/presets/mnist-cpu-vs-mps.tandem.json", "--json", "--out", folder,
        "--max-steps", steps, "--threads", threads, "--set", 'runs=[{"name":"CPU","device":"cpu"}]',
        "--set", "evaluate.every_steps=0", "--set", "data.limit.test=1000"], threads)
    return json.loads(output)["runs"][0]["images_per_second"], faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build/bench")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    python = os.environ.get("PYTHON", "/usr/bin/python3")
    bare = options.build / "tests/bench/bare_loop"

    with tempfile.TemporaryDirectory() as folder:
        def number(command):
            output, faults = call(command, options.threads)
            return float(output), faults

        contestants = {
            "tandem": lambda: tandem(options.build, options.steps, options.threads, folder),
            "bare LibTorch loop": lambda: number([bare, DATA, options.steps, options.threads]),
            "bare loop, allocator tuned": lambda: number([bare, DATA, options.steps, options.threads, "--tuned"]),
            "Python loop": lambda: number([python, ROOT / "tests/bench/pytorch_loop.py", DATA, options.steps, options.threads]),
        }
        if subprocess.run([python, "-c", "import torchvision"], capture_output=True).returncode == 0:
            contestants["Python loop, torchvision"] = lambda: number(
                [python, ROOT / "tests/bench/pytorch_loop.py", DATA, options.steps, options.threads, "--torchvision"])
        speeds = {name: [] for name in contestants}
        faults = {name: [] for name in contestants}
        for _ in range(options.rounds):
            for name, run in contestants.items():
                speed, count = run()
                speeds[name].append(speed)
                faults[name].append(count)

    print(f"{options.rounds} rounds of {options.steps} steps of 64 images, {options.threads} thread(s); images/s")
    for name, values in speeds.items():
        print(f"  {name:28} min {min(values):7.0f}  median {statistics.median(values):7.0f}  max {max(values):7.0f}"
              f"   minor page faults {statistics.median(faults[name]):9.0f}")
    print("tandem against, round by round")
    for name, values in speeds.items():
        if name != "tandem":
            ratios = [ours / theirs for ours, theirs in zip(speeds["tandem"], values)]
            print(f"  {name:28} min {min(ratios):7.3f}  median {statistics.median(ratios):7.3f}  max {max(ratios):7.3f}")


main()

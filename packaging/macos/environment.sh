# shellcheck shell=bash
# SPDX-FileCopyrightText: 2026 The Tandem authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Sourced by the scripts beside it, from the root of the source tree: where CMake finds what packaging/macos/setup
# installed.
brewPrefix="$(brew --prefix)"
export CMAKE_PREFIX_PATH="$PWD/build/qcustomplot:$brewPrefix:$brewPrefix/opt/openssl@3${CMAKE_PREFIX_PATH:+:$CMAKE_PREFIX_PATH}"

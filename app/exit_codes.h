// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/error.h"

namespace tandem::app {

/// The process's exit codes; documented in the README and in `tandem --help`.
enum ExitCode {
    kFine = 0,
    kFindings = 1,      ///< findings at or above --fail-on
    kUsage = 2,         ///< usage, or an invalid experiment
    kDeviceAbsent = 3,
    kFileError = 4,
    kRunFailed = 5,
    kInterrupted = 130,  ///< stopped by Ctrl-C, as shells count it: 128 + SIGINT
};

inline int exitCodeFor(ErrorCode code)
{
    switch (code) {
    case ErrorCode::Usage:
    case ErrorCode::InvalidExperiment:
        return kUsage;
    case ErrorCode::DeviceAbsent:
        return kDeviceAbsent;
    case ErrorCode::File:
        return kFileError;
    case ErrorCode::RunFailed:
    case ErrorCode::Internal:
        return kRunFailed;
    }
    return kRunFailed;
}

}  // namespace tandem::app

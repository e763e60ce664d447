// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>

namespace tandem {

/// What kind of thing went wrong. The command line maps each to an exit code, the window to an icon.
enum class ErrorCode {
    Usage,              ///< the request itself makes no sense
    InvalidExperiment,  ///< the experiment file breaks its contract
    DeviceAbsent,       ///< the device that was asked for is not on this machine
    File,               ///< reading or writing failed, or a file's content is damaged
    RunFailed,          ///< a training run stopped with an exception
    Internal,           ///< a defect of Tandem itself
};

/// An error as a value: what happened, where, and what to do about it.
struct Error {
    ErrorCode code = ErrorCode::Internal;
    std::string what;    ///< one sentence, no trailing stop
    std::string where;   ///< file, byte offset or JSON path; may be empty
    std::string remedy;  ///< what the user can do; may be empty
};

/// One paragraph: "where: what. remedy."
std::string describe(const Error& error);

}  // namespace tandem

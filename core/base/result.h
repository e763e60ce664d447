// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/error.h"

#include <tl/expected.hpp>

#include <string>
#include <utility>

namespace tandem {

/// Either a value or an Error. Core code returns this instead of throwing.
template<class T>
using Result = tl::expected<T, Error>;

/// Success without a value, or an Error.
using Status = Result<void>;

/// Builds the failing side of a Result.
inline tl::unexpected<Error> fail(ErrorCode code, std::string what, std::string where = {}, std::string remedy = {})
{
    return tl::unexpected<Error>(Error{code, std::move(what), std::move(where), std::move(remedy)});
}

inline tl::unexpected<Error> fail(Error error)
{
    return tl::unexpected<Error>(std::move(error));
}

}  // namespace tandem

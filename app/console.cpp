// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/console.h"

#include "app/exit_codes.h"

#include <unistd.h>

#include <iostream>

namespace tandem::app {

void printJson(const Json& json)
{
    std::cout << json.dump(2, ' ', false, Json::error_handler_t::replace) << std::endl;
}

int reportError(const Error& error)
{
    std::cerr << "tandem: " << describe(error) << std::endl;
    return exitCodeFor(error.code);
}

bool isTerminal()
{
    return isatty(STDERR_FILENO) != 0;
}

}  // namespace tandem::app

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>

namespace tandem {

/// Sets the number of CPU threads inside one operation for the calling thread, LibTorch's device threads and the BLAS.
/// Sums depend on it in their last bit, so it must be equal for runs that are compared.
void setComputeThreads(int threads);

/// The number last set, by whichever thread; 0 before the first call. Any thread.
int computeThreads();

struct BlasFacts {
    std::string name;          ///< with version or path where it can be told
    bool isReference = false;  ///< the slow one that nobody should train with
};
BlasFacts probeBlas();

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/data/dataset.h"

namespace tandem::app {

/// Tunes the allocator before anything large is allocated: fresh activations would otherwise be unmapped after each
/// step and cost a page fault a page when they come back.
void tuneAllocator();

/// Where the bundled data lies: beside the source in a build tree, or under the installation's data folder.
DataFolders dataFolders();

}  // namespace tandem::app

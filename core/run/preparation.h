// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/experiment/experiment_json.h"
#include "core/run/trainer.h"

#include <string>
#include <vector>

namespace tandem {

/// Everything that the runs of one comparison need, loaded and drawn once.
struct Preparation {
    std::vector<TrainerRequest> requests;   ///< one a run
    EnvironmentFacts environment;
    std::vector<std::string> datasetFiles;  ///< "name sha256"
};

/// The machine's cores shared out between so many runs, at least one for each. A lone run gets the share of a pair, so
/// that adding a second one changes no sum.
int threadsForRun(std::int64_t cores, std::size_t runs);

/// Resolves devices and patches, checks shapes, loads the data and draws the initial weights. Runs that agree on data
/// share it; runs that agree on model, data and seed share the very same weights.
/// @param threadsPerRun  0: as threadsForRun() says
Result<Preparation> prepareRuns(const ExperimentFile& file, const DataFolders& folders, const TrainerFactory& factory,
                                int threadsPerRun);

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tandem {

/// One channel of a split's pictures after all transforms, over its first samples.
struct ChannelFacts {
    double mean = 0, std = 0, min = 0, max = 0;

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("mean", self.mean);
        visit("std", self.std);
        visit("min", self.min);
        visit("max", self.max);
    }
};

/// A split as one run prepares it. Labels are those of the whole split as the loss would get them, before any format such
/// as one-hot; channels are measured on the first `samples` pictures.
struct SplitFacts {
    std::int64_t count = 0;            ///< samples in the split
    std::int64_t samples = 0;          ///< of which the channels were measured
    double labelMin = 0, labelMax = 0;
    std::int64_t classes = 0;          ///< distinct labels
    double largestShare = 0;           ///< share of the most frequent label
    std::int64_t missingInOther = 0;   ///< distinct labels that the other split does not have
    std::int64_t distinctValues = 0;   ///< of the transformed pixels
    std::vector<std::string> transforms;  ///< as written in the experiment, in order: {"scale":255}
    std::vector<ChannelFacts> channels;

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("count", self.count);
        visit("samples", self.samples);
        visit("label_min", self.labelMin);
        visit("label_max", self.labelMax);
        visit("classes", self.classes);
        visit("largest_share", self.largestShare);
        visit("missing_in_other", self.missingInOther);
        visit("distinct_values", self.distinctValues);
        visit("transforms", self.transforms);
        visit("channels", self.channels);
    }
};

/// The order in which one epoch draws its samples.
struct OrderFacts {
    bool shuffled = false;             ///< as configured
    std::int64_t samples = 0;          ///< length of the order
    std::int64_t ascendingRuns = 0;    ///< maximal runs of growing sample indices; (n+1)/2 is expected of a random order
    double meanLabelRun = 0;           ///< mean length of runs of one label, in drawing order
    double randomLabelRun = 0;         ///< the same for labels drawn at random with these shares: 1/(1 − Σp²)
    std::int64_t singleClassBatches = 0;  ///< of the first 20
    std::string hash;

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("shuffled", self.shuffled);
        visit("samples", self.samples);
        visit("ascending_runs", self.ascendingRuns);
        visit("mean_label_run", self.meanLabelRun);
        visit("random_label_run", self.randomLabelRun);
        visit("single_class_batches", self.singleClassBatches);
        visit("hash", self.hash);
    }
};

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tandem {

/// One trainable parameter in one step. Norms are Euclidean, computed on the device in the parameter's dtype.
struct TensorStepFacts {
    std::string name;
    std::optional<double> gradient;   ///< norm; none: no gradient reached it
    double weight = 0;                ///< norm before the step
    double update = 0;                ///< norm of the change that the step made
    double drift = 0;                 ///< norm of the change since the start
    bool changed = true;              ///< some bit of it
    bool changeDue = true;            ///< the expected change exceeds half a unit in the last place for ≥ 1 % of elements
    std::optional<double> moment;     ///< greatest element of the second moment (or momentum); none: the optimizer has none

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("name", self.name);
        visit("gradient", self.gradient);
        visit("weight", self.weight);
        visit("update", self.update);
        visit("drift", self.drift);
        visit("changed", self.changed);
        visit("change_due", self.changeDue);
        visit("moment", self.moment);
    }
};

/// Checksums of one batch on its way to the device: the sum of its bits as integers. `host` is taken before the copy,
/// `first` right behind it as the model would read it, `later` after the device is idle.
struct CopyFacts {
    std::int64_t host = 0, first = 0, later = 0;

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("host", self.host);
        visit("first", self.first);
        visit("later", self.later);
    }
};

/// A training step looked at closely: the first 20, then one in 50. `step` counts from 0.
struct StepFacts {
    std::int64_t step = 0;
    std::int64_t sinceLast = 0;       ///< steps since the one looked at before; 1: neighbours
    double loss = 0;
    double gradientBefore = 0;        ///< norm of all gradients just before the backward pass
    bool windowOpen = false;          ///< inside a declared accumulation window, where gradients may stand
    bool updated = true;              ///< the optimizer was due in this step
    double learningRate = 0;          ///< of the optimizer's first group
    double plannedRate = 0;           ///< of the experiment's schedule
    std::vector<std::string> wrongMode;  ///< layers that care and work in the wrong mode
    std::int64_t predictionMin = 0, predictionMax = 0;  ///< of the class indices that argmax gave on the device
    std::int64_t deviceBytes = 0, processBytes = 0;
    std::vector<std::string> elsewhere;  ///< "target on cpu": tensors that are not on the run's device
    CopyFacts copy;
    std::vector<TensorStepFacts> tensors;

    template<class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("step", self.step);
        visit("since_last", self.sinceLast);
        visit("loss", self.loss);
        visit("gradient_before", self.gradientBefore);
        visit("window_open", self.windowOpen);
        visit("updated", self.updated);
        visit("learning_rate", self.learningRate);
        visit("planned_rate", self.plannedRate);
        visit("wrong_mode", self.wrongMode);
        visit("prediction_min", self.predictionMin);
        visit("prediction_max", self.predictionMax);
        visit("device_bytes", self.deviceBytes);
        visit("process_bytes", self.processBytes);
        visit("elsewhere", self.elsewhere);
        visit("copy", self.copy);
        visit("tensors", self.tensors);
    }
};

}  // namespace tandem

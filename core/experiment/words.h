// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/experiment/experiment.h"

#include <string>
#include <vector>

namespace tandem {

/// The words of an experiment file for each enumeration, in the order of its values.
template<class E>
const std::vector<std::string>& wordsOf();

template<>
const std::vector<std::string>& wordsOf<Loss>();
template<>
const std::vector<std::string>& wordsOf<LabelDtype>();
template<>
const std::vector<std::string>& wordsOf<TargetFormat>();
template<>
const std::vector<std::string>& wordsOf<MemoryFormat>();
template<>
const std::vector<std::string>& wordsOf<OptimizerBuilt>();
template<>
const std::vector<std::string>& wordsOf<OptimizerParameters>();
template<>
const std::vector<std::string>& wordsOf<WeightLayout>();
template<>
const std::vector<std::string>& wordsOf<DataOrder>();
template<>
const std::vector<std::string>& wordsOf<EvaluateActivation>();
template<>
const std::vector<std::string>& wordsOf<Relation>();

template<class E>
const std::string& toWord(E value)
{
    return wordsOf<E>()[static_cast<std::size_t>(value)];
}

/// @param word  must be one of wordsOf<E>(); readers check that first
template<class E>
E fromWord(const std::string& word)
{
    const auto& words = wordsOf<E>();
    for (std::size_t i = 0; i < words.size(); ++i)
        if (words[i] == word)
            return static_cast<E>(i);
    return static_cast<E>(0);
}

/// "adam".
std::string optimizerWord(const OptimizerConfig& optimizer);
double learningRate(const OptimizerConfig& optimizer);
/// True for optimizers whose steps do not grow with the gradient: Adam and its like.
bool isAdaptive(const OptimizerConfig& optimizer);

/// True for losses whose targets are class indices (int64, shape [N]) unless the target format says otherwise.
bool wantsClassIndices(Loss loss);

/// The label dtype that the loss wants: int64 for class indices, float32 for everything else.
LabelDtype contractDtype(Loss loss, TargetFormat target);

/// Auto resolved.
TargetFormat resolvedTarget(const Experiment& experiment);
/// The dtype that labels have when they reach the loss.
LabelDtype resolvedLabelDtype(const Experiment& experiment);

}  // namespace tandem

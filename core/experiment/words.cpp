// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/experiment/words.h"

namespace tandem {

template<>
const std::vector<std::string>& wordsOf<Loss>()
{
    static const std::vector<std::string> words{"cross_entropy", "nll", "mse", "bce_with_logits", "bce", "smooth_l1"};
    return words;
}

template<>
const std::vector<std::string>& wordsOf<LabelDtype>()
{
    static const std::vector<std::string> words{"int64", "int32", "uint8", "float32"};
    return words;
}

template<>
const std::vector<std::string>& wordsOf<TargetFormat>()
{
    static const std::vector<std::string> words{"auto", "index", "one_hot", "column", "value"};
    return words;
}

template<>
const std::vector<std::string>& wordsOf<MemoryFormat>()
{
    static const std::vector<std::string> words{"contiguous", "channels_last"};
    return words;
}

template<>
const std::vector<std::string>& wordsOf<OptimizerBuilt>()
{
    static const std::vector<std::string> words{"after_move", "before_move"};
    return words;
}

template<>
const std::vector<std::string>& wordsOf<OptimizerParameters>()
{
    static const std::vector<std::string> words{"own", "copy", "part"};
    return words;
}

template<>
const std::vector<std::string>& wordsOf<WeightLayout>()
{
    static const std::vector<std::string> words{"contiguous", "transposed_view"};
    return words;
}

template<>
const std::vector<std::string>& wordsOf<DataOrder>()
{
    static const std::vector<std::string> words{"shuffled", "repeated", "stored", "sorted"};
    return words;
}

template<>
const std::vector<std::string>& wordsOf<EvaluateActivation>()
{
    static const std::vector<std::string> words{"none", "softmax", "log_softmax"};
    return words;
}

template<>
const std::vector<std::string>& wordsOf<Relation>()
{
    static const std::vector<std::string> words{"<", "<=", "==", "!=", ">=", ">"};
    return words;
}

std::string optimizerWord(const OptimizerConfig& optimizer)
{
    static const char* const words[] = {"sgd", "adam", "adamw", "adagrad", "rmsprop"};
    static_assert(std::size(words) == std::variant_size_v<OptimizerConfig>);
    return words[optimizer.index()];
}

double learningRate(const OptimizerConfig& optimizer)
{
    return std::visit([](const auto& config) { return config.lr; }, optimizer);
}

bool isAdaptive(const OptimizerConfig& optimizer)
{
    return !std::holds_alternative<SgdConfig>(optimizer);
}

bool wantsClassIndices(Loss loss)
{
    return loss == Loss::CrossEntropy || loss == Loss::Nll;
}

LabelDtype contractDtype(Loss loss, TargetFormat target)
{
    return wantsClassIndices(loss) && target != TargetFormat::OneHot ? LabelDtype::Int64 : LabelDtype::Float32;
}

TargetFormat resolvedTarget(const Experiment& experiment)
{
    if (experiment.step.target != TargetFormat::Auto)
        return experiment.step.target;
    return wantsClassIndices(experiment.loss) ? TargetFormat::Index : TargetFormat::OneHot;
}

LabelDtype resolvedLabelDtype(const Experiment& experiment)
{
    return experiment.step.labelDtype.value_or(contractDtype(experiment.loss, resolvedTarget(experiment)));
}

}  // namespace tandem

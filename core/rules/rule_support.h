// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/number_text.h"
#include "core/rules/rule.h"

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace tandem {

/// "CPU", or "MPS (emulated)": a run's name with the warning that its device is not a real one.
std::string runLabel(const RunRecord& run);

std::vector<std::int64_t> oneRun(std::size_t run);

/// Standard error of an accuracy `p` measured on `n` samples (binomial).
double accuracySigma(double p, std::int64_t n);

/// Largest test-accuracy difference that two runs which agree may show: `sigmas` standard errors of the difference.
double agreementLimit(double a, double b, std::int64_t samples, double sigmas);

/// "[64, 10]".
std::string sizesText(const std::vector<std::int64_t>& sizes);

/// "a, b, c, d and 3 more".
std::string nameList(const std::vector<std::string>& names, std::size_t most = 4);

/// "0.1 to 2.5".
std::string rangeText(double least, double most);

/// "1 tensor", "3 tensors".
std::string counted(std::int64_t count, const std::string& noun);

/// "mps" for "mps", "mps:0" and "mps-emulated": LibTorch and the experiment file name devices differently.
std::string deviceFamily(const std::string& device);
bool isAccelerator(const std::string& device);

/// A setting of the experiment as one run sees it, such as {"model", "layers"}. Null where it is left to its default,
/// and where the log's document does not fit its runs.
Json settingOf(const ComparisonRecord& record, std::size_t run, std::initializer_list<const char*> path);

/// Takes the model's last layer away, or puts another in its place. None where the experiment lists no layers, or where
/// the last is of another kind.
std::optional<Fix> lastLayerFix(const ComparisonRecord& record, std::size_t run, const std::string& kind,
                                const std::string& label, const std::optional<Json>& instead = std::nullopt);

/// True if the two runs are told the same below these paths. Also where the document cannot be read.
bool sameSettings(const ComparisonRecord& record, std::size_t a, std::size_t b, const std::vector<std::string>& prefixes);

/// A finding of one run with what every finding has; the caller adds the rest.
Finding findingFor(const char* rule, Severity severity, std::size_t run, std::string title);

/// Calls judge(index, run, facts) for every run whose pre-flight facts are there.
template<class Judge>
void forEachPrepared(const ComparisonRecord& record, Judge judge)
{
    for (std::size_t i = 0; i < record.runs.size(); ++i)
        if (record.runs[i].preflight)
            judge(i, record.runs[i], *record.runs[i].preflight);
}

/// Names of the tensors that fit.
template<class Wanted>
std::vector<std::string> namesOf(const std::vector<ParameterFacts>& tensors, Wanted wanted)
{
    std::vector<std::string> names;
    for (const ParameterFacts& tensor : tensors)
        if (wanted(tensor))
            names.push_back(tensor.name);
    return names;
}

/// "1 tensor", as counted().
std::string counted(const std::vector<std::string>& names, const std::string& noun);

/// Rules by family, one file a family, in the order in which they are shown. See registry.cpp for the order of families.
std::vector<Rule> parityRules();
std::vector<Rule> inputRules();
std::vector<Rule> transformRules();
std::vector<Rule> labelRules();
std::vector<Rule> labelFormatRules();
std::vector<Rule> weightRules();
std::vector<Rule> wiringRules();
std::vector<Rule> headRules();
std::vector<Rule> headLossRules();
std::vector<Rule> orderRules();
std::vector<Rule> environmentRules();
std::vector<Rule> backendRules();
std::vector<Rule> hygieneRules();
std::vector<Rule> updateRules();
std::vector<Rule> layerRules();
std::vector<Rule> evaluationRules();
std::vector<Rule> numberRules();
std::vector<Rule> speedRules();
std::vector<Rule> outcomeRules();

}  // namespace tandem

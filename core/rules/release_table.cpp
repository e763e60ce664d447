// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/rules/release_table.h"

#include "core/rules/rule_support.h"

#include <algorithm>
#include <charconv>
#include <tuple>

namespace tandem {
namespace {

// Reads a number and moves on behind it; none if there is no digit.
std::optional<int> takeNumber(const char*& at, const char* end)
{
    int number = 0;
    const auto [behind, error] = std::from_chars(at, end, number);
    if (error != std::errc() || number < 0)
        return std::nullopt;
    at = behind;
    return number;
}

bool inRange(const LibTorchVersion& version, const KnownFault& fault)
{
    const auto order = [](const LibTorchVersion& v) { return std::make_tuple(v.major, v.minor, v.patch); };
    return order(fault.least) <= order(version) && order(version) <= order(fault.most);
}

bool isUsed(const std::vector<std::string>& wanted, const std::vector<std::string>& used)
{
    return wanted.empty() || std::find_first_of(used.begin(), used.end(), wanted.begin(), wanted.end()) != used.end();
}

bool holds(const ComparisonRecord& record, std::size_t run, const PreflightFacts& facts, const Thresholds& thresholds,
           const KnownFault& fault)
{
    const auto anySize = [&](auto beyond) {
        return std::any_of(facts.sizes.begin(), facts.sizes.end(),
                           [&](const LayerSizeFacts& size) { return isUsed(fault.layers, {size.kind}) && beyond(size); });
    };
    switch (fault.when) {
    case Circumstance::Always:
        return true;
    case Circumstance::StridedWeights:
        return std::any_of(facts.tensors.begin(), facts.tensors.end(),
                           [](const ParameterFacts& t) { return t.role != "buffer" && !t.contiguous; });
    case Circumstance::NonBlocking:
        return facts.nonBlocking;
    case Circumstance::ChannelsLast:
        return settingOf(record, run, {"step", "memory_format"}) == "channels_last";
    case Circumstance::OneOutput:
        return facts.outputs == 1;
    case Circumstance::ManyRows:
        return anySize([&](const LayerSizeFacts& size) { return static_cast<double>(size.rows) > thresholds.sizeRows; });
    case Circumstance::LongReduction:
        return anySize(
            [&](const LayerSizeFacts& size) { return static_cast<double>(size.reduction) > thresholds.sizeReduction; });
    }
    return false;
}

}  // namespace

std::optional<LibTorchVersion> parseVersion(const std::string& text)
{
    const char *at = text.data(), *end = text.data() + text.size();
    LibTorchVersion version;
    for (int* part : {&version.major, &version.minor, &version.patch}) {
        const auto number = takeNumber(at, end);
        if (!number)
            return part == &version.patch ? std::optional(version) : std::nullopt;
        *part = *number;
        if (at != end && *at == '.')
            ++at;
        else if (part == &version.major)
            return std::nullopt;
    }
    return version;
}

std::optional<int> macOsOf(const std::string& os)
{
    const std::string system = "Darwin ";
    if (os.rfind(system, 0) != 0)
        return std::nullopt;
    const char* at = os.data() + system.size();
    const auto darwin = takeNumber(at, os.data() + os.size());
    if (!darwin || *darwin < 20)
        return std::nullopt;
    // Darwin 24 is macOS 15, and from Darwin 25 on macOS counts by years.
    return *darwin >= 25 ? *darwin + 1 : *darwin - 9;
}

// Left out are reports on operations that no model here can use on a device: LSTM, slices, random numbers and
// permutations (drawn on the CPU), item assignment, embeddings, adaptive pooling.
const std::vector<KnownFault>& releaseTable()
{
    constexpr int kAny = 999;
    const LibTorchVersion first{}, newest{kAny, kAny, kAny};
    static const std::vector<KnownFault> table{
        {first,
         {2, 0, kAny},
         13,
         false,
         Circumstance::Always,
         {},
         {},
         {},
         "argmax",
         "returns numbers that are no index, so accuracies are wrong",
         "M1"},
        {first,
         {2, 0, 0},
         13,
         false,
         Circumstance::Always,
         {"linear"},
         {},
         {},
         "linear layers",
         "wrong values for some shapes",
         "N1"},
        {first, {2, 0, 0}, 0, false, Circumstance::Always, {"conv2d"}, {}, {}, "strided convolution", "wrong values", "N20"},
        {{2, 0, 0},
         {2, 1, kAny},
         0,
         false,
         Circumstance::Always,
         {},
         {"cross_entropy", "nll"},
         {},
         "loss of class indices",
         "takes labels out of range or of another dtype without an error, and counts them as zero",
         "B1, A1"},
        {{2, 0, 0},
         {2, 3, kAny},
         0,
         false,
         Circumstance::ManyRows,
         {"linear"},
         {},
         {},
         "large linear layers",
         "wrong product above a size",
         "N2"},
        {first,
         {2, 3, kAny},
         0,
         false,
         Circumstance::StridedWeights,
         {},
         {},
         {"adam", "adamw", "adagrad", "rmsprop"},
         "in-place addcmul and addcdiv on strided tensors",
         "the update is lost and the parameter stands still",
         "K1"},
        {{2, 5, 0},
         {2, 5, kAny},
         0,
         false,
         Circumstance::NonBlocking,
         {},
         {},
         {},
         "non-blocking copies to the device",
         "data is read before it has arrived",
         "P1, P8"},
        {{2, 8, 0},
         {2, 8, 0},
         0,
         false,
         Circumstance::StridedWeights,
         {"linear"},
         {},
         {},
         "linear layers with a strided weight",
         "wrong values",
         "K7"},
        {first,
         {2, 9, 1},
         0,
         false,
         Circumstance::OneOutput,
         {},
         {"bce"},
         {},
         "binary cross-entropy with an axis of size 1",
         "wrong gradient where weights are given",
         "C8"},
        {{2, 12, 0},
         {2, 14, kAny},
         0,
         false,
         Circumstance::ManyRows,
         {"linear"},
         {},
         {},
         "linear layers with a bias and more than 65536 rows",
         "rows are overwritten or left unwritten",
         "N5"},
        {first,
         newest,
         0,
         true,
         Circumstance::LongReduction,
         {"linear", "conv2d"},
         {},
         {},
         "products that sum more than 32767 terms",
         "memory behind the operands is read along",
         "N7, N8"},
        {first,
         newest,
         26,
         true,
         Circumstance::Always,
         {"linear"},
         {},
         {},
         "linear layers with a bias",
         "results up to 20 % off",
         "N6"},
        {{2, 10, 0},
         newest,
         0,
         false,
         Circumstance::ChannelsLast,
         {"batch_norm2d", "avg_pool2d"},
         {},
         {},
         "backward pass of batch normalisation and average pooling, channels-last",
         "wrong gradient, or an abort",
         "K3, K4"},
    };
    return table;
}

std::vector<const KnownFault*> knownFaults(const ComparisonRecord& record, std::size_t run, const Thresholds& thresholds)
{
    std::vector<const KnownFault*> list;
    const EnvironmentFacts& environment = record.start.environment;
    const auto version = parseVersion(environment.libtorch);
    if (!version || run >= record.runs.size() || !record.runs[run].preflight)
        return list;
    const PreflightFacts& facts = *record.runs[run].preflight;
    // The emulated device computes on the CPU: it has none of these faults, whatever its release.
    if (facts.device.rfind("mps", 0) != 0 || facts.device == "mps-emulated" || facts.emulated)
        return list;
    const std::optional<int> macOs = macOsOf(environment.os);
    const bool firstChip = environment.cpu.find("Apple M1") == 0 || environment.cpu.find("Apple M2") == 0;
    for (const KnownFault& fault : releaseTable())
        if (inRange(*version, fault) && (fault.macOs == 0 || macOs == fault.macOs) && (!fault.firstChips || firstChip)
            && isUsed(fault.layers, facts.layers) && isUsed(fault.losses, {facts.loss})
            && isUsed(fault.optimizers, {facts.optimizer.kind}) && holds(record, run, facts, thresholds, fault))
            list.push_back(&fault);
    return list;
}

}  // namespace tandem

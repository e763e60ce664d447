// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tandem {

/// Where a fault acts: on the emulated accelerator, or on the CPU that it is compared with.
enum class FaultSide { Device, Reference };

/// A test of one argument of an operation. All that is set must hold. Tensors are described as the device sees them.
struct FaultCondition {
    std::int64_t arg = 0;                 ///< position among the operation's arguments, negative from the end; of a list of
                                          ///< tensors, one that fits is enough
    bool onResult = false;                ///< `arg` counts results, and the test is made after the operation
    std::vector<std::string> dtypes;      ///< one of these; empty: any
    std::string layout;                   ///< "contiguous", "strided" (anything else), "channels_last"; empty: any
    bool offset = false;                  ///< begins behind the start of its storage
    std::int64_t minDims = 0;
    std::int64_t sizeDim = 0, minSize = 0;///< size of this dimension (negative: from the end) is at least minSize
    std::optional<std::int64_t> maxSize;  ///< and at most this
    std::string device;                   ///< "emulated" or "host"; empty: any
    std::int64_t minElements = 0;
    std::optional<std::int64_t> maxElements;
    bool written = false;                 ///< the operation writes it (in-place and out= forms)
    std::optional<double> equals;         ///< a number or switch (0, 1), or an entry of a list of them
    std::optional<double> above;          ///< as above, but greater
    std::optional<std::int64_t> entry;    ///< the entry of a list that `equals` and `above` look at; without it, any
    std::string name;                     ///< of a parameter of the model; '*' stands for anything
};

/// What happens to a matching call: one kind of effectKinds() with its settings, defaults filled in.
struct FaultEffect {
    std::string kind;
    Json settings;

    double number(const char* key) const { return settings.at(key).get<double>(); }
    std::int64_t integer(const char* key) const { return settings.at(key).get<std::int64_t>(); }
    std::string text(const char* key) const { return settings.at(key).get<std::string>(); }
};

struct FaultInjection {
    std::vector<std::string> ops;         ///< such as "aten::linear"; '*' stands for anything
    std::string phase = "any";            ///< one of faultPhases()
    std::vector<FaultCondition> conditions;
    FaultEffect effect;
    bool firstCallOnly = false;           ///< acts on the first call that matches, and on no other
};

/// When: draws are made from a generator of the fault's own, so that a repeated run makes the same mistakes.
struct FaultTiming {
    std::int64_t fromStep = 0;
    double probability = 1.0;             ///< of each matching call
    std::uint64_t seed = 0;
};

/// Something wrong on purpose, ready to be injected. A value.
struct Fault {
    std::string id;
    FaultSide side = FaultSide::Device;
    bool control = false;                 ///< changes nothing that a rule may call an error
    std::vector<FaultInjection> injections;
    FaultTiming timing;
    Json written;                         ///< the entry of the experiment file
};

struct FaultKnob {
    std::string name;
    Json byDefault;
    std::string text;
};

/// A fault of the library: what it does, what should notice it, and which public reports it is modelled on.
struct FaultInfo {
    std::string id, title, text;
    FaultSide side = FaultSide::Device;
    bool control = false;
    double probability = 1.0;             ///< of each matching call, unless the experiment says otherwise
    std::vector<FaultKnob> knobs;
    std::vector<std::string> expected;    ///< rule ids
    std::vector<std::string> modelledOn;  ///< case ids of the public reports
    Json injections;                      ///< in the fault language; "$knob" stands for a knob's value
};

/// The library, in the order in which it is listed. Immutable; any thread.
const std::vector<FaultInfo>& faultLibrary();
const FaultInfo* findFault(const std::string& id);
Json toJson(const FaultInfo& info);

/// Words of `phase`. "compiled": inside a TorchScript function. Copies are told by their operation, aten::copy_.
const std::vector<std::string>& faultPhases();

/// Reads one entry of an experiment's "faults": the id of a library fault, such an id with knobs and timing
/// ({"id": "wrap-16bit", "limit": 64, "from_step": 10}), or a fault of the user's own
/// ({"id": "scale-grad", "op": "aten::…", "phase": "backward", "if": {…}, "do": {"scale": {"by": 2}}}).
/// @param place  JSON path for error texts
Result<Fault> readFault(const Json& entry, const std::string& place, const std::string& source);

}  // namespace tandem

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/faults/effects.h"

#include <algorithm>

namespace tandem {

const std::vector<std::string>& dtypeWords()
{
    static const std::vector<std::string> words{"bool",  "uint8",   "int8",     "int16",   "int32",
                                                "int64", "float16", "bfloat16", "float32", "float64"};
    return words;
}

// "result" and "arg" are positions: results and arguments of the operation, counted from 0.
const std::vector<EffectKind>& effectKinds()
{
    static const std::vector<EffectKind> kinds{
        // On a result, after the operation.
        {"zero", "Sets a result, or its part from an index of a dimension on, to zero", {{"result", 0}, {"dim", 0}, {"from", 0}}},
        {"scale", "Multiplies a result", {{"result", 0}, {"by", 2.0}}},
        {"add", "Adds a number to a result", {{"result", 0}, {"value", 1.0}}},
        {"set_value", "Sets a share of a result's elements to a value", {{"result", 0}, {"value", 0.0}, {"share", 1.0}}},
        {"fill_nan", "Makes a share of a result's elements NaN", {{"result", 0}, {"share", 1.0}}},
        {"replace_nan", "Replaces NaN in a result", {{"result", 0}, {"by", 0.0}}},
        {"nan_rows", "Makes rows NaN whose inputs are all at most a threshold", {{"result", 0}, {"arg", 0}, {"threshold", -1e9}}},
        {"noise", "Multiplies each element by 1 + relative · a normal draw", {{"result", 0}, {"relative", 1e-7}}},
        {"garbage", "Replaces a result by normal draws, others in each call", {{"result", 0}}},
        {"round_mantissa", "Rounds a float32 result to so many bits of mantissa", {{"result", 0}, {"bits", 10}}},
        {"wrap_bits", "Lets an integer result wrap at so many bits, unsigned", {{"result", 0}, {"bits", 8}}},
        {"wrap_rows", "Writes row i to row i mod limit; rows from limit on hold old memory", {{"result", 0}, {"limit", 65536}}},
        {"shift_rows", "Moves a result's elements on by one along a dimension", {{"result", 0}, {"dim", 2}}},
        {"sort_halves", "Sorts both halves of a one-dimensional result", {{"result", 0}}},
        {"tile_first", "Repeats the first entry of the leading dimension", {{"result", 0}}},
        {"leftovers", "Adds the result of an earlier call on more rows, multiplied", {{"result", 0}, {"gain", 1e3}}},
        {"memory_format", "Gives a four-dimensional result another memory format with the same values", {{"result", 0}, {"to", "channels_last", {"channels_last", "contiguous"}}}},
        // On an argument, before the operation.
        {"cast", "Casts an argument to another dtype, and moves class indices on by so many of the classes of an argument",
         {{"arg", 0}, {"to", "int64", dtypeWords()}, {"add", 0}, {"wrap_arg", 0}, {"wrap_dim", 1}}},
        {"bits_as", "Reads an argument's bits as another dtype of the same width", {{"arg", 0}, {"to", "float16", dtypeWords()}}},
        {"ignore_offset", "Reads an argument from the start of its storage", {{"arg", 0}}},
        {"read_as_contiguous", "Reads an argument as if its elements lay in row-major order", {{"arg", 0}}},
        {"read_as_transposed", "Reads a matrix as if it were the transpose of a row-major one", {{"arg", 0}}},
        {"repeat_first", "Takes the first tensor of a list for all of them", {{"arg", 0}}},
        {"set_arg", "Sets a number or switch among the arguments", {{"arg", 0}, {"value", 0.0}}},
        {"out_of_range_as", "Replaces indices outside 0…limit−1; the limit is a dimension of another argument",
         {{"arg", 1}, {"limit_arg", 0}, {"limit_dim", 1}, {"value", -100}, {"zero_rows", false}}},
        {"count_ignored", "Divides a mean loss by all samples, the ignored ones too", {{"arg", 1}, {"ignore_arg", 4}}},
        // On the call.
        {"skip_write", "Leaves what the operation should write as it was", {}},
        {"keep_args", "Puts arguments back as they were, although the operation wrote them", {{"first", 0}, {"last", 0}}},
        {"reseed", "Draws from the same generator state in every call", {{"seed", 0}}},
        {"other_stream", "Draws from a random stream of its own, which no seed of the program sets", {}},
        {"derived_stream", "Draws other numbers than the device does, which follow from the same seed", {{"seed", 1}}},
        {"last_tie", "Chooses the last of equal elements, not the first", {}},
        {"unshifted_softmax", "Computes log-softmax without subtracting the maximum", {}},
        {"apply_twice", "Applies the operation to its own result", {}},
        {"row_zero", "Lets a copy into a part of a larger tensor land at its beginning", {}},
        {"late", "Lets a share of a copy's elements arrive after so many milliseconds", {{"ms", 1.0}, {"share", 1.0}}},
        {"owe", "Accepts the operation at once; who waits for the device waits so many milliseconds longer", {{"ms", 1.0}}},
        {"delay", "Makes the operation take so many milliseconds longer", {{"ms", 1.0}}},
        {"throw", "Raises an error", {{"message", "not implemented on this device"}}},
        {"first_shape_only", "Raises an error when an argument has another width than in the first call",
         {{"arg", 0}, {"dim", 1}, {"message", "the cached graph was made for another shape"}}},
        {"leak", "Keeps so many bytes for good, in so many calls at most", {{"bytes", 1048576}, {"calls", 1000000000}}},
        {"abort", "Ends the process", {}},
        // On tensors of the training loop.
        {"drop_requires_grad", "Clears the tensor's flag requires_grad", {}},
        {"to_host", "Moves the tensor to the host", {}},
    };
    return kinds;
}

const EffectKind* findEffect(const std::string& name)
{
    const auto& kinds = effectKinds();
    const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const EffectKind& kind) { return kind.name == name; });
    return found == kinds.end() ? nullptr : &*found;
}

}  // namespace tandem

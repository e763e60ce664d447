// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/weights.h"

#include "core/base/hash.h"

namespace tandem {

std::string fingerprint(const Weights& weights)
{
    Fingerprint hash;
    for (const NamedArray& array : weights) {
        hash.add(array.name);
        hash.add(array.shape.data(), array.shape.size() * sizeof(array.shape[0]));
        hash.add(array.values.data(), array.values.size() * sizeof(float));
    }
    return hash.hex();
}

}  // namespace tandem

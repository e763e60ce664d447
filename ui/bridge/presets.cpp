// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/bridge/presets.h"

#include <QCoreApplication>

namespace tandem::ui {

const std::vector<Preset>& presets()
{
    static const std::vector<Preset> list{
        {QStringLiteral("mnist-cpu-vs-mps.tandem.json"),
         QCoreApplication::translate("Presets", "MNIST, CPU against MPS"),
         QCoreApplication::translate("Presets", "One small CNN on MNIST, the same on both devices.")},
        {QStringLiteral("origin-float-labels.tandem.json"),
         QCoreApplication::translate("Presets", "The original case: labels cast to float"),
         QCoreApplication::translate("Presets", "The MPS run casts its labels to float32, as the loop did that scored 10 %.")},
    };
    return list;
}

}  // namespace tandem::ui

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/support/documents.h"

namespace tandem::test {

Json minimalDocument(const std::string& changes)
{
    Json document = Json::parse(R"({
        "tandem": 1,
        "model": {"layers": ["flatten", {"linear": {"out": 10}}]},
        "runs": [{"name": "CPU", "device": "cpu"}, {"name": "MPS", "device": ["mps", "mps-emulated"]}]
    })");
    document.merge_patch(Json::parse(changes));
    return document;
}

Json fullDocument(const std::string& optimizer)
{
    Json document = Json::parse(R"({
        "tandem": 1, "name": "everything",
        "data": {"source": "idx:/data/mine", "limit": {"train": 1000, "test": 100}, "order": "stored",
                 "train_transforms": [{"scale": 127.5}, {"normalize": {"mean": [0.5], "std": [0.25]}}],
                 "test_transforms": []},
        "model": {"layers": [
            {"conv2d": {"out": 4, "kernel": 3, "stride": 2, "padding": 1, "bias": false}},
            {"batch_norm2d": {"eps": 1e-4, "momentum": 0.2}}, "relu", {"max_pool2d": {"kernel": 3, "stride": 2}},
            "flatten", {"dropout": {"p": 0.25}}, {"linear": {"out": 10, "bias": false}},
            {"softmax": {"axis": 1}}, {"log_softmax": {"axis": -1}}, "sigmoid", "tanh", "gelu",
            {"layer_norm": {"eps": 1e-3}}], "init": 0.5, "freeze": ["conv2d_1"]},
        "loss": "mse", "optimizer": null, "batch_size": 32, "epochs": 7, "seed": 9223372036854775807, "mode": "free",
        "step": {"label_dtype": "float32", "label_scale": 2.0, "label_offset": -1.0, "target": "one_hot", "zero_grad": false,
                 "accumulate": 4, "zero_in_window": true, "optimizer_step": false, "optimizer_parameters": "part",
                 "dropout_masks": "device", "train_mode": false, "optimizer_built": "before_move", "non_blocking": true,
                 "memory_format": "channels_last", "weight_layout": "transposed_view", "keep_losses": true},
        "evaluate": {"every_steps": 0, "part_samples": 50, "batch_size": 25, "eval_mode": false, "restore_train_mode": false,
                     "activation": "softmax", "axis": 0, "keepdim": true, "device": "cpu"},
        "rules": {"thresholds": {"agree_sigmas": 4.0}, "mute": {"input-scale": "on purpose"},
                  "own": [{"id": "mine", "fact": "preflight.input.max", "is": ">=", "value": 3.0, "severity": "error", "text": "too bright"}]},
        "faults": ["lab-float-accept-badgrad"], "baseline": "MPS",
        "runs": [{"name": "CPU", "device": "cpu", "with": {"seed": 4}},
                 {"name": "MPS", "device": ["mps", "mps-emulated"]}]
    })");
    document["optimizer"] = Json::parse(optimizer);
    return document;
}

}  // namespace tandem::test

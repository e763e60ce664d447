// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/train/torch_fwd.h"

namespace tandem::emulator {

/// The same elements under the other device's name: sizes, strides and offset are kept, and the memory is shared and kept
/// alive. Memory that comes under the device's name is counted (allocatedBytes()).
at::Tensor onHost(const at::Tensor& tensor);
/// Throws for float64, which the device does not have.
at::Tensor onDevice(const at::Tensor& tensor);
/// A tensor of the host as a view of a tensor of the device whose memory it shares.
at::Tensor onDeviceSharing(const at::Tensor& tensor, const at::Tensor& owner);

bool isEmulated(const at::Tensor& tensor);
c10::Device hostDevice();
c10::Device emulatedDevice();

/// In-place and out= forms give the caller its own tensor back, resized if the operation resized it on the host.
void adoptResult(const at::Tensor& ours, const at::Tensor& host);

}  // namespace tandem::emulator

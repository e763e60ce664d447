// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/train/device/devices.h"

#include "core/train/device/threads.h"
#include "core/train/emulator/emulated_device.h"
#include "core/train/emulator/training_hooks.h"

#include <torch/torch.h>
#if __has_include(<torch/mps.h>)
#include <torch/mps.h>
#define TANDEM_HAS_MPS_API 1
#endif

#include <sys/utsname.h>

#include <cstdlib>
#include <fstream>
#include <thread>

namespace tandem {
namespace {

bool mpsIsAvailable()
{
#if defined(__APPLE__) && defined(TANDEM_HAS_MPS_API)
    return torch::mps::is_available();
#elif defined(__APPLE__)
    return at::hasMPS();
#else
    return false;
#endif
}

DeviceFacts mpsFacts()
{
    DeviceFacts facts{"mps", "Apple GPU (MPS)", mpsIsAvailable()};
    if (facts.available)
        return facts;
#ifdef __APPLE__
    facts.reason = "this LibTorch was built without MPS, or macOS is older than 12.3";
    facts.instead = "Use \"cpu\", or install a LibTorch with MPS";
#else
    facts.reason = "Apple's GPU is there on Macs with Apple silicon only";
    facts.instead = R"(Use "mps-emulated" to rehearse, or ["mps", "mps-emulated"] to take whichever is present)";
#endif
    return facts;
}

DeviceFacts emulatedFacts()
{
    DeviceFacts facts{"mps-emulated", "Emulated MPS (computes on the CPU)", emulator::isBuiltIn()};
    facts.emulated = true;
    if (!facts.available) {
        facts.reason = "on this machine LibTorch's MPS device is the real one";
        facts.instead = "Use \"mps\"";
    }
    return facts;
}

std::vector<DeviceFacts> cudaFacts()
{
    std::vector<DeviceFacts> devices;
    const std::size_t count = torch::cuda::device_count();
    for (std::size_t i = 0; i < count; ++i)
        devices.push_back({"cuda:" + std::to_string(i), "CUDA GPU " + std::to_string(i), true});
    DeviceFacts first{"cuda", "CUDA GPU", count > 0};
    if (count == 0) {
        first.reason = torch::cuda::is_available() ? "no CUDA GPU was found" : "this LibTorch was built without CUDA";
        first.instead = "Use \"cpu\"";
    }
    devices.insert(devices.begin(), first);
    return devices;
}

std::string cpuName()
{
#ifndef __APPLE__
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);)
        if (line.rfind("model name", 0) == 0)
            return line.substr(line.find(':') + 2);
#endif
    return {};
}

}  // namespace

std::vector<DeviceFacts> probeDevices()
{
    std::vector<DeviceFacts> devices{{"cpu", "CPU", true}, mpsFacts(), emulatedFacts()};
    for (DeviceFacts& cuda : cudaFacts())
        devices.push_back(std::move(cuda));
    return devices;
}

EnvironmentFacts probeEnvironment()
{
    EnvironmentFacts facts;
    facts.tandem = TANDEM_VERSION;
    facts.libtorch = TORCH_VERSION;
    facts.compiler =
#ifdef __clang__
        "clang " __clang_version__;
#else
        "gcc " __VERSION__;
#endif
    utsname system{};
    if (uname(&system) == 0)
        facts.os = std::string(system.sysname) + " " + system.release + " " + system.machine;
    facts.cpu = cpuName();
    const BlasFacts blas = probeBlas();
    facts.blas = blas.name;
    facts.referenceBlas = blas.isReference;
    facts.cores = std::thread::hardware_concurrency();
    for (const char* name : {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "OPENBLAS_CORETYPE", "MKL_NUM_THREADS",
                             "PYTORCH_ENABLE_MPS_FALLBACK", "PYTORCH_MPS_HIGH_WATERMARK_RATIO"})
        if (const char* value = std::getenv(name))
            facts.variables.push_back(std::string(name) + "=" + value);
    return facts;
}

c10::Device torchDevice(const std::string& name)
{
    if (name == "mps" || name == "mps-emulated")
        return {c10::DeviceType::MPS, 0};
    return c10::Device(name);
}

void seedDevice(const c10::Device& device, std::uint64_t seed)
{
    if (device.is_cuda()) {
        torch::cuda::manual_seed(seed);
    } else if (device.type() == c10::DeviceType::MPS) {
        if (emulator::isBuiltIn())
            emulator::seedDefaultGenerator(seed);
#if defined(__APPLE__) && defined(TANDEM_HAS_MPS_API)
        else
            torch::mps::manual_seed(seed);
#endif
    }
}

void waitForDevice(const c10::Device& device)
{
    if (device.is_cuda()) {
        torch::cuda::synchronize(device.index());
    } else if (device.type() == c10::DeviceType::MPS) {
        if (emulator::isBuiltIn())
            emulator::synchronize();
#if defined(__APPLE__) && defined(TANDEM_HAS_MPS_API)
        else
            torch::mps::synchronize();
#endif
    }
}

}  // namespace tandem

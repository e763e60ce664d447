// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <torch/torch.h>

#include "core/train/emulator/emulated_device.h"
#include "core/train/emulator/emulated_generator.h"
#include "core/train/emulator/tensor_alias.h"

#if !defined(__APPLE__) && __has_include(<ATen/detail/MPSHooksInterface.h>)
#include <ATen/detail/MPSHooksInterface.h>
#include "core/train/emulator/device_state.h"
#include "core/train/emulator/training_hooks.h"
#define TANDEM_HAS_MPS_HOOKS 1
#endif

namespace tandem::emulator {
namespace {

// A stream of its own on the host, under the device's name.
struct EmulatedGenerator final : c10::GeneratorImpl {
    explicit EmulatedGenerator(at::Generator stream)
        : c10::GeneratorImpl(emulatedDevice(), c10::DispatchKeySet(c10::DispatchKey::MPS)), host(std::move(stream))
    {
    }

    void set_current_seed(std::uint64_t seed) override { host.set_current_seed(seed); }
    std::uint64_t current_seed() const override { return host.current_seed(); }
    std::uint64_t seed() override { return host.seed(); }
    void set_state(const c10::TensorImpl& state) override { host.unsafeGetGeneratorImpl()->set_state(state); }
    c10::intrusive_ptr<c10::TensorImpl> get_state() const override { return host.unsafeGetGeneratorImpl()->get_state(); }
    // Pure in newer LibTorch, absent from older: no `override`.
    void set_offset(std::uint64_t) { TORCH_CHECK(false, "the emulated device's generator has no offset"); }
    std::uint64_t get_offset() const { TORCH_CHECK(false, "the emulated device's generator has no offset"); }

    at::Generator host;

private:
    EmulatedGenerator* clone_impl() const override { return new EmulatedGenerator(host.clone()); }
};

at::Generator& defaultGenerator()
{
    static at::Generator generator = makeGenerator(c10::detail::getNonDeterministicRandom());
    return generator;
}

}  // namespace

at::Generator makeGenerator(std::uint64_t seed)
{
    return at::make_generator<EmulatedGenerator>(at::make_generator<at::CPUGeneratorImpl>(seed));
}

at::Generator hostGenerator(const at::Generator& given)
{
    const at::Generator& generator = given.defined() ? given : defaultGenerator();
    TORCH_CHECK(generator.device().type() == emulatedDevice().type(), "Expected a 'mps' device type for generator but found '",
                generator.device().type(), "'");
    return generator.get<EmulatedGenerator>()->host;
}

void seedDefaultGenerator(std::uint64_t seed)
{
    defaultGenerator().set_current_seed(seed);
}

#ifdef TANDEM_HAS_MPS_HOOKS
namespace {

// What newer LibTorch asks a backend for: generator and wait.
struct EmulatedHooks final : at::MPSHooksInterface {
    explicit EmulatedHooks(at::MPSHooksArgs) {}
    bool hasMPS() const override { return true; }
    void deviceSynchronize() const override { synchronize(); }
    const at::Generator& getDefaultGenerator(c10::DeviceIndex = -1) const override { return defaultGenerator(); }
};

}  // namespace
}  // namespace tandem::emulator

namespace at {
using EmulatedMpsHooks = tandem::emulator::EmulatedHooks;
REGISTER_MPS_HOOKS(EmulatedMpsHooks);
}  // namespace at

namespace tandem::emulator {
#endif

}  // namespace tandem::emulator

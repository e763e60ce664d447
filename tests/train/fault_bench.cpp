// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/train/fault_bench.h"

#include "core/train/emulator/device_state.h"

#include <unistd.h>

#include <chrono>
#include <fstream>

namespace tandem::test {

Fault faultOf(const Json& entry)
{
    const Result<Fault> fault = readFault(entry, "$", "test");
    if (!fault)
        throw std::runtime_error(describe(fault.error()));
    return *fault;
}

FaultBench::FaultBench(Json entry) : m_entry(std::move(entry)) {}

Fault FaultBench::fault(const Json& knobs) const
{
    Json entry = m_entry;
    entry.update(knobs);
    return faultOf(entry);
}

Tensors FaultBench::clean(const Probe& probe) const
{
    const bool reference = fault(Json::object()).side == FaultSide::Reference;
    emulator::FaultSession none({}, FaultSide::Device);
    return hosted(probe({reference ? c10::Device(at::kCPU) : emulatedDevice(), none}));
}

Tensors FaultBench::faulty(const Probe& probe, const Json& knobs) const
{
    const Fault one = fault(knobs);
    emulator::FaultSession session({one}, one.side);
    Tensors results;
    {
        const emulator::FaultScope scope(session);
        results = probe({one.side == FaultSide::Reference ? c10::Device(at::kCPU) : emulatedDevice(), session});
    }
    emulator::synchronize();
    return hosted(results);
}

FaultBench::Outcome FaultBench::run(const Probe& probe, const Json& knobs) const
{
    Outcome outcome{clean(probe), faulty(probe, knobs)};
    EXPECT_TRUE(sameBits(clean(probe), outcome.clean)) << "the fault outlived its scope";
    return outcome;
}

void FaultBench::expectUntouched(const Probe& probe, const Json& knobs) const
{
    const Outcome outcome = run(probe, knobs);
    EXPECT_TRUE(sameBits(outcome.faulty, outcome.clean)) << "what the fault does not concern";
}

double millisecondsOf(const std::function<void()>& work)
{
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

double residentMegabytes()
{
    std::ifstream statm("/proc/self/statm");
    double total = 0, resident = 0;
    statm >> total >> resident;
    return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

}  // namespace tandem::test

// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/train/device/threads.h"

#include <torch/torch.h>

#include <dlfcn.h>

#include <atomic>
#include <filesystem>

namespace tandem {
namespace {

// LibTorch's own setting is process-wide as well; this only remembers it.
std::atomic<int> lastSet{0};

}  // namespace

void setComputeThreads(int threads)
{
    lastSet.store(threads);
    at::set_num_threads(threads);
    // OpenBLAS has a pool of its own that LibTorch does not know of.
    if (auto* setBlasThreads = reinterpret_cast<void (*)(int)>(dlsym(RTLD_DEFAULT, "openblas_set_num_threads")))
        setBlasThreads(threads);
}

int computeThreads()
{
    return lastSet.load();
}

BlasFacts probeBlas()
{
    if (at::hasMKL())
        return {"Intel MKL", false};
    if (auto* config = reinterpret_cast<char* (*)()>(dlsym(RTLD_DEFAULT, "openblas_get_config")))
        return {config(), false};
    void* gemm = dlsym(RTLD_DEFAULT, "sgemm_");
    Dl_info where{};
    if (!gemm || dladdr(gemm, &where) == 0 || !where.dli_fname)
        return {"unknown", false};
    std::error_code ignored;
    const std::string path = std::filesystem::canonical(where.dli_fname, ignored).string();
    if (path.find("Accelerate") != std::string::npos)
        return {"Apple Accelerate", false};
    if (path.find("/blas/libblas") != std::string::npos)
        return {"reference BLAS (" + path + ")", true};
    return {path.empty() ? where.dli_fname : path, false};
}

}  // namespace tandem

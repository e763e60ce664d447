// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The default experiment as a plain LibTorch program: modules, the whole data set transformed ahead, nothing observed.
// What tandem's training is measured against.
//
//     bare_loop DATA_FOLDER STEPS THREADS [--tuned]
//
// Prints images per second. --tuned sets glibc's allocator as tandem does at its start.

#include "core/data/batch_plan.h"
#include "core/data/dataset.h"

#include <torch/torch.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <iostream>

namespace {

constexpr std::int64_t kBatch = 64;

at::Tensor transformed(const tandem::Dataset& data)
{
    auto bytes = torch::from_blob(const_cast<std::uint8_t*>(data.train.images.data()),
                                  {data.train.count, 1, data.height, data.width}, torch::kUInt8);
    return (bytes.to(torch::kFloat) / 255 - 0.1307) / 0.3081;
}

}  // namespace

int main(int argc, char** argv)
{
    if (argc < 4) {
        std::cerr << "usage: bare_loop DATA_FOLDER STEPS THREADS [--tuned]\n";
        return 2;
    }
#ifdef __GLIBC__
    if (argc > 4 && std::strcmp(argv[4], "--tuned") == 0) {
        mallopt(M_MMAP_THRESHOLD, 32 * 1024 * 1024);
        mallopt(M_TRIM_THRESHOLD, 2000 * 1024 * 1024);
        mallopt(M_TOP_PAD, 64 * 1024 * 1024);
        mallopt(M_ARENA_MAX, 1);
    }
#endif
    const std::int64_t steps = std::atoll(argv[2]);
    at::set_num_threads(std::atoi(argv[3]));

    tandem::DataConfig config;
    config.source = std::string("idx:") + argv[1];
    const auto loaded = tandem::loadDataset(config, {});
    if (!loaded) {
        std::cerr << describe(loaded.error()) << "\n";
        return 4;
    }
    const tandem::Dataset& data = **loaded;
    const at::Tensor images = transformed(data);
    const at::Tensor labels =
        torch::from_blob(const_cast<std::uint8_t*>(data.train.labels.data()), {data.train.count}, torch::kUInt8).to(torch::kInt64);
    std::vector<std::int64_t> order = tandem::BatchPlan(data.train.count, kBatch, tandem::DataOrder::Shuffled, 0).epochOrder(0);
    const at::Tensor indices = torch::from_blob(order.data(), {data.train.count}, torch::kInt64);

    torch::manual_seed(0);
    using namespace torch::nn;
    Sequential model(Conv2d(Conv2dOptions(1, 32, 3)), ReLU(), Conv2d(Conv2dOptions(32, 64, 3)), ReLU(),
                     MaxPool2d(MaxPool2dOptions(2)), Flatten(), Linear(9216, 128), ReLU(), Linear(128, 10));
    torch::optim::Adam optimizer(model->parameters(), torch::optim::AdamOptions(1e-3));

    const auto begin = std::chrono::steady_clock::now();
    for (std::int64_t step = 0; step < steps; ++step) {
        const at::Tensor batch = indices.slice(0, step * kBatch, (step + 1) * kBatch);
        optimizer.zero_grad();
        const at::Tensor loss = torch::nn::functional::cross_entropy(model->forward(images.index_select(0, batch)), labels.index_select(0, batch));
        loss.backward();
        optimizer.step();
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    std::cout << static_cast<double>(steps * kBatch) / seconds << std::endl;
}

#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tandem authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The default experiment as a PyTorch tutorial would write it: a Dataset, a DataLoader, transforms for each sample.

    pytorch_loop.py DATA_FOLDER STEPS THREADS [--torchvision]

With --torchvision the samples go through PIL, ToTensor and Normalize, as torchvision's MNIST class does it; without, the
same transforms are three tensor operations.

Prints images per second.
"""
import gzip
import sys
import time

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Mnist(Dataset):
    def __init__(self, folder, torchvision):
        self.transform = None
        if torchvision:
            from torchvision import transforms
            self.transform = transforms.Compose([transforms.ToTensor(), transforms.Normalize((0.1307,), (0.3081,))])
        with gzip.open(f"{folder}/train-images-idx3-ubyte.gz") as file:
            pixels = bytearray(file.read()[16:])
        with gzip.open(f"{folder}/train-labels-idx1-ubyte.gz") as file:
            labels = bytearray(file.read()[8:])
        self.images = torch.frombuffer(pixels, dtype=torch.uint8).view(-1, 1, 28, 28)
        self.labels = torch.frombuffer(labels, dtype=torch.uint8).long()

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        if self.transform:
            from PIL import Image
            return self.transform(Image.fromarray(self.images[index][0].numpy(), mode="L")), int(self.labels[index])
        image = self.images[index].float() / 255
        return (image - 0.1307) / 0.3081, int(self.labels[index])


def main():
    folder, steps, threads = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    torch.set_num_threads(threads)
    torch.manual_seed(0)
    loader = DataLoader(Mnist(folder, "--torchvision" in sys.argv[4:]), batch_size=64, shuffle=True)
    model = nn.Sequential(
        nn.Conv2d(1, 32, 3), nn.ReLU(), nn.Conv2d(32, 64, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
        nn.Linear(9216, 128), nn.ReLU(), nn.Linear(128, 10))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    criterion = nn.CrossEntropyLoss()

    begin = time.perf_counter()
    right = 0
    running_loss = 0.0
    for step, (images, labels) in enumerate(loader):
        if step == steps:
            break
        optimizer.zero_grad()
        output = model(images)
        loss = criterion(output, labels)
        loss.backward()
        optimizer.step()
        running_loss += loss.item()
        right += (output.argmax(1) == labels).sum().item()
    print(steps * 64 / (time.perf_counter() - begin))


main()

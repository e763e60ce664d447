# SPDX-FileCopyrightText: 2026 The Tandem authors
# SPDX-License-Identifier: GPL-3.0-or-later
# The one place that knows where LibTorch comes from: a distribution's package, an unpacked archive, Homebrew, or a pip
# wheel (pass -DCMAKE_PREFIX_PATH=$(python3 -c 'import torch; print(torch.utils.cmake_prefix_path)')).
find_package(Torch QUIET)
if(NOT Torch_FOUND)
  message(FATAL_ERROR "Tandem needs LibTorch 1.13 or newer, which was not found.\n"
    "  Debian, Ubuntu:  apt-get install libtorch-dev libopenblas0-pthread\n"
    "  macOS:           brew install pytorch\n"
    "  pip wheel:       cmake -DCMAKE_PREFIX_PATH=\"$(python3 -c 'import torch; print(torch.utils.cmake_prefix_path)')\" …\n"
    "  archive:         cmake -DCMAKE_PREFIX_PATH=/path/to/libtorch …")
endif()
# LibTorch built for the old libstdc++ ABI cannot be linked with Qt and spdlog of a distribution.
if("${TORCH_CXX_FLAGS}" MATCHES "_GLIBCXX_USE_CXX11_ABI=0")
  message(FATAL_ERROR "This LibTorch was built for the old C++ ABI. Take the cxx11-ABI archive or the distribution's package.")
endif()
add_library(tandem_torch INTERFACE)
add_library(tandem::torch ALIAS tandem_torch)
target_include_directories(tandem_torch SYSTEM INTERFACE ${TORCH_INCLUDE_DIRS})
target_link_libraries(tandem_torch INTERFACE ${TORCH_LIBRARIES})
message(STATUS "LibTorch ${Torch_VERSION} at ${TORCH_INSTALL_PREFIX}")

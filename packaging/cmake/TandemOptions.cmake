# SPDX-FileCopyrightText: 2026 The Tandem authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Interface targets that carry the language level, warnings and sanitizers of all own code.
add_library(tandem_options INTERFACE)
add_library(tandem::options ALIAS tandem_options)
target_compile_features(tandem_options INTERFACE cxx_std_20)
target_include_directories(tandem_options INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_options(tandem_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wold-style-cast -Wconversion
  -Wno-missing-field-initializers)
if(TANDEM_WERROR)
  target_compile_options(tandem_options INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # False alarms of GCC 12 inside the standard library and nlohmann-json at -O2.
  target_compile_options(tandem_options INTERFACE -Wno-restrict -Wno-maybe-uninitialized)
endif()
if(TANDEM_SANITIZE)
  target_compile_options(tandem_options INTERFACE -fsanitize=${TANDEM_SANITIZE} -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  target_link_options(tandem_options INTERFACE -fsanitize=${TANDEM_SANITIZE})
endif()

set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "" FORCE)
endif()

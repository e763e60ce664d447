# SPDX-FileCopyrightText: 2026 The Tandem authors
# SPDX-License-Identifier: GPL-3.0-or-later
# tandem_embed(<target> <header> FILE… ) writes a source file that holds the files' texts, and adds it to the target.
# The header declares: std::string_view embeddedFile(std::string_view name).
function(tandem_embed target)
  set(source "${CMAKE_CURRENT_BINARY_DIR}/embedded.cpp")
  add_custom_command(
    OUTPUT "${source}"
    COMMAND ${CMAKE_COMMAND} "-DOUT=${source}" "-DFILES=${ARGN}" -P "${PROJECT_SOURCE_DIR}/packaging/cmake/embed.cmake"
    DEPENDS ${ARGN} "${PROJECT_SOURCE_DIR}/packaging/cmake/embed.cmake"
    VERBATIM)
  target_sources(${target} PRIVATE "${source}")
endfunction()

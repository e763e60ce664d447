# SPDX-FileCopyrightText: 2026 The Tandem authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Script behind tandem_embed: raw string literals, one a file.
set(text "#include \"resources/embedded.h\"\n\nnamespace tandem {\n\nstd::string_view embeddedFile(std::string_view name)\n{\n")
foreach(file IN LISTS FILES)
  get_filename_component(name "${file}" NAME)
  file(READ "${file}" content)
  string(APPEND text "    if (name == \"${name}\")\n        return R\"~~~~(${content})~~~~\";\n")
endforeach()
string(APPEND text "    return {};\n}\n\n}  // namespace tandem\n")
file(WRITE "${OUT}" "${text}")

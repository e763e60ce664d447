# SPDX-FileCopyrightText: 2026 The Tandem authors
# SPDX-License-Identifier: GPL-3.0-or-later
# For systems whose QCustomPlot comes without a CMake package.
find_path(QCUSTOMPLOT_INCLUDE_DIR qcustomplot.h)
find_library(QCUSTOMPLOT_LIBRARY NAMES QCustomPlotQt6 qcustomplot-qt6 qcustomplot QCustomPlot)
if(NOT QCUSTOMPLOT_INCLUDE_DIR OR NOT QCUSTOMPLOT_LIBRARY)
  message(FATAL_ERROR "Tandem needs QCustomPlot 2.1 built for Qt 6: libqcustomplot-dev, or brew install qcustomplot.\n${TANDEM_APT_HINT}")
endif()
add_library(QCustomPlotQt6::QCustomPlotQt6 INTERFACE IMPORTED)
target_include_directories(QCustomPlotQt6::QCustomPlotQt6 SYSTEM INTERFACE "${QCUSTOMPLOT_INCLUDE_DIR}")
target_link_libraries(QCustomPlotQt6::QCustomPlotQt6 INTERFACE "${QCUSTOMPLOT_LIBRARY}" Qt6::PrintSupport)

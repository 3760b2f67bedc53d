# Defines the targets teeko::teeko, the shared library, and teeko::static. This file is installed in
# PREFIX/share/cmake/teeko and finds the others from there, so that all can be moved together.
get_filename_component(TEEKO_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
# Written by scripts/install_c.sh: the folders that it was asked for.
include("${CMAKE_CURRENT_LIST_DIR}/teeko-folders.cmake" OPTIONAL)
set(TEEKO_LIBDIRS ${TEEKO_LIBDIR} "lib/${CMAKE_LIBRARY_ARCHITECTURE}" lib64 lib)

find_path(TEEKO_HEADERS teeko.h PATHS "${TEEKO_PREFIX}"
  PATH_SUFFIXES ${TEEKO_INCLUDEDIR} include NO_DEFAULT_PATH NO_CACHE)
find_library(TEEKO_SHARED teeko_c PATHS "${TEEKO_PREFIX}"
  PATH_SUFFIXES ${TEEKO_LIBDIRS} NO_DEFAULT_PATH NO_CACHE)
find_library(TEEKO_STATIC libteeko_c.a PATHS "${TEEKO_PREFIX}"
  PATH_SUFFIXES ${TEEKO_LIBDIRS} NO_DEFAULT_PATH NO_CACHE)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(teeko DEFAULT_MSG TEEKO_SHARED TEEKO_STATIC TEEKO_HEADERS)

if(teeko_FOUND AND NOT TARGET teeko::teeko)
  add_library(teeko::teeko SHARED IMPORTED)
  set_target_properties(teeko::teeko PROPERTIES
    IMPORTED_LOCATION "${TEEKO_SHARED}"
    INTERFACE_INCLUDE_DIRECTORIES "${TEEKO_HEADERS}")
  add_library(teeko::static STATIC IMPORTED)
  set_target_properties(teeko::static PROPERTIES
    IMPORTED_LOCATION "${TEEKO_STATIC}"
    INTERFACE_INCLUDE_DIRECTORIES "${TEEKO_HEADERS}"
    INTERFACE_LINK_LIBRARIES "pthread;m;dl")
endif()

set(PACKAGE_VERSION 0.1.0)
if(PACKAGE_FIND_VERSION STREQUAL PACKAGE_VERSION)
  set(PACKAGE_VERSION_EXACT TRUE)
endif()
# What a version has in common with those that it can stand in for: its first number, or before 1.0
# the first two, since a new minor version may change the interface then.
set(TEEKO_INTERFACE "^(0\\.[0-9]+|[1-9][0-9]*)")
string(REGEX MATCH "${TEEKO_INTERFACE}" TEEKO_INSTALLED "${PACKAGE_VERSION}")
string(REGEX MATCH "${TEEKO_INTERFACE}" TEEKO_ASKED "${PACKAGE_FIND_VERSION}")
if(TEEKO_ASKED STREQUAL TEEKO_INSTALLED AND NOT PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()

# SPDX-License-Identifier: MIT
# cmake -D SOURCE=DIR -D COMMIT=NAME -D OUT=FILE -P commit.cmake: writes FILE, a header that says which commit the sources in DIR are. That is COMMIT
# if it is not empty; or what git says, with "changed" if files differ from it; or nothing, for example for sources from an archive. FILE stays as
# it is where it says that already.
cmake_minimum_required(VERSION 3.21)
if(COMMIT STREQUAL "" AND EXISTS ${SOURCE}/.git)
  find_program(GIT git)
  if(GIT)
    execute_process(COMMAND ${GIT} -C ${SOURCE} describe --always --exclude=* --abbrev=12 "--dirty=, changed"
      OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
endif()
set(text "")
if(NOT COMMIT STREQUAL "")
  set(text " (commit ${COMMIT})")
endif()
file(CONFIGURE OUTPUT ${OUT} CONTENT "#define US_TOOL_COMMIT \"@text@\"\n" @ONLY)

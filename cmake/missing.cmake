# SPDX-License-Identifier: MIT
# How the build says what it lacks.

# understudy_require(LIST PACKAGE FOUND): adds PACKAGE to LIST where FOUND is false.
function(understudy_require list package found)
  if(NOT found)
    set(${list} ${${list}} ${package} PARENT_SCOPE)
  endif()
endfunction()

# understudy_say_missing(OUT PACKAGE...): what is missing, and the command that installs it.
function(understudy_say_missing out)
  list(JOIN ARGN ", " names)
  list(JOIN ARGN " " words)
  set(${out} "these packages are missing: ${names}.\nOn Debian or Ubuntu, type as root:\n  apt-get install ${words}\n" PARENT_SCOPE)
endfunction()

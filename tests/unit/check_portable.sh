#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# check_portable.sh TOP: with UNDERSTUDY_PORTABLE, the build defines the macros that switch SSE2 off. Each file that uses
# SSE2 must ask for one of them, and no macro may be left over: a macro that no file asks for changes nothing.
set -eu
cd "${1:?usage: check_portable.sh TOP}"
defined=$(grep -oE 'US_[A-Z_]+_PORTABLE' src/core/CMakeLists.txt | sort -u)
asked=$(grep -rhoE 'defined\(US_[A-Z_]+_PORTABLE\)' src/core --include='*.c' | grep -oE 'US_[A-Z_]+' | sort -u)
if [ -z "$defined" ] || [ "$defined" != "$asked" ]; then
  printf 'src/core/CMakeLists.txt defines:\n%s\nthe sources ask for:\n%s\n' "$defined" "$asked"
  exit 1
fi

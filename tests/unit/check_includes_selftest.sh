#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# check_includes_selftest.sh SRC: check_includes.sh must find what it is there to find.
set -eu
src=${1:?the folder of the core}
check=$(dirname "$0")/check_includes.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

expect_found() {
  cp "$src"/*.c "$src"/*.h "$work"
  echo "$2" >>"$work/$1"
  if "$check" "$work" >/dev/null; then
    echo "not found: $1 with $2"
    exit 1
  fi
}
cp "$src"/*.c "$src"/*.h "$work"
"$check" "$work"
expect_found curve.c '#include "sampler.h"'
expect_found recording.h '#include "decode.h"'
expect_found pose.c '#include <openxr/openxr.h>'
expect_found take.c '#  include "openxr/openxr.h"'
expect_found file.c '#include <cjson/cJSON.h>'
expect_found clock.h '#include "../layer/xr.h"'
expect_found sampler.c '#include <emmintrin.h>'
expect_found newcomer.c '#include "curve.h"'

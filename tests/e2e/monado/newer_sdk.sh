#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# shellcheck disable=SC2016
# The layer built against Debian 13's OpenXR headers: with every compiler that is here, without a warning. What compilers warn of only when they
# optimize, other builds show. Built with the first one, it plays under the loader of the same age. scripts/fresh.sh runs the layer's own tests in
# Debian 13.
. "$(dirname "$0")/../lib.sh"
root=$build/monado-root
[ -e "$root/.understudy-ready" ] || skip "there is no Debian 13 here; monado_prepare says why"
[ -e "$root/usr/include/openxr/openxr.h" ] || skip "the Debian 13 that is here has no OpenXR headers"
need_command cmake
need_command ninja

mkdir "$work/include"
cp -R "$root/usr/include/openxr" "$work/include/openxr"
built=''
for compiler in gcc clang; do
  command -v "$compiler" >/dev/null || continue
  tree=$work/$compiler
  cmake -S "$source" -B "$tree" -G Ninja -DCMAKE_C_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Debug -DUNDERSTUDY_BUILD_TESTS=OFF -DUNDERSTUDY_WERROR=ON \
    -DUNDERSTUDY_OPENXR_INCLUDE="$work/include" >"$work/$compiler.log" 2>&1 || { tail "$work/$compiler.log"; fail "cmake"; }
  cmake --build "$tree" --target XrApiLayer_understudy >"$work/$compiler.log" 2>&1 ||
    { grep -A 5 -m 3 error "$work/$compiler.log"; fail "it does not build with $compiler"; }
  ! grep -i 'warning:' "$work/$compiler.log" || fail "$compiler warns"
  echo '_Static_assert(XR_VERSION_MINOR(XR_CURRENT_API_VERSION) >= 1, "");' >"$work/version.c"
  "$compiler" -fsyntax-only -isystem "$work/include" -I "$source/src/openxr" -include xr.h "$work/version.c" ||
    fail "the headers are not those of OpenXR 1.1"
  grep -q "UNDERSTUDY_OPENXR_INCLUDE:.*=$work/include" "$tree/CMakeCache.txt" || fail "other headers were taken"
  : "${built:=$tree}"
  echo "$compiler: built"
done
[ -n "$built" ] || skip "neither gcc nor clang is here"

UNDERSTUDY_E2E_NAME=${UNDERSTUDY_E2E_NAME}_monado UNDERSTUDY_LAYER_LIBRARY=$built/lib/libXrApiLayer_understudy.so \
  bash "$(dirname "$0")/monado.sh" probe "$source/tests/data/line.bin"

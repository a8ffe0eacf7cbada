#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# shellcheck disable=SC2016
# The layer built against Debian 13's OpenXR headers: with every compiler that is here, without a warning; it passes the
# layer's own tests, and plays under the loader of the same age.
. "$(dirname "$0")/../lib.sh"
root=$build/monado-root
[ -e "$root/.understudy-ready" ] || skip "there is no Debian 13 here; monado_prepare says why"
[ -e "$root/usr/include/openxr/openxr.h" ] || skip "the Debian 13 that is here has no OpenXR headers"
need_command cmake
need_command ninja

mkdir "$work/include"
cp -R "$root/usr/include/openxr" "$work/include/openxr"
mapfile -t hazards < <(printf '%s\n' "$source"/tests/layer/*/test_*.c | sed 's/.*\/test_\(.*\)\.c$/test_layer_\1/' | grep -vE '_(quiet|threads)$')
# run_one BUILD TEST: what a test says is shown if it fails.
run_one() { "$1/bin/$2" >"$work/$2.log" 2>&1 || { cat "$work/$2.log"; echo "$2 failed"; return 1; }; }
export -f run_one
export work

built=
for compiler in gcc clang; do
  command -v "$compiler" >/dev/null || continue
  tree=$work/$compiler
  cmake -S "$source" -B "$tree" -G Ninja -DCMAKE_C_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Release -DUNDERSTUDY_BUILD_TESTS=ON -DUNDERSTUDY_WERROR=ON \
    -DUNDERSTUDY_OPENXR_INCLUDE="$work/include" >"$work/$compiler.log" 2>&1 || { tail "$work/$compiler.log"; fail "cmake"; }
  cmake --build "$tree" --target XrApiLayer_understudy "${hazards[@]}" >"$work/$compiler.log" 2>&1 ||
    { grep -A 5 -m 3 error "$work/$compiler.log"; fail "it does not build with $compiler"; }
  ! grep -i 'warning:' "$work/$compiler.log" || fail "$compiler warns"
  echo '_Static_assert(XR_VERSION_MINOR(XR_CURRENT_API_VERSION) >= 1, "");' >"$work/version.c"
  "$compiler" -fsyntax-only -isystem "$work/include" -I "$source/src/openxr" -include xr.h "$work/version.c" ||
    fail "the headers are not those of OpenXR 1.1"
  grep -q "UNDERSTUDY_OPENXR_INCLUDE:.*=$work/include" "$tree/CMakeCache.txt" || fail "other headers were taken"
  printf '%s\n' "${hazards[@]}" | xargs -n 1 -P "$(nproc)" bash -c 'run_one "$0" "$1"' "$tree" || fail "a test, built with $compiler"
  built=$tree
  echo "$compiler: built, ${#hazards[@]} tests passed"
done
[ -n "$built" ] || skip "neither gcc nor clang is here"

UNDERSTUDY_E2E_NAME=${UNDERSTUDY_E2E_NAME}_monado UNDERSTUDY_LAYER_LIBRARY=$built/lib/libXrApiLayer_understudy.so \
  bash "$(dirname "$0")/monado.sh" probe "$source/tests/data/line.bin"

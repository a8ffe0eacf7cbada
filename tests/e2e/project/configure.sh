#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# cmake with missing packages: one message names all of them and the command that installs them. Without cmocka, cmake builds everything except the tests.
. "$(dirname "$0")/../lib.sh"
need_command cmake
need_command pkg-config
need_command make

# A folder of pkg-config's files without one of them stands for a machine without that package.
without() {
  local module=$1 folder file
  shift
  mkdir -p "$work/pc"
  for folder in $(pkg-config --variable pc_path pkg-config | tr ':' ' '); do
    for file in "$folder"/*.pc; do
      [ ! -e "$file" ] || [ "$(basename "$file")" = "$module.pc" ] || ln -sf "$file" "$work/pc/"
    done
  done
  PKG_CONFIG_LIBDIR=$work/pc configure "$@"
  rm -r "$work/pc"
}
configure() {
  rm -rf "$work/tree"
  status=0
  cmake -S "$source" -B "$work/tree" "$@" >"$work/log" 2>&1 || status=$?
}
# expect STATUS WORDS...: how cmake ended, and what it must have said, however its lines are wrapped.
expect() {
  local wanted=$1 words
  shift
  [ "$status" = "$wanted" ] || { cat "$work/log"; fail "cmake ended with $status, not $wanted"; }
  for words in "$@"; do
    tr -s ' \n' '  ' <"$work/log" | grep -qF -- "$words" || { cat "$work/log"; fail "cmake did not say: $words"; }
  done
}
has_target() {
  cmake --build "$work/tree" --target help >"$work/targets"
  grep -qx "\.\.\. $1" "$work/targets"
}

configure -DCMAKE_BUILD_TYPE=Release
expect 0
has_target test_layer_setup || fail "with all packages, the tests are not built"
for option in WERROR PORTABLE SANITIZED FUZZ; do
  grep -qx "UNDERSTUDY_$option:BOOL=OFF" "$work/tree/CMakeCache.txt" || fail "UNDERSTUDY_$option is no option, or is on by default"
done
for preset in release debug asan-ubsan tsan; do
  cmake -S "$source" --preset $preset -N >"$work/log" 2>&1 || fail "preset $preset"
  grep -q '^ *UNDERSTUDY_WERROR="ON"$' "$work/log" || { cat "$work/log"; fail "preset $preset: warnings are no errors"; }
done
# As the README's "Install" says, and then one of the scripts: the tree keeps what its user chose.
configure -G "Unix Makefiles" -DCMAKE_BUILD_TYPE=Release -DUNDERSTUDY_BUILD_TESTS=OFF
bash -c 'set -eu; . "$0/scripts/common.sh"; configure_and_build building 0 "$1" -- understudy_core' "$source" "$work/tree" >"$work/log" 2>&1 ||
  { cat "$work/log"; fail "the scripts cannot use a tree that cmake configured for make"; }
grep -qx 'CMAKE_GENERATOR:INTERNAL=Unix Makefiles' "$work/tree/CMakeCache.txt" || fail "the scripts changed the tree's generator"
grep -q '^CMAKE_BUILD_TYPE:.*=Release$' "$work/tree/CMakeCache.txt" || fail "the scripts changed the tree's build type"
# A newer compiler has more warnings: they must not end a user's build, but they must end the checks.
# by_script [STRICT]: configures and builds $work/new as the scripts do.
by_script() {
  bash -c 'set -eu; . "$0/scripts/common.sh"; strict=$2; configure_and_build building 0 "$1" -DUNDERSTUDY_BUILD_TESTS=OFF -- understudy_profiles' \
    "$source" "$work/new" "${1-}" >"$work/log" 2>&1 || { cat "$work/log"; fail "the scripts cannot make a tree"; }
}
warnings_are() { grep -q "^UNDERSTUDY_WERROR:.*=$1$" "$work/new/CMakeCache.txt" || fail "$2: warnings as errors are not $1"; }
for strict in '' 1; do
  rm -rf "$work/new"
  by_script "$strict"
  switch=OFF
  [ -z "$strict" ] || switch=ON
  warnings_are $switch "strict is '$strict'"
done
# The demo is a test that runs beside others: it must not build anew what they have loaded.
by_script
warnings_are ON "a tree of the checks, and a script that is no check"
! grep 'Building\|Linking' "$work/new/build.log" || fail "a script builds a tree of the checks again"
rm -rf "$work/new"
without cmocka -DCMAKE_BUILD_TYPE=Release
expect 0 "The tests are not built: these packages are missing: libcmocka-dev." "apt-get install libcmocka-dev"
has_target understudy || fail "without cmocka, the tool is not built"
! has_target test_layer_setup || fail "without cmocka, a test is built"
without cmocka -DUNDERSTUDY_BUILD_TESTS=ON
expect 1 "The tests cannot be built: these packages are missing: libcmocka-dev." "-DUNDERSTUDY_BUILD_TESTS=OFF"
without cmocka -DUNDERSTUDY_BUILD_TESTS=OFF
expect 0
! grep -q 'are missing' "$work/log" || fail "a package is said to be missing that is not needed"
# CMake says that it found libOpenGL where only libGL is.
configure -DUNDERSTUDY_BUILD_TESTS=ON -DOPENGL_opengl_LIBRARY=OFF -DCMAKE_DISABLE_FIND_PACKAGE_X11=ON
expect 1 "The tests cannot be built: these packages are missing: libopengl-dev, libx11-dev."
without libcjson
expect 1 "Understudy cannot be built: these packages are missing: libcjson-dev." "apt-get install libcjson-dev"
configure -DCMAKE_IGNORE_PATH=/usr/include
expect 1 "libopenxr-dev, libvulkan-dev, libgl-dev, libxcb1-dev, libpng-dev." "apt-get install libopenxr-dev libvulkan-dev libgl-dev libxcb1-dev libpng-dev"
configure -DCMAKE_DISABLE_FIND_PACKAGE_Nanopb=ON
expect 1 "libnanopb-dev." "apt-get install libnanopb-dev"
rm -rf "$work/tree"
echo "what is missing is named"

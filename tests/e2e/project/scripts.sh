#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# shellcheck disable=SC2016
# The scripts of scripts/: what they install, how they show what runs, and how they count tests. Nothing is installed here: apt-get is played by a
# program that writes down what it is asked for, and refuses.
. "$(dirname "$0")/../lib.sh"
need_command cmake
need_command ctest

# has WORDS: the last output must hold them.
has() { grep -qF -- "$1" "$work/out" || { cat "$work/out"; fail "it does not say: $1"; }; }

# --- what is installed: all of it at once, before anything is built ---
mkdir -p "$work/bin"
printf '#!/bin/sh\nexit 1\n' >"$work/bin/dpkg-query"
cat >"$work/bin/apt-get" <<APT
#!/bin/sh
[ "\$1" != update ] || exit 0
echo "\$*" >>"$work/asked"
echo 'E: no room for packages' >&2
exit 100
APT
printf '#!/bin/sh\n[ "$1" = -v ] || exec "$@"\n' >"$work/bin/sudo"
chmod 755 "$work"/bin/*
# asks_for SCRIPT [ARGUMENT] -- PACKAGE...: it must ask for these, once, say so, and end.
asks_for() {
  local words=() package
  while [ "$1" != -- ]; do
    words+=("$1")
    shift
  done
  shift
  rm -f "$work/asked"
  ! PATH=$work/bin:$PATH "$source/scripts/${words[0]}" "${words[@]:1}" >"$work/out" 2>&1 || fail "${words[*]} goes on without its packages"
  [ "$(wc -l <"$work/asked")" = 1 ] || { cat "$work/asked"; fail "${words[*]} installs more than once"; }
  for package in "$@"; do
    grep -q " $package\( \|\$\)" "$work/asked" || { cat "$work/asked"; fail "${words[*]} does not install $package"; }
  done
  has "E: no room for packages"
  has "as root, type: apt-get update && apt-get install"
}
asks_for demo.sh -- gcc cmake libopenxr-utils mesa-vulkan-drivers dpkg-dev file
asks_for test.sh -- gcc cmake libcmocka-dev dpkg-dev file groff-base
! grep -q ' clang' "$work/asked" || fail "scripts/test.sh installs what only the checks need"
# Ubuntu has no package of Chromium.
printf '#!/bin/sh\n[ "$2" != chromium ]\n' >"$work/bin/apt-cache"
chmod 755 "$work/bin/apt-cache"
asks_for test.sh -- gcc cmake libcmocka-dev
! grep -q ' chromium' "$work/asked" || fail "scripts/test.sh installs what this release does not have"
rm "$work/bin/apt-cache"
asks_for test.sh full -- gcc cmake libcmocka-dev debootstrap clang clang-tidy binutils make
head -n 1 "$work/out" | grep -qE '^== this takes about [0-9]+ minutes on two cores, and [0-9.]+ GB of disk' ||
  { head -n 3 "$work/out"; fail "scripts/test.sh full does not begin with its time and its disk"; }
grep -q 'scripts/test.sh" full' "$source/.ci/run" || fail "continuous integration does not run all of it"

# --- what npm installs: never a failure ---
# Every command but node and npm.
mkdir -p "$work/no-node" "$work/copy/scripts" "$work/with-node"
for folder in /usr/local/bin /usr/bin /bin; do ln -sf "$folder"/* "$work/no-node"; done
rm -f "$work/no-node/"{node,npm}
full_needs() { PATH=$1 bash -c '. "$0/scripts/common.sh"; echo " ${check_packages[*]} "' "$source" >"$work/out"; }
full_needs "$work/no-node"
has " nodejs npm "
printf '#!/bin/sh\n' >"$work/with-node/node"
cp "$work/with-node/node" "$work/with-node/npm"
chmod 755 "$work"/with-node/*
full_needs "$work/with-node:$work/no-node"
! grep -qE ' (nodejs|npm) ' "$work/out" || fail "scripts/test.sh full replaces the node that is there"

cp "$source"/scripts/{npm,common}.sh "$work/copy/scripts"
npm_folder=$work/copy/build/npm
# npm_says REASON: the script succeeds, and tests that need a package are skipped with this reason.
npm_says() {
  local status=0
  PATH=$work/with-node:$work/no-node "$work/copy/scripts/npm.sh" >"$work/out" 2>&1 || { cat "$work/out"; fail "scripts/npm.sh fails"; }
  PATH=$work/with-node:$work/no-node bash -c '. "$0/tests/npm.sh"; npm_folder=$1; need_npm iwer' "$source" "$npm_folder" >"$work/out" 2>&1 || status=$?
  [ $status = 77 ] || { cat "$work/out"; fail "a test that needs a package of npm ends with $status"; }
  has "SKIP: "
  has "$1"
}
printf '#!/bin/sh\nmkdir -p node_modules/iwer; echo "npm error code ENOTFOUND"\necho "npm error network"\nexit 1\n' >"$work/with-node/npm"
npm_says "npm error code ENOTFOUND; see build/npm/install.log"
rm "$work/with-node/npm"
npm_says "npm is not installed"
rm "$work/with-node/node"
npm_says "node is not installed"
printf '#!/bin/sh\n' >"$work/with-node/node"
printf '#!/bin/sh\necho "$*" >>"%s"; mkdir -p node_modules/iwer\n' "$work/npm-asked" >"$work/with-node/npm"
chmod 755 "$work"/with-node/*
for _ in 1 2; do # the second time everything is there
  PATH=$work/with-node:$work/no-node "$work/copy/scripts/npm.sh" >"$work/out" 2>&1 || { cat "$work/out"; fail "scripts/npm.sh fails"; }
done
[ "$(wc -l <"$work/npm-asked")" = 1 ] || fail "scripts/npm.sh installs what is there"
! grep -oE ' @?[a-z/]+@[^ ]*' "$work/npm-asked" | grep -vE '@[0-9]+\.[0-9]+\.[0-9]+$' || fail "scripts/npm.sh installs a package of any version"
PATH=$work/with-node:$work/no-node bash -c '. "$0/tests/npm.sh"; npm_folder=$1; need_npm iwer' "$source" "$npm_folder" || fail "need_npm misses a package that is there"

# --- what runs now ---
steps='set -eu; . "$0/scripts/common.sh"
  run_step "making it" 75 "$work/step.log" true && echo ended-well
  run_step "making more" 200 "$work/step.log" sh -c "exit 4" || echo "ended with $?"'
export work
bash -c "$steps" "$source" >"$work/out" 2>&1 || fail "run_step"
has "== making it (usually 1:15 minutes)"
has "== making it: done in 0:"
has "ended-well"
has "== making more: failed after 0:"
has "ended with 4"

# --- how tests are counted ---
mkdir "$work/tests"
cat >"$work/tests/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.21)
project(tests NONE)
enable_testing()
add_test(NAME good COMMAND sh -c "echo hidden")
add_test(NAME bad COMMAND sh -c "echo this is why; exit 3")
add_test(NAME absent COMMAND sh -c "echo SKIP: no such device; exit 77")
add_test(NAME killed COMMAND sh -c "kill -SEGV $$")
add_test(NAME a.name.so.long.that.ctest.has.no.room.for.dots.behind.it COMMAND true)
set_tests_properties(absent PROPERTIES SKIP_RETURN_CODE 77)
set_tests_properties(good PROPERTIES LABELS slow)
CMAKE
cmake -S "$work/tests" -B "$work/tests/build" >"$work/out" 2>&1 || { cat "$work/out"; fail "the tests to count"; }
mkdir -p "$work/tests/build/tests/e2e/good" "$work/tests/build/tests/e2e/bad"
bash -c 'set -eu; . "$0/scripts/common.sh"; run_tests "$1"; skip_reason "$1" absent; cat "$1/tally"' "$source" "$work/tests/build" \
  >"$work/out" 2>&1 || { cat "$work/out"; fail "run_tests"; }
for line in 'this is why' 'no such device' 'TALLY 2 2 1' 'PASSED good' 'FAILED bad' 'FAILED killed' 'SKIPPED absent' \
  'PASSED a.name.so.long.that.ctest.has.no.room.for.dots.behind.it'; do
  grep -qx -- "$line" "$work/out" || { cat "$work/out"; fail "no line: $line"; }
done
[ ! -e "$work/tests/build/tests/e2e/good" ] || fail "what a test left that passed is kept"
[ -e "$work/tests/build/tests/e2e/bad" ] || fail "what a test left that failed is not kept"
! grep -q hidden "$work/out" || fail "what a test printed that passed is shown"
[ "$(grep -c '/5 Test ' "$work/out")" = 5 ] || { cat "$work/out"; fail "it is not one line a test"; }
bash -c 'set -eu; . "$0/scripts/common.sh"; run_tests "$1" -LE slow' "$source" "$work/tests/build" >"$work/out" 2>&1 || fail "run_tests"
grep -q '^TALLY 1 2 1$' "$work/tests/build/tally" || { cat "$work/out"; fail "slow tests are not left out"; }
# ctest -N cannot be used: it would truncate the log that is being written.
grep "LABELS \"[^\"]*slow" "$build/tests/e2e/CTestTestfile.cmake" | sed "s, ENVIRONMENT .*,," >"$work/out" || fail "no test is slow"
has monado_prepare
has newer_sdk
echo "the scripts say what they do"

#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every command in the README works, typed as it stands there. The two scripts have tests of their own: `demo`, and the run of
# scripts/test.sh that this is part of.
. "$(dirname "$0")/../lib.sh"
[ "$build" = "$source/build" ] || skip "the README's commands use build/, and this is $build"
cd "$source"
# The test uses its own home folder: one command installs there.
export HOME=$work/home
unset XDG_DATA_HOME
mkdir "$HOME"
command -v dpkg-shlibdeps >/dev/null && command -v file >/dev/null || skip "dpkg-dev or file is not installed"
# One command makes a baseline; that of an older build would differ.
rm -rf "$build/baseline"
awk '/^```sh$/ { inside = 1; next } /^```$/ { inside = 0 } inside' README.md >"$work/commands"
ran=0
while IFS= read -r command; do
  case $command in
  "" | scripts/test.sh | scripts/demo.sh) continue ;;
  esac
  echo "\$ $command"
  bash -c "$command" >"$work/out" 2>&1 </dev/null || { cat "$work/out"; fail "'$command' ended with $?"; }
  head -n 5 "$work/out"
  ran=$((ran + 1))
done <"$work/commands"
[ -z "$(find "$HOME" -name "*nderstudy*")" ] || fail "this was left in the home: $(find "$HOME" -name "*nderstudy*")"
[ "$ran" -ge 4 ] || fail "only $ran commands were found in the README"

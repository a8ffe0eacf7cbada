#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every command in the README works, typed as it stands there. The two scripts have tests of their own: `demo`, and the run of
# scripts/test.sh that this is part of.
. "$(dirname "$0")/../lib.sh"
need_command python3
[ "$build" = "$source/build" ] || skip "the README's commands use build/, and this is $build"
cd "$source"
# The test uses its own home folder: one command installs there.
export HOME=$work/home
unset XDG_DATA_HOME
mkdir "$HOME"
command -v dpkg-shlibdeps >/dev/null && command -v file >/dev/null || skip "dpkg-dev or file is not installed"
# One command makes a baseline; that of an older build would differ.
rm -rf "$build/baseline"
python3 "$source/tests/e2e/project/commands.py" README.md scripts/demo.sh scripts/test.sh >"$work/out" 2>&1 || { cat "$work/out"; fail "a command of the README"; }
tail -n 1 "$work/out"
[ -z "$(find "$HOME" -name "*nderstudy*")" ] || fail "this was left in the home: $(find "$HOME" -name "*nderstudy*")"
ran=$(sed -n 's/ blocks were run$//p' "$work/out")
[ "$ran" -ge 4 ] || fail "only $ran commands were found in the README"

#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every command of docs/cookbook.md works, typed as it stands there, in a folder that looks like the source tree after a build; and it prints what
# the page shows.
. "$(dirname "$0")/../lib.sh"
need_command python3
need_command hello_xr
need_pytest
"$tool" doctor --headless >"$work/doctor.txt" || true
! grep -q '^Vulkan  *none' "$work/doctor.txt" || skip "there is no Vulkan driver (package mesa-vulkan-drivers)"
tree=$work/tree
mkdir -p "$tree/build" "$work/bin"
ln -s "$source/tests" "$source/docs" "$tree"
ln -s "$build/bin" "$build/share" "$tree/build"
# The page says python3, and another one may be the first in PATH than that which has pytest.
printf '#!/bin/sh\nexec %s "$@"\n' "$(command -v "$python")" >"$work/bin/python3"
chmod +x "$work/bin/python3"
export PATH=$work/bin:$PATH
cd "$tree"
python3 "$source/tests/e2e/project/commands.py" docs/cookbook.md >"$work/out" 2>&1 || { cat "$work/out"; fail "a command of the cookbook"; }
tail -n 1 "$work/out"
tasks=$(grep -c '^## [0-9]' docs/cookbook.md)
ran=$(sed -n 's/ blocks were run$//p' "$work/out")
[ "$tasks" = 15 ] && [ "$ran" -gt "$tasks" ] || fail "the cookbook has $tasks tasks, and $ran blocks of commands"

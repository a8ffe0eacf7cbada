#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# `cmake --install` into a folder, what it installed in use from there, and its removal by the target `uninstall`.
. "$(dirname "$0")/../lib.sh"
need_command cmake
prefix=$work/some/prefix
cmake --install "$build" --prefix "$prefix" >"$work/install.log" 2>&1 || { tail "$work/install.log"; fail "cmake --install"; }
used=(env -i PATH="$PATH" HOME="$work" XDG_CONFIG_DIRS="$work/none")
"${used[@]}" "$prefix/bin/understudy" --version
"${used[@]}" "$prefix/bin/understudy" doctor --headless --json >"$work/doctor.json" || { cat "$work/doctor.json"; fail "doctor"; }
grep -q "\"manifest\":.*$prefix/share/openxr" "$work/doctor.json" || fail "the layer that was found is another"
"${used[@]}" XDG_DATA_DIRS="$prefix/share" "$prefix/bin/understudy" doctor --headless --json >"$work/doctor.json" || fail "doctor, found by the loader"
grep -q '"only_by_run":[[:space:]]*false' "$work/doctor.json" || fail "a loader does not find it"
if command -v openxr_runtime_list >/dev/null; then
  "${used[@]}" "$prefix/bin/understudy" run --headless --play "$source/tests/data/line.bin" --allow-unused -- openxr_runtime_list >"$work/app.log" 2>&1 ||
    { cat "$work/app.log"; fail "run"; }
fi
for module in pytest_understudy understudy_drive understudy_connection understudy_farm understudy_shard; do
  [ -e "$prefix/share/understudy/$module.py" ] || fail "the plug-in of pytest is not installed: $module.py is missing"
done
"$prefix/bin/understudy" perform performance:menu-poke -o "$work/installed.mcap" >/dev/null && [ -e "$prefix/share/understudy/performances/LICENSE" ] ||
  fail "the performances are not installed"
cmake --build "$build" --target uninstall >"$work/uninstall.log" 2>&1 || { tail "$work/uninstall.log"; fail "uninstall"; }
[ ! -e "$work/some" ] || fail "left behind: $(find "$work/some")"

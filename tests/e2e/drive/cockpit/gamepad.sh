#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# gamepad.sh: somebody drives hello_xr with a gamepad that comes while the app runs: gamepad.py is that gamepad, and says what must hold. Played, the
# recording gives the app the same answers.
. "$(dirname "$0")/../../lib.sh"
need_command python3
need_command hello_xr
need_display "$@"
export UNDERSTUDY_TOOL=$tool UNDERSTUDY_HEADLESS_EYE_SIZE=64 PYTHONDONTWRITEBYTECODE=1
cd "$work"
python3 "$source/tests/e2e/drive/cockpit/gamepad.py" "$build/bin" hello_xr -g Vulkan2 >gamepad.txt 2>&1 || { cat gamepad.txt; fail "the gamepad; see $work"; }
"$tool" check take.mcap >check.txt || fail "the recording is not sound: $(cat check.txt)"
"$tool" run --headless --play take.mcap --clock frame --limit 300 --quiet --log replay.jsonl -- hello_xr -g Vulkan2 >replay.txt 2>&1 ||
  fail "the recording does not play: $(tail -n 3 replay.txt)"
"$tool" compare drive.jsonl replay.jsonl || fail "the app was told something else when the recording was played"
python3 "$source/tests/e2e/drive/cockpit/gamepad.py" moved drive.jsonl replay.jsonl || fail "the sticks moved something else"

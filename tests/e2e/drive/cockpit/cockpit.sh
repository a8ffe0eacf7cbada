#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# cockpit.sh: somebody makes a recording of hello_xr by mouse and keyboard in the window of `drive --headless --window`: cockpit.py is that user,
# and says what must hold. Played, the recording gives the app the same answers.
. "$(dirname "$0")/../../lib.sh"
need_command python3
need_command hello_xr
need_display "$@"
export UNDERSTUDY_TOOL=$tool UNDERSTUDY_HEADLESS_EYE_SIZE=64 PYTHONDONTWRITEBYTECODE=1
cd "$work"
mkdir no-gamepads
export UNDERSTUDY_GAMEPADS=$work/no-gamepads
python3 "$source/tests/e2e/drive/cockpit/cockpit.py" "$build/bin" hello_xr -g Vulkan2 >cockpit.txt 2>&1 || { cat cockpit.txt; fail "the cockpit; see $work"; }
cat cockpit.txt
"$tool" check take.mcap >check.txt || fail "the recording is not sound: $(cat check.txt)"
"$tool" run --headless --play take.mcap --clock frame --limit 300 --quiet --log replay.jsonl -- hello_xr -g Vulkan2 >replay.txt 2>&1 ||
  fail "the recording does not play: $(tail -n 3 replay.txt)"
"$tool" compare --allow ignore=marker drive.jsonl replay.jsonl || fail "the app was told something else when the recording was played"
python3 "$source/tests/e2e/drive/cockpit/cockpit.py" aimed drive.jsonl replay.jsonl || fail "the hand aimed elsewhere"

# A part between two marks plays alone.
"$tool" run --headless --play take.mcap --clock frame --from take-1 --to take-1-end --limit 300 --quiet -- hello_xr -g Vulkan2 >part.txt 2>&1 ||
  fail "the take does not play: $(tail -n 3 part.txt)"

# The manual has each row of the help.
"$tool" help drive | sed -n '/^Mouse, keyboard and gamepad/,/^$/s/^  .\{13\} //p' >rows.txt
[ "$(wc -l <rows.txt)" -gt 10 ] || fail "the help has no table of keys"
tr -s '\n' ' ' <"$source/docs/man/understudy-drive.5" >manual.txt
while read -r row; do
  grep -qF -- "$row" manual.txt || fail "understudy-drive(5) has no '$row'"
done <rows.txt

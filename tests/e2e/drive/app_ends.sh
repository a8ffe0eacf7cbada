#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# An app ends by itself in the newest frame of its drive. The replay tells it the same: it is not asked to exit in that frame.
. "$(dirname "$0")/../lib.sh"
cd "$work"
app=("$build/bin/understudy_probe" --graphics headless --wait-focus --frames 20 --actions --all-relations --hands --gaze --log /dev/null)
{
  echo 'right profile oculus/touch_controller'
  for ((i = 0; i < 30; i++)); do echo 'advance 1 frames'; done
} >script.txt
code=0
"$tool" drive --headless --save drive.mcap --log drive.jsonl -- "${app[@]}" <script.txt >out.txt 2>err.txt || code=$?
[ "$code" = 3 ] || { cat err.txt; fail "the drive ends with $code and not with 3"; }
grep -q "line 21, 'advance 1 frames': the app has ended" err.txt || { cat err.txt; fail "the app did not end in frame 19"; }
"$tool" run --headless --play drive.mcap --clock frame --limit 300 --log replay.jsonl -- "${app[@]}" >replay.txt 2>&1 || { cat replay.txt; fail "the recording does not play"; }
"$tool" compare drive.jsonl replay.jsonl >compare.txt 2>&1 || { cat compare.txt; fail "the recording plays otherwise"; }
grep -q 'no difference in 20 frames' compare.txt || { cat compare.txt; fail "other frames were compared"; }
grep '"e":"end"' replay.jsonl | grep -q '"reached_end":false' || fail "the replay reached the end of the recording"

# A script whose writer is slower than the app, which has frames of its own: the app ends, and the pipe stays open.
mkfifo slow
code=0
"$tool" drive --headless --clock real --save slow.mcap -- "${app[@]}" <slow >slow.txt 2>slow-err.txt &
drive=$!
exec {writer}>slow
head -n 1 script.txt >&"$writer"
wait "$drive" || code=$?
exec {writer}>&-
[ "$code" = 3 ] || { cat slow-err.txt; fail "the drive of a slow script ends with $code and not with 3"; }
grep -q 'the app has ended: its exit code is 0, but its script has not: ' slow-err.txt || { cat slow-err.txt; fail "nothing says that the script was not read to its end"; }

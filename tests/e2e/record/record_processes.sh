#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# record_processes.sh: an app of several processes has a recording of each, also if they run at once, or crash; what is missing is said.
. "$(dirname "$0")/../lib.sh"
cd "$work"
recorded=("$tool" record --headless --rate max --force)
probe="'$build/bin/understudy_probe' --log /dev/null --frames"
frames() { # FILE: how many frames it has, if nothing is wrong with it
  "$tool" check "$1" >check.out || fail "$1 is not sound: $(cat check.out)"
  "$tool" info --json "$1" | sed -n 's/.*"frame_count":[ \t]*\([0-9]*\).*/\1/p'
}
check_frames() { # NAME FRAMES FRAMES: those of its two files, in any order
  local found
  found=$(printf '%s\n' "$(frames "$1.mcap")" "$(frames "$1-2.mcap")" | sort -n | tr '\n' ' ')
  [ "$found" = "$2 $3 " ] || fail "$1: frames $found"
  [ ! -e "$1-3.mcap" ] || fail "$1: there is a third file"
}

"${recorded[@]}" -o after.mcap -- sh -c "$probe 30; $probe 50" 2>said || fail "two processes: $? $(cat said)"
check_frames after 30 50
[ "$(frames after.mcap)" = 30 ] || fail 'the first process is not in the first file'
grep -q 'recorded 50 frames.*to after-2.mcap' said || fail "the second file is not named: $(cat said)"
"${recorded[@]}" -o once.mcap -- sh -c "$probe 3000 & $probe 5000; wait" 2>said || fail "at once: $? $(cat said)"
check_frames once 3000 5000
"${recorded[@]}" -o crash.mcap -- sh -c "$probe 300 --fault crash@100; $probe 150" 2>said || fail "after a crash: $? $(cat said)"
check_frames crash 99 150

# The rest of one that crashes behind another is not kept.
code=0
"${recorded[@]}" -o lost.mcap -- sh -c "$probe 300 --fault crash@100; $probe 10000 --fault crash@5000; true" 2>said || code=$?
[ "$code" = 3 ] || fail "a second crash: $code $(cat said)"
[ "$(frames lost.mcap)" = 99 ] && [ "$(frames lost-2.mcap)" -gt 0 ] || fail "a second crash: the files are not whole"
grep -q 'lost-2.mcap lacks the last moments: ' said || fail "a second crash: $(cat said)"

# A session that cannot be recorded.
code=0
"${recorded[@]}" -o none.mcap -- sh -c "ln -sf nowhere/at/all none.mcap; $probe 30" 2>said || code=$?
[ "$code" = 3 ] || fail "a session that was refused: $code $(cat said)"

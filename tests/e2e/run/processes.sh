#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# processes.sh RECORDING: of an app that crashes and is started again, the log has all that the first process did, with a session of its own,
# and no verdict passes, although the one that starts them exits with 0.
. "$(dirname "$0")/../lib.sh"
cd "$work"
probe="'$build/bin/understudy_probe' --log /dev/null --frames"
echo '{"version": 1, "expect": [{"kind": "frames", "at_least": 700}]}' >expect.json
play() { # CODE LOG COMMAND: plays to the processes of the command
  local code=0
  "$tool" run --headless --quiet --clock frame --play "$recording" --log "$2" --expect expect.json -- sh -c "$3" >said 2>&1 || code=$?
  [ "$code" = "$1" ] || fail "$3: ended with $code: $(cat said)"
}
recording=$1
frames() { grep '"e":"wait"' "$1" | grep -c "\"session\":$2,"; } # LOG SESSION

play 1 crash.jsonl "$probe 100 --fault crash@50; $probe 800; exit 0"
grep -q '^FAILED: 1 of 1 expectations met in 721 frames of session 2 .*; the log is incomplete: 1 of 2 processes with a session crashed, ' said || fail "a crash: $(cat said)"
[ "$(frames crash.jsonl 1)" -ge 50 ] || fail "the log has $(frames crash.jsonl 1) frames of the process that crashed"
awk -F'[:,]' '$2 != NR { exit 1 }' crash.jsonl || fail 'the lines are not numbered through the log'
play 0 good.jsonl "$probe 50; $probe 800"
[ "$(frames good.jsonl 1)" = 50 ] || fail 'frames of two processes count as those of one session'

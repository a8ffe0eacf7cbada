#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# sessions.sh RECORDING: an app makes a temporary session before the real one. Playback starts in both. All messages and files are
# about the session that played to its end. A recording has one file for each session.
. "$(dirname "$0")/../lib.sh"
recording=$1
export UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_EYE_SIZE=64
cat >"$work/expect.json" <<'END'
{"version": 1, "expect": [
  {"name": "frames", "kind": "frames", "at_least": 61, "at_most": 61},
  {"name": "projection layers all the time", "kind": "no_gap", "layer": "projection", "frames": 0},
  {"name": "the pinch is felt", "kind": "haptic", "hand": "right", "from": "pinch"},
  {"name": "nothing fails", "kind": "no_errors"}]}
END

# play_to CODE NAME [option of run...] -- [option of the probe...], and play, which ends with 0
play() { play_to 0 "$@"; }
play_to() {
  local wanted=$1 name=$2 options=() code=0
  shift 2
  while [ "$1" != -- ]; do options+=("$1"); shift; done
  shift
  rm -rf "$work/shots"
  rm -f "$work/ready" "$work/done"
  UNDERSTUDY_READY_FILE=$work/ready UNDERSTUDY_DONE_FILE=$work/done "$tool" run --headless --play "$recording" --clock frame --from pinch --to 5.5 --end quit --limit 300 \
    --log "$work/$name.jsonl" "${options[@]}" \
    -- "$build/bin/understudy_probe" --graphics vulkan2 --wait-focus --seconds 60 --actions --log "$work/$name.probe" "$@" 2>"$work/$name.err" || code=$?
  [ $code = "$wanted" ] || { cat "$work/$name.err"; fail "$name: it ended with $code"; }
}
says() { grep -q -e "$2" "$work/$1.err" || { cat "$work/$1.err"; fail "$1: it does not say '$2'"; }; }
silent() { ! grep -e "$2" "$work/$1.err" || fail "$1: it says '$2'"; }

play both --shots "$work/shots" --shoot 4.75s,5s --expect "$work/expect.json" -- --temporary-session 3
grep '^understudy: \|^PASSED' "$work/both.err"
[ "$(grep -c 'playback starts' "$work/both.err")" = 2 ] || fail "playback did not start in both sessions"
says both 'playback starts at .* session=2$'
says both 'playback ends at .* session=2: the layer asks the app to end its session$'
silent both 'playback did not reach it'
silent both ' 0 screenshots in'
says both ' 4 screenshots in '
says both '^PASSED: 4 of 4 expectations met in 61 frames of session 2 (playback started in 2 sessions)$'
# The file says when the session that played to its end started.
started=$(sed -n 's/.*"time_ns":\([0-9]*\),.*/\1/p' "$work/ready")
grep -q "playback starts at time=$started .* session=2$" "$work/both.err" || fail "$(cat "$work/ready") is not the start of the second session"

# The layer says once that no session reached a moment, and that there are no screenshots.
play_to 3 none --shots "$work/shots" --shoot frame:500 -- --temporary-session 3
[ "$(grep -c 'no screenshot of frame:500: playback did not reach it' "$work/none.err")" = 1 ] || fail "it is not said once that there was no frame 500"
[ "$(grep -c ' 0 screenshots in' "$work/none.err")" = 1 ] || fail "it is not said once that there are no screenshots"

# Two instances show the same frames, and no file is overwritten. The second run has the same moments as the first.
for run in instances again; do
  play $run --shots "$work/shots" --shoot frame:0,frame:7 -- --instances 2
  (cd "$work/shots" && ls) >"$work/$run.names"
done
for frame in frame-000000 frame-000007; do
  for name in session-2-view-0 session-2-view-1 view-0 view-1; do echo "$frame-$name.png"; done
done | LC_ALL=C sort >"$work/names"
LC_ALL=C sort "$work/again.names" | cmp - "$work/names" || fail "the screenshots of two instances: $(cat "$work/again.names")"
cmp "$work/instances.names" "$work/again.names" || fail "the second run names them otherwise: $(cat "$work/again.names")"

# With one session nothing is numbered.
play one --shots "$work/shots" --shoot 4.75s --expect "$work/expect.json" --
silent one 'session='
says one '^PASSED: 4 of 4 expectations met in 61 frames$'

# Both sessions are compared.
play twice --repeat 2 -- --temporary-session 3
says twice '^understudy: deterministic: no difference in 6[0-9] frames of 2 sessions$'
play again -- --temporary-session 3
"$tool" compare "$work/both.jsonl" "$work/again.jsonl" || fail "two runs with two sessions differ"
play later -- --temporary-session 3 --layers quad_view
"$tool" compare "$work/both.jsonl" "$work/later.jsonl" >"$work/diff" && fail "no difference to an app that submits other layers"
cat "$work/diff"
grep -q '^the first difference is in frame 0 of session 2 (4.500 s of the recording)' "$work/diff" || fail "the session is not named"

# A recorded session without a picture leaves its file to the next one; a later session has its own file. Then the app is killed
# in its second instance, in which it has two more seconds: both files are complete.
export UNDERSTUDY_HEADLESS_PERSON=moving
unset UNDERSTUDY_HEADLESS_RATE_HZ
frames_of() { "$tool" info --json "$1" | sed -n 's/.*"frame_count":[ \t]*\([0-9]*\).*/\1/p'; }
probe=("$build/bin/understudy_probe" --graphics vulkan2 --actions --log "$work/probe.jsonl")
"$tool" record -o "$work/app.mcap" --headless -- "${probe[@]}" --frames 40 --instances 2 --temporary-session 3 2>"$work/record.err" ||
  fail "record ended with $?: $(cat "$work/record.err")"
says record '^understudy: recorded 40 frames, .* to .*/app.mcap: head, both hands, both controllers, gaze$'
says record '^understudy: recorded 40 frames, .* to .*/app-2.mcap: head, both hands, both controllers, gaze$'
[ "$(grep -c '^understudy: recorded' "$work/record.err")" = 2 ] || fail "not one line for each file: $(cat "$work/record.err")"
for file in app app-2; do
  [ "$(frames_of "$work/$file.mcap")" = 40 ] || fail "$file.mcap has not the 40 frames of the real session"
done
[ ! -e "$work/app-3.mcap" ] || fail "a session without a picture has a file of its own"
# A file of the user with such a name is kept.
echo mine >"$work/kill-2.mcap"
: >"$work/probe.jsonl"
code=0
# shellcheck disable=SC2016
UNDERSTUDY_HEADLESS_RATE_HZ=30 "$tool" record -o "$work/kill.mcap" --headless -- \
  bash -c '"$@" & until [ "$(grep -c "\"e\":\"wait\"" "$0")" -ge 65 ]; do sleep 0.05; done; kill -9 $!; wait $!' \
  "$work/probe.jsonl" "${probe[@]}" --frames 60 --instances 2 2>"$work/kill.err" || code=$?
[ "$code" = 137 ] || fail "of the killed app record ended with $code: $(cat "$work/kill.err")"
[ "$(cat "$work/kill-2.mcap")" = mine ] || fail "a file of the user's was overwritten"
for file in kill kill-3; do
  "$tool" check "$work/$file.mcap" >"$work/check" || fail "$file.mcap is not sound: $(cat "$work/check")"
done
[ "$(frames_of "$work/kill.mcap")" = 60 ] || fail "kill.mcap has not the 60 frames of the first session"
cat "$work/record.err" "$work/kill.err"

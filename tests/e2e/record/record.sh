#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# `record` records the headless runtime's moving person from the probe: whole, from an app that crashes, and from one that is killed; and
# the recording plays.
. "$(dirname "$0")/../lib.sh"
export UNDERSTUDY_HEADLESS_PERSON=moving UNDERSTUDY_HEADLESS_EYE_SIZE=64
probe=("$build/bin/understudy_probe" --graphics vulkan2 --actions)

# The number of frames that `info` finds.
frames_of() { "$tool" info --json "$1" | sed -n 's/.*"frame_count":[ \t]*\([0-9]*\).*/\1/p'; }

"$tool" record -o "$work/whole.mcap" --headless -- "${probe[@]}" --frames 120 --log "$work/whole.jsonl" 2>"$work/whole.err" ||
  fail "record ended with $?: $(cat "$work/whole.err")"
[ "$(frames_of "$work/whole.mcap")" = 120 ] || fail "not all of the 120 frames were recorded"
"$tool" check "$work/whole.mcap" >"$work/check" || fail "the recording is not sound: $(cat "$work/check")"
grep -q "understudy: recorded 120 frames, .*: head, both hands, both controllers, gaze$" "$work/whole.err" || fail "no summary: $(cat "$work/whole.err")"
[ "$(grep -c '^understudy: recorded' "$work/whole.err")" = 1 ] || fail "not one line says what was recorded: $(cat "$work/whole.err")"
"$tool" info "$work/whole.mcap" >"$work/info"
grep -q '^  app       understudy_probe 0, ' "$work/info" || fail "the app is not named"
grep -q '^              input/menu/click, input/select/click$' "$work/info" || fail "components are missing: $(cat "$work/info")"
if "$tool" record -o "$work/whole.mcap" --headless -- "${probe[@]}" --frames 10 2>"$work/again.err"; then
  fail "an existing recording was recorded over"
fi
[ "$(frames_of "$work/whole.mcap")" = 120 ] || fail "an existing recording changed"
"$tool" record -o "$work/whole.mcap" --force --quiet --headless -- "${probe[@]}" --frames 60 --log "$work/force.jsonl" 2>"$work/force.err" ||
  fail "record --force ended with $?"
[ ! -s "$work/force.err" ] || fail "--quiet was not quiet: $(cat "$work/force.err")"
[ "$(frames_of "$work/whole.mcap")" = 60 ] || fail "--force did not replace the recording"

# With closed standard streams, nothing that is printed gets into the recording or in the way of the run.
for closed in '<&-' '>&-' '2>&-' '<&- >&-' '>&- 2>&-' '<&- >&- 2>&-'; do
  code=0
  eval '"$tool" record -o "$work/closed.mcap" --force --headless -- "${probe[@]}" --frames 30 --log "$work/closed.jsonl" '"$closed" || code=$?
  [ "$code" = 0 ] || fail "record with $closed ended with $code"
  [ "$(frames_of "$work/closed.mcap")" = 30 ] || fail "with $closed the recording is not whole"
  "$tool" check "$work/closed.mcap" >"$work/check" || fail "with $closed the recording is not sound: $(cat "$work/check")"
done

# A crash in frame 100 loses at most the frame that was not ended.
code=0 begun=$SECONDS
"$tool" record -o "$work/crash.mcap" --headless -- "${probe[@]}" --frames 300 --fault crash@100 --log "$work/crash.jsonl" 2>"$work/crash.err" || code=$?
took=$((SECONDS - begun))
[ "$code" = 139 ] || fail "after a crash the exit code is $code"
grep -q '^understudy: set UNDERSTUDY_WATCH_CALLS=1 to learn which OpenXR call was the last$' "$work/crash.err" || fail "after a crash it names options of run: $(cat "$work/crash.err")"
code=0
UNDERSTUDY_WATCH_CALLS=1 "$tool" record -o "$work/watched.mcap" --headless -- "${probe[@]}" --frames 300 --fault crash@100 --log /dev/null 2>"$work/watched.err" || code=$?
[ "$code" = 139 ] && grep -q 'the last was xrBeginFrame, which returned XR_SUCCESS$' "$work/watched.err" || fail "with UNDERSTUDY_WATCH_CALLS it ended with $code: $(cat "$work/watched.err")"
frames=$(frames_of "$work/crash.mcap")
[ "$frames" -ge 99 ] || fail "after a crash in frame 100 only $frames frames are there"
"$tool" check "$work/crash.mcap" >"$work/check" || fail "after a crash the recording is not sound: $(cat "$work/check")"

# An app that does not end is killed because of --limit, which is no failure. It has several times as long as the 100 frames above took here.
"$tool" record -o "$work/limit.mcap" --limit $((3 + 5 * took)) --headless -- "${probe[@]}" --frames 100000 --log "$work/limit.jsonl" 2>"$work/limit.err" ||
  fail "with --limit record ended with $?: $(cat "$work/limit.err")"
"$tool" check "$work/limit.mcap" >"$work/check" || fail "after --limit the recording is not sound: $(cat "$work/check")"

# Ctrl-C ends the recording: an app that then ends with 0 has a whole one, and that is a success; one that the signal ends has it as well.
# The first app ends with 0 when it gets the signal, and by then has drawn all of its frames.
cat >"$work/obey" <<'END'
#!/bin/sh
trap 'exit 0' INT
"$@" && echo drawn >"$DRAWN"
while :; do sleep 0.05; done
END
chmod +x "$work/obey"
export DRAWN=$work/drawn
for how in obeyed:0 heeded:130; do
  app=("$work/obey" "${probe[@]}" --frames 30)
  [ "${how%:*}" = obeyed ] || app=("${probe[@]}" --frames 100000)
  env --default-signal "$tool" record -o "$work/${how%:*}.mcap" --headless -- "${app[@]}" --log "$work/$how.jsonl" 2>"$work/interrupted.err" &
  recorder=$!
  if [ "${how%:*}" = obeyed ]; then wait_for "$DRAWN" $recorder; else wait_for_frames 10 "$work/$how.jsonl" $recorder; fi
  kill -INT "$recorder"
  code=0
  wait "$recorder" || code=$?
  [ "$code" = "${how#*:}" ] || fail "SIGINT, ${how%:*}: record ended with $code: $(cat "$work/interrupted.err")"
  "$tool" check "$work/${how%:*}.mcap" >"$work/check" || fail "after SIGINT, ${how%:*}, the recording is not sound: $(cat "$work/check")"
done

# Markers from another terminal and by a signal, and one for each vibration.
UNDERSTUDY_RECORD_MARK_ON=haptic "$tool" record -o "$work/marks.mcap" --limit 300 --headless -- "${probe[@]}" --seconds 6 \
  --log "$work/marks.jsonl" 2>"$work/marks.err" &
recorder=$!
wait_for "$work/marks.mcap" $recorder
"$tool" mark 'from here' --pid "$recorder" >"$work/marked" || fail "mark ended with $?"
[ "$(cat "$work/marked")" = "marked 'from here' in $work/marks.mcap" ] || fail "mark does not say what it marked: $(cat "$work/marked")"
kill -USR1 "$recorder"
wait "$recorder" || fail "with markers record ended with $?: $(cat "$work/marks.err")"
"$tool" info "$work/marks.mcap" >"$work/info"
grep -q ' s  from here$' "$work/info" || fail "there is no marker of mark: $(cat "$work/info")"
grep -q ' s  SIGUSR1$' "$work/info" || fail "there is no marker of SIGUSR1: $(cat "$work/info")"
[ "$(sed -n 's/^  markers   //p' "$work/info")" -ge 3 ] || fail "there is no marker of a vibration: $(cat "$work/info")"
code=0
"$tool" mark nowhere --pid "$recorder" 2>"$work/mark.err" || code=$?
[ "$code" = 1 ] || fail "mark without a recording ended with $code"
"$tool" run --play "$work/marks.mcap" --from 'from here' --end quit --headless -- "${probe[@]}" --frames 300 --log "$work/from.jsonl" 2>"$work/from.err" ||
  fail "playing from a marker ended with $?: $(cat "$work/from.err")"

# A display that does not wait: what happens in a frame has the frame's time, however fast this machine is.
UNDERSTUDY_RECORD_MARK_ON=haptic "$tool" record -o "$work/fast.mcap" --limit 300 --headless --rate max -- "${probe[@]}" --frames 1000 \
  --log "$work/fast.jsonl" 2>"$work/fast.err" || fail "at --rate max record ended with $?: $(cat "$work/fast.err")"
"$tool" info "$work/fast.mcap" | grep ' s  haptic$' >"$work/fast.markers" || fail "at --rate max no vibration is marked"
awk '$1 > 14 { late = 1 } END { exit !late }' "$work/fast.markers" || fail "the vibrations of 16 s are at $(cat "$work/fast.markers")"
"$tool" run --headless --play "$work/fast.mcap" --clock frame --end quit --quiet -- "${probe[@]}" --frames 2000 --log "$work/again.jsonl" ||
  fail "what was recorded at --rate max is played with $?"

# An app without a session records nothing, and that is no success.
code=0
"$tool" record -o "$work/none.mcap" --headless -- true 2>"$work/none.err" || code=$?
[ "$code" = 5 ] || fail "recording nothing ended with $code"
[ ! -e "$work/none.mcap" ] || fail "a recording of nothing was left"

# It plays.
"$tool" run --play "$work/crash.mcap" --end quit --headless -- "${probe[@]}" --frames 300 --log "$work/play.jsonl" 2>"$work/play.err" ||
  fail "playing ended with $?: $(cat "$work/play.err")"
grep -q "played crash.mcap .*the recording's end was reached" "$work/play.err" || fail "it did not play: $(cat "$work/play.err")"

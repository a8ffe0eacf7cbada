#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# record_session.sh RECORDING: a recorded app gets the same answers as an app that is not recorded, and the file exists.

. "$(dirname "$0")/../lib.sh"
probe=$build/bin/understudy_probe
recording=$1

# run_probe NAME [OPTION...]: plays into the probe with the frame clock; the log is NAME.jsonl.
run_probe() {
  name=$1
  shift
  "$tool" run --headless --play "$recording" --clock frame --to 2 --end quit --quiet --log "$work/$name.jsonl" "$@" \
    -- "$probe" >"$work/$name.out" 2>"$work/$name.err" || fail "$name: run exits with $?: $(cat "$work/$name.err")"
}

run_probe plain
run_probe recorded --record "$work/session.mcap"
"$tool" compare "$work/plain.jsonl" "$work/recorded.jsonl" >"$work/diff" || fail "the app was told otherwise: $(cat "$work/diff")"
[ "$(head -c 5 "$work/session.mcap" | tail -c 4)" = MCAP ] || fail 'the recording does not begin as an MCAP file'
[ "$(tail -c 7 "$work/session.mcap" | head -c 4)" = MCAP ] || fail 'the recording has no end'
[ "$(stat -c %a "$work/session.mcap")" = "$(printf %o $((0666 & ~$(umask))))" ] || fail "the recording's mode is $(stat -c %a "$work/session.mcap")"
size=$(wc -c <"$work/session.mcap")
frames=$(grep -c '"e":"submit"' "$work/recorded.jsonl")
# Hands, head, views, gaze and a controller's inputs.
[ "$((size / frames))" -lt 3072 ] || fail "a frame takes $((size / frames)) bytes"

# With the frame clock, recorded time is that clock's, however late frames are: where the runtime does not wait, where it shows 45
# frames a second, and where the app is late.
record_at() {
  name=$1
  export UNDERSTUDY_HEADLESS_RATE_HZ=$2
  shift 2
  "$tool" run --headless --play "$recording" --clock frame --to 2 --end quit --quiet --record "$work/$name.mcap" -- "$probe" --frames 100 --actions "$@" \
    >"$work/$name.out" 2>"$work/$name.err" || fail "$name: run exits with $?: $(cat "$work/$name.err")"
  unset UNDERSTUDY_HEADLESS_RATE_HZ
  "$tool" info --json "$work/$name.mcap" >"$work/$name.json"
  grep -q '"rate_hz":[[:space:]]*60,' "$work/$name.json" || fail "$name: not 60 frames a second: $(grep rate_hz "$work/$name.json")"
}
record_at unpaced 0
record_at at45 45
record_at late 45 --fault slow@90
for name in at45 late; do
  "$tool" compare "$work/unpaced.mcap" "$work/$name.mcap" >"$work/diff" || fail "the recording depends on when frames were shown: $name: $(cat "$work/diff")"
done

lines=$(grep -c 'recorded' "$work/recorded.err" || true)
[ "$lines" = 0 ] || fail "--quiet was not quiet: $(cat "$work/recorded.err")"

# An app that crashes in frame 100 loses at most the frame that was not ended, and the app's end is run's.
code=0
"$tool" run --headless --play "$recording" --clock frame --end quit --record "$work/crash.mcap" -- "$probe" --fault crash@100 --frames 300 \
  >"$work/crash.out" 2>"$work/crash.err" || code=$?
[ "$code" = 139 ] || fail "after a crash the exit code is $code"
crash_frames=$("$tool" info --json "$work/crash.mcap" | sed -n 's/.*"frame_count":[ \t]*\([0-9]*\).*/\1/p')
[ "$crash_frames" -ge 99 ] || fail "after a crash in frame 100 only $crash_frames frames are there"
"$tool" check "$work/crash.mcap" >"$work/check" || fail "after a crash the recording is not sound: $(cat "$work/check")"
[ "$(grep -c '^understudy: recorded' "$work/crash.err")" = 1 ] || fail "not one line says what was recorded: $(cat "$work/crash.err")"

# With a verdict as well. An earlier file is replaced only once something is recorded, and nothing recorded is no success.
echo '{"version": 1, "expect": [{"kind": "frames", "at_least": 10}]}' >"$work/expect"
UNDERSTUDY_RECORD_MARK_ON=haptic "$tool" run --headless --play "$recording" --clock frame --to 1 --end quit --expect "$work/expect" --record "$work/judged.mcap" \
  -- "$probe" >"$work/judged.out" 2>"$work/judged.err" || fail "with --expect run exits with $?: $(cat "$work/judged.err")"
[ "$(grep -c '^understudy: recorded' "$work/judged.err")" = 1 ] || fail "not one line says what was recorded: $(cat "$work/judged.err")"
"$tool" check "$work/judged.mcap" >"$work/check" || fail "with --expect the recording is not sound: $(cat "$work/check")"
cp "$work/judged.mcap" "$work/before.mcap"
code=0
"$tool" run --headless --play "$recording" --record "$work/judged.mcap" -- true 2>"$work/none.err" || code=$?
[ "$code" = 5 ] || fail "recording nothing ended with $code"
cmp -s "$work/judged.mcap" "$work/before.mcap" || fail 'a run without a session changed the recording of an earlier one'
"$tool" run --headless --play "$recording" --allow-unused --record "$work/unused.mcap" -- true 2>"$work/unused.err" ||
  fail "with --allow-unused an app without OpenXR ends with $?: $(cat "$work/unused.err")"
[ ! -e "$work/unused.mcap" ] || fail 'an empty recording was left'

# The layer alone does not touch a file that is there.
echo mine >"$work/mine"
run_probe replaced --record "$work/session.mcap"
# run_alone FILE: the probe, started by itself, with the layer recording to FILE.
run_alone() {
  UNDERSTUDY_ENABLE=1 UNDERSTUDY_RECORD=$1 XDG_DATA_HOME=$build/share \
    XR_RUNTIME_JSON=$build/share/understudy/headless_runtime.json "$probe" >"$work/out" 2>"$work/err" </dev/null ||
    fail "the probe alone exits with $?: $(cat "$work/err")"
}
run_alone "$work/mine"
[ "$(cat "$work/mine")" = mine ] || fail 'the layer wrote to a file that was there'
grep -q 'the file is there already' "$work/err" || fail "nothing says so: $(cat "$work/err")"
run_alone "$work/missing/session.mcap"
grep -q 'the app runs without being recorded' "$work/err" || fail "a missing folder: $(cat "$work/err")"
run_alone "$work/alone.mcap"
grep -q 'recorded [0-9]* frames' "$work/err" || fail "nothing was recorded: $(cat "$work/err")"

# An app that never waits for a frame is recorded at the times that it asks for, and such a recording plays: with both clocks into such an app,
# where a time that is asked for counts from the first one, and into one with frames.
# agrees LOG START_NS: where the app was told that its head is, the recording has it, for every tenth time that the recording has: the ask by
# which the layer learns that the recording ended is later than its end.
agrees() {
  end=$("$tool" info --json "$work/frameless.mcap" | sed -n 's/.*"end_s":[[:space:]]*\([0-9.]*\).*/\1/p')
  sed -n 's/.*"e":"locate".*"pose":\[\([^]]*\)\].*"space_name":"VIEW","base_name":"LOCAL","wall_time_ns":\([0-9]*\).*/\2 \1/p' "$1" |
    awk -v start="$2" -v end="$end" '$1 >= start && ($1 - start) / 1e9 <= end && n++ % 10 == 0 { printf "%.9f %s\n", ($1 - start) / 1e9, $2 }' >"$work/told"
  [ "$(wc -l <"$work/told")" -ge 4 ] || fail "$1: too few answers"
  while read -r time pose; do
    "$tool" sample --json "$work/frameless.mcap" --time "$time" | tr -d '\t\n' |
      sed 's/.*"head":[^[]*\[\([^]]*\)\],"rotation":\[\([^]]*\)\].*/\1,\2/; s/ //g' >"$work/sampled"
    echo "$pose" | paste -d ' ' - "$work/sampled" | awk '{ split($1, told, ","); split($2, has, ",")
      for (i = 1; i <= 7; i++) if ((told[i] - has[i]) ^ 2 > 1e-8) exit 1 }' || fail "$1: at $time s the app was told $pose, recorded is $(cat "$work/sampled")"
  done <"$work/told"
}
frameless=("$probe" --no-frames --wait-focus --base local --velocities --actions)
"$tool" record -o "$work/frameless.mcap" --headless --person moving -- "${frameless[@]}" --frames 80 --log "$work/live.jsonl" 2>"$work/frameless.err" ||
  fail "without frames record exits with $?: $(cat "$work/frameless.err")"
"$tool" check "$work/frameless.mcap" >"$work/check" || fail "the recording without frames is not sound: $(cat "$work/check")"
# What was recorded is what the app was told; time 0 is the first time that it asked for.
agrees "$work/live.jsonl" "$(sed -n 's/.*"e":"views".*"wall_time_ns":\([0-9]*\).*/\1/p' "$work/live.jsonl" | head -n 1)"
for clock in wall frame; do
  "$tool" run --headless --play "$work/frameless.mcap" --clock $clock -- "${frameless[@]}" --seconds 60 --log "$work/$clock.jsonl" 2>"$work/$clock.err" ||
    fail "$clock: without frames run exits with $?: $(cat "$work/$clock.err")"
  grep -q 'the recording.s end was reached' "$work/$clock.err" || fail "$clock: the recording did not play to its end: $(cat "$work/$clock.err")"
  agrees "$work/$clock.jsonl" "$(sed -n 's/.*playback starts at time=\([0-9]*\) .*/\1/p' "$work/$clock.err")"
done
"$tool" run --headless --play "$work/frameless.mcap" --clock frame -- "$probe" --frames 20 >"$work/framed.jsonl" 2>"$work/framed.err" ||
  fail "into an app with frames run exits with $?: $(cat "$work/framed.err")"
grep -q '"what":"start"' "$work/framed.jsonl" || grep -q 'playback starts' "$work/framed.err" || fail "it does not play into an app with frames"

# Options that do not go together.
"$tool" run --play "$recording" --record "$work/two.mcap" --repeat 2 -- true 2>"$work/err" && fail '--record with --repeat is accepted'
grep -q -e '--record excludes --repeat: a recording holds one run' "$work/err" || fail "--repeat: $(cat "$work/err")"
"$tool" run --play "$recording" --record "$recording" -- true 2>"$work/err" && fail 'the recording may be overwritten'
grep -q -e '--record' "$work/err" || fail "the same file: $(cat "$work/err")"
echo "$((size / frames)) bytes a frame"

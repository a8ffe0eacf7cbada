#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# record_session.sh RECORDING: an app that is recorded is told the same as one that is not, and the file is there.

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
"$tool" diff "$work/plain.jsonl" "$work/recorded.jsonl" >"$work/diff" || fail "the app was told otherwise: $(cat "$work/diff")"
[ "$(head -c 5 "$work/session.mcap" | tail -c 4)" = MCAP ] || fail 'the recording does not begin as an MCAP file'
[ "$(tail -c 7 "$work/session.mcap" | head -c 4)" = MCAP ] || fail 'the recording has no end'
size=$(wc -c <"$work/session.mcap")
frames=$(grep -c '"e":"submit"' "$work/recorded.jsonl")
# Hands, head, views, gaze and a controller's inputs.
[ "$((size / frames))" -lt 3072 ] || fail "a frame takes $((size / frames)) bytes"

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
"$tool" run --headless --play "$recording" --clock frame --to 1 --end quit --expect "$work/expect" --record "$work/judged.mcap" --mark-on haptic \
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

# Options that do not go together.
"$tool" run --play "$recording" --only-asked -- true 2>"$work/err" && fail '--only-asked without --record is accepted'
grep -q -e '--only-asked needs --record' "$work/err" || fail "--only-asked: $(cat "$work/err")"
"$tool" run --play "$recording" --mark-on haptic -- true 2>"$work/err" && fail '--mark-on without --record is accepted'
grep -q -e '--mark-on needs --record' "$work/err" || fail "--mark-on: $(cat "$work/err")"
"$tool" run --play "$recording" --record "$work/two.mcap" --twice -- true 2>"$work/err" && fail '--record with --twice is accepted'
grep -q -e '--record excludes --twice and --times: a recording holds one run' "$work/err" || fail "--twice: $(cat "$work/err")"
"$tool" run --play "$recording" --record "$recording" -- true 2>"$work/err" && fail 'the recording may be overwritten'
grep -q -e '--record' "$work/err" || fail "the same file: $(cat "$work/err")"
echo "$((size / frames)) bytes a frame"

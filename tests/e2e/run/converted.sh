#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# converted.sh: the input animation file of a recorded session says what the app was told. The oracle evaluates the file at each
# frame, and the file and the session play the same.
. "$(dirname "$0")/../lib.sh"
export UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_EYE_SIZE=16
frames=250

# Hands that come, go, pinch and turn upside down, and eyes that close. The gaze has no roll while it is there, because the file
# holds its direction alone: then the head only yaws, and the eyes only pitch.
cat >"$work/hands.person" <<'PERSON'
0     head   pose       0 0 0
1     head   pose       0.2 0.1 -0.1 40 0 0
2.2   head   pose       0.1 0.1 -0.1 -20 0 0
2.5   head   pose       -0.1 0.1 -0.1 20 -50 90
2.9   head   pose       -0.1 0.1 -0.1 20 0 0
4     head   pose       0.3 0.2 0.1 -90 0 0
0     gaze   direction  0 0
1     gaze   direction  0 30
3     gaze   direction  0 -40
0     gaze   tracked    yes
1.1   gaze   tracked    no
1.6   gaze   tracked    yes
2.2   gaze   tracked    no
2.95  gaze   tracked    yes
3.51  gaze   tracked    no
3.52  gaze   tracked    yes
0     left   wrist      -0.2 -0.3 -0.3
1     left   wrist      -0.25 0.1 -0.5 30 40 200
2     left   wrist      -0.1 -0.2 -0.35 -80 10 100
4     left   wrist      -0.2 -0.3 -0.3 0 0 0
0     left   joints     no
0.4   left   joints     yes
2.6   left   joints     no
3.1   left   joints     yes
0     left   gesture    open
1     left   gesture    pinch
1.4   left   gesture    open
3.2   left   gesture    fist
0     right  wrist      0.2 -0.3 -0.3
3     right  wrist      0.3 0.0 -0.6 -170 60 350
0     right  joints     yes
1.9   right  joints     no
1.93  right  joints     yes
0     right  gesture    open
2     right  gesture    point
2.4   right  gesture    pinch
3.5   right  gesture    open
PERSON
probe=("$build/bin/understudy_probe" --wait-focus --hands --gaze --all-relations --base "local,stage,view")

UNDERSTUDY_HEADLESS_PERSON=$work/hands.person "$tool" record -o "$work/session.mcap" --headless -- \
  "${probe[@]}" --frames "$frames" --log "$work/live.jsonl" 2>"$work/record.err" ||
  fail "record exits with $?: $(cat "$work/record.err")"
start_ns=$(grep -m1 '"e":"views"' "$work/live.jsonl" | sed 's/.*"wall_time_ns":\([0-9]*\).*/\1/')

# judge_live FILE LOG [OPTION...]: the oracle evaluates FILE at the times of what the app was told without it.
judge_live() {
  local file=$1 log=$2
  shift 2
  "$build/bin/oracle_compare" "$file" "$log" --start-time-ns "$start_ns" --start-s 0 --min-lines "$((frames * 3))" "$@" >"$work/judged" ||
    fail "$file is not what the app was told: $(cat "$work/judged")"
}

# convert NAME [OPTION...]: the session as NAME.bin, which must be sound.
convert() {
  local name=$1
  shift
  "$tool" convert "$work/session.mcap" -o "$work/$name.bin" "$@" >"$work/$name.said" || fail "$name: convert exits with $?"
  "$tool" check "$work/$name.bin" >"$work/$name.check" || fail "$name: $(cat "$work/$name.check")"
}

convert take
grep -q "holds      head, both hands, gaze; $frames frames" "$work/take.said" || fail "nothing says so: $(cat "$work/take.said")"
judge_live "$work/take.bin" "$work/live.jsonl"
tail -n 6 "$work/judged"
convert full --keys 28
judge_live "$work/full.bin" "$work/live.jsonl"

# A reduced file is within its tolerance, here of 1 mm and 0.5 degrees, at the positions that it holds: the eyes have lever arms. The
# script decides what is told, so another run is told the same. A gaze that looks up or down by 40 degrees rolls by 1/cos(40) of what
# its direction is off.
UNDERSTUDY_HEADLESS_PERSON=$work/hands.person XR_RUNTIME_JSON=$build/share/understudy/headless_runtime.json \
  "$build/bin/understudy_probe" --wait-focus --hands --gaze --frames "$frames" 2>"$work/again.err" |
  grep -v '"e":"views"' >"$work/again.jsonl" || fail "the second run: $(cat "$work/again.err")"
start_ns=$(grep -m1 '"e":"hand"' "$work/again.jsonl" | sed 's/.*"wall_time_ns":\([0-9]*\).*/\1/')
for keys in 8 28; do
  convert "reduced_$keys" --keys "$keys" --reduce
  judge_live "$work/reduced_$keys.bin" "$work/again.jsonl" --channels head,hands --pos-tol 0.001001 --rot-tol 0.008728
  tail -n 6 "$work/judged"
  judge_live "$work/reduced_$keys.bin" "$work/again.jsonl" --pos-tol 0.001001 --rot-tol 0.01141
done
[ "$(wc -c <"$work/reduced_8.bin")" -lt "$(($(wc -c <"$work/take.bin") / 5))" ] || fail 'the reduced file is hardly smaller'
"$build/bin/oracle_compare" "$work/reduced_8.bin" "$work/again.jsonl" --start-time-ns "$start_ns" --start-s 0 >"$work/judged" &&
  fail 'the reduced file is exact: the comparison sees nothing'

# The file and the session tell an app the same.
for file in take.bin session.mcap; do
  "$tool" run --headless --clock frame:60 --end hold --recorded gaze --anchor local --play "$work/$file" -- \
    "${probe[@]}" --frames "$frames" --log "$work/played.jsonl" 2>"$work/played.err" || fail "$file: run exits with $?"
  judge "$work/take.bin" "$work/played.jsonl" "$work/played.err" --min-lines "$((frames * 10))" >"$work/judged"
  tail -n 2 "$work/judged"
  grep -o '[a-z]* hand pinched at [0-9.]* s to [0-9.]* s' "$work/played.err" >"$work/$file.pinches" || fail "$file: nobody pinches"
done
cmp "$work/take.bin.pinches" "$work/session.mcap.pinches" || fail 'the file pinches at other times than the session'
cat "$work/take.bin.pinches"

# Only controllers: the file holds the head, and convert does not fail. The recording of hello_xr begins before it has the focus.
need_command hello_xr
UNDERSTUDY_HEADLESS_FRAMES=60 UNDERSTUDY_HEADLESS_LACKS=hand_tracking,eye_gaze \
  UNDERSTUDY_HEADLESS_PERSON=$source/docs/examples/touch.person \
  "$tool" record -o "$work/touch.mcap" --headless -- hello_xr -g Vulkan2 \
  >"$work/hello.out" 2>"$work/hello.err" || fail "record exits with $?: $(tail -n 3 "$work/hello.err")"
"$tool" convert "$work/touch.mcap" -o "$work/touch.bin" >"$work/touch.said" || fail "convert exits with $?"
grep -q 'holds      head; ' "$work/touch.said" || fail "nothing says so: $(cat "$work/touch.said")"
grep -q 'dropped    the controllers, because an input animation file has none; no hand was tracked' "$work/touch.said" ||
  fail "nothing says what is missing: $(cat "$work/touch.said")"
"$tool" check "$work/touch.bin" >"$work/touch.check" || fail "$(cat "$work/touch.check")"

#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# With a recording that cannot be used, the layer writes one line, and the app runs as without the layer.
. "$(dirname "$0")/../lib.sh"

run_probe() {
  env "XR_RUNTIME_JSON=$build/share/understudy/headless_runtime.json" UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_PERSON=moving \
    UNDERSTUDY_HEADLESS_LACKS=hand_tracking,eye_gaze "XDG_DATA_DIRS=$build/share:/usr/local/share:/usr/share" "$@" \
    "$build/bin/understudy_probe" --wait-focus --frames 30 --log "$work/app.jsonl" 2>"$work/layer.log"
}

# The runtime's own head is ten metres away from every recorded head: the first view shows who answered.
is_live() {
  awk -F'"poses":\\[\\[' '/"e":"views"/ && /"base_name":"LOCAL"/ { split($2, p, ","); exit !(p[1] > 5 || p[1] < -5) }' "$work/app.jsonl"
}

expect_passed_through() {
  local what=$1 words=$2 lines
  lines=$(grep -c '^understudy: ' "$work/layer.log" || true)
  cat "$work/layer.log"
  [ "$lines" = 1 ] || fail "$what: $lines lines instead of one"
  grep -q -- "$words" "$work/layer.log" || fail "$what: the line does not say '$words'"
  is_live || fail "$what: the answers are not the runtime's"
  grep -q '"hands":false' "$work/app.jsonl" || fail "$what: hands are promised"
}

good=$source/tests/data/demo.bin
run_probe UNDERSTUDY_ENABLE=1 UNDERSTUDY_PLAY="$good" || fail "the probe ended with $?"
! is_live || fail "a good recording is not played, so that this test shows nothing"
run_probe || fail "the probe ended with $?"
is_live || fail "the layer plays though nobody asked for it"
[ ! -s "$work/layer.log" ] || fail "the layer speaks though nobody asked for it"

head -c 100000 "$good" >"$work/cut.bin"
printf 'no recording at all' >"$work/text.bin"
: >"$work/empty.bin"
mkfifo "$work/pipe.bin"
while IFS='|' read -r file words; do
  run_probe UNDERSTUDY_ENABLE=1 UNDERSTUDY_PLAY="$file" || fail "$file: the probe ended with $?"
  expect_passed_through "$file" "$words"
done <<END
$work/cut.bin|at byte [0-9]
$work/text.bin|not an input animation
$work/empty.bin|empty
$work/pipe.bin|pipe
$work|directory
$work/none.bin|No such file
$source/tests/data/nothing.bin|has no head
END
run_probe UNDERSTUDY_ENABLE=1 || fail "the probe ended with $?"
expect_passed_through "no recording named" UNDERSTUDY_PLAY

# Each call has the same line with the layer and without it, except for times and for what moves. The first two lines are about the log and
# the instance; the second lists the layer's extensions too.
say_calls() {
  local name=$1
  shift
  env "XR_RUNTIME_JSON=$build/share/understudy/headless_runtime.json" UNDERSTUDY_HEADLESS_RATE_HZ=0 \
    UNDERSTUDY_HEADLESS_PERSON=moving UNDERSTUDY_HEADLESS_STILL=1 UNDERSTUDY_HEADLESS_CONTROLLERS=still "XDG_DATA_DIRS=$build/share:/usr/local/share:/usr/share" "$@" \
    "$build/bin/understudy_probe" --wait-focus --frames 30 --actions --locate-spaces --velocities --all-relations \
    --log "$work/$name.jsonl" 2>"$work/$name.log" || fail "$name: the probe ended with $?"
  without_wall_clock <"$work/$name.jsonl" | sed -E '1,2d; s/"(pose|poses|joints|velocity)":.*$//' >"$work/$name.calls"
}
say_calls alone
say_calls again
say_calls layered UNDERSTUDY_ENABLE=1
[ "$(wc -l <"$work/alone.calls")" -gt 1000 ] || fail "the probe made hardly a call"
cmp "$work/alone.calls" "$work/again.calls" || fail "two runs without the layer differ, so that this test shows nothing"
diff "$work/alone.calls" "$work/layered.calls" | head -n 5 | tee "$work/difference"
[ ! -s "$work/difference" ] || fail "with the layer passing through the app is told something else"

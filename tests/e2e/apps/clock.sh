#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# clock.sh RECORDING: with the frame clock, frame n of an app is told the same on a runtime at 30 Hz, at 90 Hz, and on one that
# does not wait at all, which is the default with the frame clock. The ready and done files say when playback started and ended.
. "$(dirname "$0")/../lib.sh"
recording=$1
need_file "$recording"
need_command hello_xr

# frames LOG: what calls were told from the first frame in FOCUSED on, without the times.
frames() {
  sed -n '/FOCUSED/,$p' "$1" | sed -n '/"e":"wait"/,$p' | grep -E '"e":"(wait|locate|views|hand|action)"' | without_wall_clock
}

play() {
  rm -f "$work/ready" "$work/done"
  UNDERSTUDY_READY_FILE=$work/ready UNDERSTUDY_DONE_FILE=$work/done "$tool" run --headless --play "$recording" --clock frame:30 --from 1 --to 2 --end quit:20 "${paced[@]}" \
    --person moving -- "$@"
  grep -q '"event":"started","time_ns":[0-9]*,"frame":0,"recording_s":1.000000000' "$work/ready" || fail "no ready file"
  grep -q '"event":"ended","time_ns":[0-9]*,"frame":30,"recording_s":2.000000000' "$work/done" || fail "no done file"
}

echo '{"version": 1, "expect": [{"kind": "state", "state": "FOCUSED"}, {"kind": "located", "at_least": 30}, {"kind": "no_errors"}]}' >"$work/expect.json"
export UNDERSTUDY_HEADLESS_EYE_SIZE=64
for rate in 30 90 max usual; do
  paced=(--rate "$rate")
  [ "$rate" != usual ] || paced=()
  play "$build/bin/understudy_probe" --graphics vulkan2 --wait-focus --frames 1000 --base local,stage,view --velocities --all-relations \
    --log "$work/probe-$rate.jsonl" 2>"$work/probe-$rate.log" || fail "the probe ended with $?: $(tail -n 3 "$work/probe-$rate.log")"
  (
    # shellcheck disable=SC2046 # one word for each variable
    export $(spy_settings "$work/hello-$rate.jsonl")
    play hello_xr -g Vulkan2 >"$work/hello-$rate.out" 2>"$work/hello-$rate.log"
  ) || fail "hello_xr ended with $?; see $work"
  for app in probe hello; do
    frames "$work/$app-$rate.jsonl" | awk '/"e":"wait"/ { n++ } n <= 30' >"$work/$app-$rate.told"
    [ "$(grep -c '"e":"views"' "$work/$app-$rate.told")" -ge 30 ] || fail "$app at $rate Hz: too few frames"
    cmp "$work/$app-30.told" "$work/$app-$rate.told" || fail "$app was told something else at $rate Hz than at 30 Hz"
    # The tool also reads the logs of the probe and of the spy.
    "$tool" compare --common --allow ignore=state,end "$work/$app-30.jsonl" "$work/$app-$rate.jsonl" >"$work/diff" ||
      { cat "$work/diff"; fail "$app: understudy compare finds a difference at $rate Hz"; }
    "$tool" judge "$work/$app-$rate.jsonl" --expect "$work/expect.json" || fail "$app: understudy judge refuses the log at $rate Hz"
  done
done
# The head moves. With the wall clock the two logs differ.
[ "$(grep '"space_name":"VIEW","base_name":"LOCAL"' "$work/probe-30.told" | sort -u | wc -l)" -ge 25 ] || fail "nothing moved"
# The app gets the display period of the refresh rate; without a rate, that of the clock.
for rate in 30:33333333 90:11111111 max:33333333 usual:33333333; do
  [ "$(sed -n 's/.*"e":"wait".*"wall_period_ns":\([0-9]*\).*/\1/p' "$work/probe-${rate%:*}.jsonl" | sort -u)" = "${rate#*:}" ] ||
    fail "at ${rate%:*} the app is told another period"
done
grep -h 'playback' "$work/probe-usual.log"
echo "told in 30 frames at 30 Hz, at 90 Hz, and unpaced, alike: $(wc -l <"$work/probe-30.told") lines by the probe, $(wc -l <"$work/hello-30.told") by hello_xr"

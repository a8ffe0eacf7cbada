#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# clock.sh RECORDING: with the frame clock, frame n of an app is told the same on a runtime at 30 Hz, at 90 Hz, and on one that
# does not wait at all; it ends by itself when it is asked to, and says when it started and ended.
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
  "$tool" run --headless --play "$recording" --clock frame:30 --from 1 --to 2 --end quit --grace 20 \
    --ready-file "$work/ready" --done-file "$work/done" -- "$@"
  grep -q '"event":"started","time_ns":[0-9]*,"frame":0,"recording_s":1.000000000' "$work/ready" || fail "no ready file"
  grep -q '"event":"ended","time_ns":[0-9]*,"frame":30,"recording_s":2.000000000' "$work/done" || fail "no done file"
}

echo '{"version": 1, "expect": [{"kind": "state", "state": "FOCUSED"}, {"kind": "located", "at_least": 30}, {"kind": "no_errors"}]}' >"$work/expect.json"
open_stdin
for rate in 30 90 0; do
  export UNDERSTUDY_HEADLESS_RATE_HZ=$rate UNDERSTUDY_HEADLESS_PERSON=moving UNDERSTUDY_HEADLESS_EYE_SIZE=64
  play "$build/bin/understudy_probe" --graphics vulkan2 --wait-focus --frames 1000 --base local,stage,view --velocities --all-relations \
    --log "$work/probe-$rate.jsonl" 2>"$work/probe-$rate.log" || fail "the probe ended with $?: $(tail -n 3 "$work/probe-$rate.log")"
  (
    # shellcheck disable=SC2046 # one word for each variable
    export $(spy_settings "$work/hello-$rate.jsonl")
    play hello_xr -g Vulkan2 <&9 >"$work/hello-$rate.out" 2>"$work/hello-$rate.log"
  ) || fail "hello_xr ended with $?; see $work"
  for app in probe hello; do
    frames "$work/$app-$rate.jsonl" | awk '/"e":"wait"/ { n++ } n <= 30' >"$work/$app-$rate.told"
    [ "$(grep -c '"e":"views"' "$work/$app-$rate.told")" -ge 30 ] || fail "$app at $rate Hz: too few frames"
    cmp "$work/$app-30.told" "$work/$app-$rate.told" || fail "$app was told something else at $rate Hz than at 30 Hz"
    # The tool reads the logs of the probe and of the spy as well.
    "$tool" diff --common --ignore state,end "$work/$app-30.jsonl" "$work/$app-$rate.jsonl" >"$work/diff" ||
      { cat "$work/diff"; fail "$app: understudy diff finds a difference at $rate Hz"; }
    "$tool" judge "$work/$app-$rate.jsonl" --expect "$work/expect.json" || fail "$app: understudy judge refuses the log at $rate Hz"
  done
done
# It moves, and the wall clock does not give this.
[ "$(grep '"space_name":"VIEW","base_name":"LOCAL"' "$work/probe-30.told" | sort -u | wc -l)" -ge 25 ] || fail "nothing moved"
grep -h 'playback' "$work/probe-0.log"
echo "told in 30 frames at 30 Hz, at 90 Hz, and unpaced, alike: $(wc -l <"$work/probe-30.told") lines by the probe, $(wc -l <"$work/hello-30.told") by hello_xr"

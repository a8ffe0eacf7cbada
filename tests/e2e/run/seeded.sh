#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# seeded.sh RECORDING: an app has one fault, another one in each run, and is compared with the baseline of the good app. One
# command, `run --baseline`, names each fault at the first frame that can show it. Good runs, a third of them on a busy machine, pass.
# SEEDED_GOOD_RUNS is how many there are (9).
. "$(dirname "$0")/../lib.sh"
recording=$1
need_file "$recording"
good_runs=${SEEDED_GOOD_RUNS:-9}
export UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_EYE_SIZE=16
printf '{"version": 1, "expect": [{"kind": "frame_time", "clock": "processor", "median_ms": 25}]}' >"$work/pace.json"

# hold FAULT [OPTION...]: runs the app with the fault from its 31st frame on, and notes how `run` ends in `code`.
hold() {
  local fault=$1
  shift
  code=0
  rm -rf "$work/kept"
  "$tool" run --headless --play "$recording" --from pinch --to poke --clock frame:60 --end quit --limit 300 --stall 5 --shoot every:0.1s \
    --baseline "$base" --out "$work/kept" --expect "$work/pace.json" "$@" -- \
    "$build/bin/understudy_probe" --graphics vulkan2 --frames 1000 --actions --wait-focus --layers projection,depth,quad_local,quad_grip \
    --log "$work/probe.jsonl" --fault "$fault@31" >"$work/out.txt" 2>&1 || code=$?
}
complain() { tail -n 12 "$work/out.txt" | cut -c 1-300; fail "$*"; }

base=$work/base
hold none
base=$work/base,required
[ "$code" = 0 ] && grep -q 'the run is the baseline now' "$work/out.txt" || complain "the first run ended with $code"
haptic=$(grep -m 1 '"e":"haptic"' "$work/base/run/log.jsonl" | sed -E 's/.*"frame":([0-9]+).*/\1/')
[ "$haptic" -gt 30 ] || fail "the first vibration is in frame $haptic"

# FAULT|exit code|what `run` says; FRAME is that of the first vibration.
seeds='skip-haptics|1|the first difference is in frame FRAME .*, in the haptic output haptic
random|1|the first difference is in frame FRAME .*, in the haptic output .*: amplitude
long-haptic|1|the first difference is in frame FRAME .*, in the haptic output .*: duration_ns
wrong-hand|1|the first difference is in frame FRAME .*, in the haptic output haptic
wrong-space|1|the first difference is in frame 30 .*, in xrLocateSpace of grip
late-locate|1|the first difference is in frame 30 .*, in xrLocateSpace of .*: ask
early-locate|1|the first difference is in frame 29 .*, in xrLocateSpace of .*: ask
skip-sync|1|the first difference is in frame 30 .*, in xrSyncActions
narrow-fov|1|the first difference is in frame 30 .*, in layer 0 (projection) of xrEndFrame: images
wrong-rect|1|the first difference is in frame 30 .*, in layer 0 (projection) of xrEndFrame: images
no-depth|1|the first difference is in frame 30 .*, in layer 0 (projection) of xrEndFrame: images
wrong-flags|1|the first difference is in frame 30 .*, in layer 0 (projection) of xrEndFrame: layer_flags
wrong-time|1|the first difference is in frame 30 .*, in xrEndFrame: ask
moved-quad|1|the first difference is in frame 30 .*, in xrEndFrame: layers
random-size|1|the first difference is in frame 30 .*, in layer 1 (quad) of xrEndFrame: size
swapped-eyes|1|the first difference is in frame 30 .*, in xrEndFrame: layers
one-eye|1|the first difference is in frame 30 .*, in xrEndFrame: layers
old-views|1|the first difference is in frame 30 .*, in xrEndFrame: layers
layer-order|1|the first difference is in frame 30 .*xrEndFrame
no-layer|1|the first difference is in frame 30 .*xrEndFrame
leak|1|the first difference is in frame 30 .*, in the event .space
wrong-colour|1|the first picture that differs is in frame 30, layer-1: 100 % of the pixels differ
slow|1|FAILED  frame_time: the median processor time is 5
small-swapchain|1|the first difference is before playback, in the event .swapchain.*: width
crash|3|the app ends in another way: .*this run: signal 11
hang|3|the app ends in another way: .*this run: stall
exit-code|3|the app ends in another way: .*this run: exit code 1'
found=0
while IFS='|' read -r fault wanted says; do
  hold "$fault"
  [ "$code" = "$wanted" ] || complain "$fault: exit code $code, not $wanted"
  grep -q -e "${says/FRAME/$haptic}" "$work/out.txt" || complain "$fault: it does not say '$says'"
  # A crash and a stall are in the last frame that there was.
  [ "$wanted $fault" != '3 crash' ] && [ "$wanted $fault" != '3 hang' ] || grep -q 'the first difference is in frame 30' "$work/out.txt" ||
    complain "$fault: the first difference is not in frame 30"
  # For which frame the app asked in place of which.
  asked=''
  case $fault in late-locate) asked=31 ;; early-locate) asked=29 ;; esac
  [ -z "$asked" ] || { grep -q 'the baseline, line [0-9]*: 30 frames$' "$work/out.txt" && grep -q "this run, line [0-9]*: $asked frames\$" "$work/out.txt"; } ||
    complain "$fault: it does not say for which frames the apps asked"
  found=$((found + 1))
done <<<"$seeds"

for ((run = 0; run < good_runs; run++)); do
  [ $((run % 3)) != 0 ] || make_busy
  hold none
  make_idle
  [ "$code" = 0 ] || complain "good run $run: exit code $code"
  grep -q 'the run is as the baseline .*: no difference in 121 frames and 105 pictures' "$work/out.txt" || complain "good run $run"
done
echo "$found seeded faults found, $good_runs good runs without an alarm"

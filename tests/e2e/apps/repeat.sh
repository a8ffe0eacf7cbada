#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# repeat.sh RECORDING: many runs of hello_xr with the frame clock, on an idle and on a busy machine, at a tenth of its frame rate and without a rate,
# alone and side by side, have the same logs and the same screenshots.
. "$(dirname "$0")/../lib.sh"
recording=$1
need_file "$recording"
need_command hello_xr
export UNDERSTUDY_HEADLESS_PERSON=moving # who must not be seen

# play N RATE: the log is $work/N.jsonl, the screenshot $work/N/frame-000045-view-0.png.
play() {
  UNDERSTUDY_HEADLESS_RATE_HZ=$2 UNDERSTUDY_HEADLESS_EYE_SIZE=128 \
    "$tool" run --headless --play "$recording" --clock frame:30 --from pinch --to poke --end quit --recorded spaces --picture head \
    --log "$work/$1.jsonl" --shoot frame:45 --shots "$work/$1" -- hello_xr -g Vulkan2 >"$work/$1.out" 2>&1 ||
    { tail -n 5 "$work/$1.out"; fail "run $1: hello_xr ended with $?"; }
}
run=0
for rate in 60 60 0 0 6 90; do
  run=$((run + 1))
  play "$run" "$rate"
done
make_busy
for rate in 60 0 90 30; do
  run=$((run + 1))
  play "$run" "$rate"
done
make_idle
# Side by side.
pids=()
for _ in 1 2 3; do
  run=$((run + 1))
  play "$run" 0 &
  pids+=($!)
done
for process in "${pids[@]}"; do wait "$process" || fail "one of the runs side by side failed"; done

# The recording pinches: hello_xr vibrates, and its states have edges.
grep -q '"e":"haptic"' "$work/1.jsonl" || fail "hello_xr did not vibrate: there is little to compare"
for n in $(seq 2 "$run"); do
  "$tool" compare "$work/1.jsonl" "$work/$n.jsonl" >"$work/diff" || { cat "$work/diff"; fail "run $n is not as run 1"; }
  "$tool" compare --allow threshold=0 "$work/1/frame-000045-view-0.png" "$work/$n/frame-000045-view-0.png" >"$work/compared" ||
    { cat "$work/compared"; fail "the screenshot of run $n is not that of run 1"; }
done
echo "$run runs: $(cat "$work/diff"); $(cat "$work/compared")"

# The comparison can fail: a run that starts half a frame later differs.
"$tool" run --headless --play "$recording" --clock frame:30 --from 4.516 --to poke --end quit --recorded spaces --log "$work/other.jsonl" \
  -- hello_xr -g Vulkan2 >"$work/other.out" 2>&1 || fail "hello_xr ended with $?"
"$tool" compare --allow ignore=instance,play,marker "$work/1.jsonl" "$work/other.jsonl" >"$work/diff" && fail "no difference to a run of another part"
head -n 1 "$work/diff"

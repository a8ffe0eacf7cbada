#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# pipeline.sh RECORDING RUNS: an app with a render thread, which submits frame n before or after the main thread waits for and asks about
# frame n + 1, in any order. All runs are the same, on an idle and on a busy machine; a run with a different frame is found.
. "$(dirname "$0")/../lib.sh"
recording=$1
probe=$build/bin/understudy_probe
export UNDERSTUDY_HEADLESS_EYE_SIZE=64
runs=$2

# play NAME [option of the probe...]
play() {
  local name=$1
  shift
  "$tool" run --headless --play "$recording" --clock frame --from 4 --to 5 --end quit --quiet --limit 300 --log "$work/$name.jsonl" \
    -- "$probe" --graphics vulkan2 --pipeline --wait-focus --seconds 60 --actions --layers projection,quad_view --base local,stage \
    --log "$work/probe" "$@" 2>"$work/$name.err" || { cat "$work/$name.err"; fail "$name: the app ended with $?"; }
}
same() {
  "$tool" compare "$work/1.jsonl" "$work/$1.jsonl" >"$work/diff" || { cat "$work/diff"; fail "run $1 is not as run 1"; }
}

for run in $(seq "$runs"); do
  export UNDERSTUDY_HEADLESS_RATE_HZ=$((run % 3 == 0 ? 90 : 0))
  [ "$run" != $((runs / 2)) ] || make_busy
  play "$run"
  same "$run"
done
make_idle
cat "$work/diff"
[ "$(cat "$work/diff")" = "no difference in 61 frames" ] || fail "not all frames were compared"

# Some frames were submitted before the app waited for the next one, and some after it.
orders=$(awk '/"e":"wait"/ { waited = $0; sub(/.*"frame":/, "", waited); sub(/,.*/, "", waited) }
  /"e":"submit".*"ask"/ { ask = $0; sub(/.*"ask":/, "", ask); sub(/,.*/, "", ask); print waited - ask }' "$work/1.jsonl" | sort -n | uniq -c)
echo "how many frames later than their own frames were submitted:"
echo "$orders"
[ "$(echo "$orders" | wc -l)" -ge 2 ] || fail "every frame was submitted in the same order"
# Each question is in its frame.
awk '/"e":"submit".*"ask"/ { frame = $0; sub(/.*"frame":/, "", frame); sub(/,.*/, "", frame)
  ask = $0; sub(/.*"ask":/, "", ask); sub(/,.*/, "", ask); if (frame != ask) { print; bad = 1 } } END { exit bad }' "$work/1.jsonl" ||
  fail "a submission is not in the frame of its display time"

# The probe counts its frames from 1: no layer from its frame 31 on is no layer in frame 30.
play other --fault no-layer@31
"$tool" compare "$work/1.jsonl" "$work/other.jsonl" >"$work/diff" && fail "no difference to an app that submits no layers"
cat "$work/diff"
grep -q '^the first difference is in frame 30 (4.500 s of the recording), in xrEndFrame: layers' "$work/diff" ||
  grep -q "^the first difference is in frame 30 (4.500 s of the recording), in the event 'layers'" "$work/diff" ||
  fail "the first difference is not where the fault begins"
grep -q '^lines differ in 31 of 61 frames$' "$work/diff" || fail "not every frame without a layer is found"

# --repeat 2 says the same.
"$tool" run --headless --play "$recording" --clock frame --from 4 --to 5 --end quit --quiet --limit 300 --repeat 2 \
  -- "$probe" --graphics vulkan2 --pipeline --wait-focus --seconds 60 --log "$work/probe" 2>"$work/twice.err" ||
  { cat "$work/twice.err"; fail "--repeat 2 ended with $?"; }
grep -q '^understudy: deterministic: no difference in 61 frames' "$work/twice.err" || { cat "$work/twice.err"; fail "--repeat 2 does not say so"; }

# An app that does not end by itself runs until it is ended, which depends on the wall clock: the comparison stops before that.
for grace in 0.1 0.6; do
  code=0
  "$tool" run --headless --play "$recording" --clock frame --from 4 --to 5 --end "quit:$grace" --quiet --limit 300 --log "$work/deaf-$grace.jsonl" \
    -- "$probe" --graphics vulkan2 --pipeline --wait-focus --seconds 60 --log "$work/probe" --fault deaf 2>"$work/deaf.err" || code=$?
  [ $code = 0 ] || { cat "$work/deaf.err"; fail "an app that goes on for ever ended with $code"; }
done
[ "$(grep -c '"e":"wait"' "$work/deaf-0.1.jsonl")" -lt "$(grep -c '"e":"wait"' "$work/deaf-0.6.jsonl")" ] || fail "the second run is not longer"
"$tool" compare "$work/deaf-0.1.jsonl" "$work/deaf-0.6.jsonl" >"$work/diff" || { cat "$work/diff"; fail "what comes behind the end of playback is compared"; }
cat "$work/diff"

#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A runtime whose calls fail, at once or later, or that loses the session or the instance. The app behaves as without the
# layer: it ends in the same way, with the same last message, and gets the same results.
. "$(dirname "$0")/../lib.sh"

# Vibrations are left out: they depend on the input, which differs.
recording=$source/tests/data/demo.bin
cells=0

# run NAME SETTING...: the results, in the order of their first coming, the last words and the exit go into NAME.seen.
run() {
  local name=$1 status=0
  shift
  env "XR_RUNTIME_JSON=$build/share/understudy/headless_runtime.json" UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_PERSON=moving \
    "XDG_DATA_DIRS=$build/share:/usr/local/share:/usr/share" UNDERSTUDY_LOG_FILE="$work/$name.layer" "$@" \
    timeout 600 "$build/bin/understudy_probe" --frames 60 --actions --locate-spaces --velocities \
    --log "$work/$name.jsonl" 2>"$work/$name.err" || status=$?
  {
    sed -nE 's/.*("e":"[a-z]*").*("result":"[A-Z_]*").*/\1 \2/p; s/.*("call":"[A-Za-z]*").*/\1/p; s/.*("e":"(action|views|hand)").*/\1/p' \
      "$work/$name.jsonl" | grep -vi haptic | sort -u || true
    grep -o '"call":"[A-Za-z]*","result":"[A-Z_]*"' "$work/$name.jsonl" | grep -v Haptic | sort -u || true
    grep -o '"e":"state",.*"state":"[A-Z_]*"' "$work/$name.jsonl" || true
    case $1 in *LOSE*) grep -o '"e":"end".*' "$work/$name.jsonl" || true ;; esac
    grep '^understudy_probe' "$work/$name.err" || true
    echo "exit $status"
  } >"$work/$name.seen"
  [ "$status" -lt 124 ] || fail "$name with $1 ended with $status"
}

# Every fault, once without the layer and once with it.
both() {
  local what=$1
  run without "$@"
  run with "$@" UNDERSTUDY_ENABLE=1 "UNDERSTUDY_PLAY=$recording"
  cells=$((cells + 1))
  diff "$work/without.seen" "$work/with.seen" >"$work/difference" ||
    { cat "$work/difference"; fail "$what: with the layer (>) the app sees something else"; }
}

both UNDERSTUDY_HEADLESS_LOSE=session:20
grep -q LOSS_PENDING "$work/with.seen" && grep -q '"wall_frames":20}' "$work/with.seen" || fail "a lost session is not seen at all, so that this test shows nothing"
both UNDERSTUDY_HEADLESS_LOSE=instance:20
grep -q '"wall_frames":20}' "$work/with.seen" || fail "a lost instance is not seen at all, so that this test shows nothing"
for call in xrCreateInstance xrGetSystem xrGetSystemProperties xrCreateSession xrBeginSession xrPollEvent xrWaitFrame \
  xrBeginFrame xrEndFrame xrCreateReferenceSpace xrCreateActionSet xrCreateAction xrSuggestInteractionProfileBindings \
  xrAttachSessionActionSets xrCreateActionSpace xrCreateHandTrackerEXT xrSyncActions xrGetActionStatePose xrLocateViews \
  xrLocateSpace xrLocateHandJointsEXT xrEndSession xrDestroySession; do
  both "UNDERSTUDY_HEADLESS_FAIL=$call:XR_ERROR_RUNTIME_FAILURE"
  # The layer makes two spaces of its own.
  after=5
  [ "$call" != xrCreateReferenceSpace ] || after=2
  both "UNDERSTUDY_HEADLESS_FAIL=$call:XR_ERROR_SESSION_LOST:$after"
done
# What is no whole name of a result is said, and no call fails.
for result in XR_ERROR_RUNTIME ''; do
  run without "UNDERSTUDY_HEADLESS_FAIL=xrGetSystem:$result"
  grep -q "UNDERSTUDY_HEADLESS_FAIL=xrGetSystem:$result" "$work/without.err" && grep -q '^exit 0$' "$work/without.seen" ||
    fail "'$result' was taken for the name of a result: $(cat "$work/without.err" "$work/without.seen")"
done
echo "$cells faults, each the same with the layer and without"

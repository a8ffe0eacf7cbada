#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# submission.sh RECORDING: `compare` finds the first frame with a field of view that is 5 % too narrow, or with a display time that is 1 ms
# late. Runs of the same app have no difference, and the log says which handles were never destroyed.
. "$(dirname "$0")/../lib.sh"
recording=$1
export UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_EYE_SIZE=64
layers=projection,depth,quad_view,cylinder,equirect,equirect2,cube

# play NAME [option of the probe...]: the log is $work/NAME.jsonl.
play() {
  local name=$1
  shift
  "$tool" run --headless --play "$recording" --clock frame --to 2 --end quit --quiet --log "$work/$name.jsonl" -- \
    "$build/bin/understudy_probe" --graphics vulkan2 --wait-focus --seconds 60 --layers "$layers" --log "$work/$name.probe" "$@" ||
    fail "$name: the probe ended with $?"
}
# finds NAME WORDS: compare finds these words in its first line.
finds() {
  "$tool" compare "$work/good.jsonl" "$work/$1.jsonl" >"$work/diff" && fail "$1: no difference"
  cat "$work/diff"
  head -n 1 "$work/diff" | grep -qF "$2" || fail "$1: the first difference is not '$2'"
}

play good
play again
"$tool" compare "$work/good.jsonl" "$work/again.jsonl" || fail "two runs of one app differ"

# The probe counts its frames from 1.
play narrow-fov --fault narrow-fov@51
finds narrow-fov 'in frame 50 (0.833 s of the recording), in layer 0 (projection) of xrEndFrame: images'
play wrong-time --fault wrong-time@51
finds wrong-time 'in frame 50 (0.833 s of the recording), in xrEndFrame: ask'
play narrow-from-the-start --fault narrow-fov
finds narrow-from-the-start 'in frame 0 (0.000 s of the recording), in layer 0 (projection) of xrEndFrame: images'

# The log names every swapchain that a layer shows.
grep -o '"swapchain":[0-9]*' "$work/good.jsonl" | sort -u | sed 's/.*://' >"$work/numbers"
[ -s "$work/numbers" ] || fail "no layer shows a swapchain"
while read -r number; do
  grep -q "\"e\":\"swapchain\",\"session\":[0-9]*,\"swapchain\":$number,\"what\":\"created\"" "$work/good.jsonl" ||
    fail "no line says how swapchain $number was made"
done <"$work/numbers"
play leak --fault leak@21
tail -n 1 "$work/leak.jsonl" | grep -o '"spaces":{[^}]*}'
spaces=$(grep -c '"e":"space"' "$work/leak.jsonl")
tail -n 1 "$work/leak.jsonl" | grep -q "\"spaces\":{\"created\":$spaces,\"destroyed\":[0-9]*}" || fail "the last line does not count $spaces spaces"

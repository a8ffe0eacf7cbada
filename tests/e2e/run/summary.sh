#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# summary.sh RECORDING: what `run` prints at the end: for hello_xr, which enables neither hand tracking nor gaze; for the probe with
# and without hands; and for an app that crashes or is killed. The expected values come from the runtime's report and from 'info' and 'sample'.
. "$(dirname "$0")/../lib.sh"
recording=$1
need_command hello_xr
export UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_EYE_SIZE=64

# play NAME CODE [option of the tool...] -- APP...: its summary is $work/NAME.err.
play() {
  local name=$1 wanted=$2 code=0
  shift 2
  UNDERSTUDY_HEADLESS_REPORT=$work/$name.json "$tool" run --headless --play "$recording" --limit 300 "$@" >"$work/$name.log" 2>"$work/$name.err" || code=$?
  [ "$code" = "$wanted" ] || { cat "$work/$name.err"; fail "$name: exit code $code, not $wanted"; }
}
says() { grep -q "^understudy: $2" "$work/$1.err" || { cat "$work/$1.err"; fail "$1: it does not say '$2'"; }; }
is_silent_of() { ! grep -q "$2" "$work/$1.err" || { cat "$work/$1.err"; fail "$1: it says '$2'"; }; }
no_hands="hands: the app did not enable XR_EXT_hand_tracking"
no_gaze="gaze: the app did not enable XR_EXT_eye_gaze_interaction"

# A controller that is there feels what the app does.
UNDERSTUDY_HEADLESS_CONTROLLERS=live play hello_xr 0 --end quit -- hello_xr -g Vulkan2
grep '^understudy: ' "$work/hello_xr.err"
says hello_xr "played ${recording##*/} from 0.00 s to 12.00 s in [0-9]* frames; the recording's end was reached$"
says hello_xr "$no_hands"
says hello_xr "$no_gaze"
says hello_xr "head: the app located its views [0-9]* times in [0-9]* of [0-9]* frames"
says hello_xr "buttons and triggers of a hand: the app read them [0-9]* times"
summary_lines=$(sed -n '/^understudy: played /,$p' "$work/hello_xr.err" | grep -c '^understudy: ')
[ "$summary_lines" -le 10 ] || fail "the summary has $summary_lines lines"

# As many pinches as 'info' counts, each where 'sample' says that the hand pinches, and all vibrations that the runtime received.
felt=$(sed -n 's/.*"haptics":{"left":\([0-9]*\),"right":\([0-9]*\)}.*/\1 \2/p' "$work/hello_xr.json")
line=$(grep -o 'right hand pinched.*' "$work/hello_xr.err") || fail "no pinch of the right hand is said"
spans=$(grep -o '[0-9.]* s to [0-9.]* s' <<<"$line")
counted=$("$tool" info --json "$recording" | awk -F: '/"right":/ { right = 1 } right && /"pinch_count"/ { gsub(/[^0-9]/, "", $2); print $2; exit }')
[ "$(wc -l <<<"$spans")" = "$counted" ] || fail "'$line', and info counts $counted pinches"
while read -r from _ _ to _; do
  for at in "$from" "$to"; do
    "$tool" sample --time "$(awk -v t="$at" -v a="$from" -v b="$to" 'BEGIN { printf "%.3f", t + ((a + b) / 2 - t) / 8 }')" "$recording" |
      grep '^right' | grep -q pinching || fail "the hand does not pinch near $at s"
  done
done <<<"$spans"
said=$(grep -o '\(vibrated\) it [0-9]* time' <<<"$line" | awk '{ sum += $3 } END { print sum + 0 }')
is_silent_of hello_xr 'while it did not pinch'
[ "$felt" = "0 $said" ] || fail "the runtime received $felt vibrations (left right), and the summary says $said"

probe=("$build/bin/understudy_probe" --graphics vulkan2 --wait-focus --frames 400)
play with 0 -- "${probe[@]}" --hands --gaze
says with "hand joints: the app located them [0-9]* times in 400 of"
says with "gaze: the app located it 400 times in 400 of"
is_silent_of with "did not enable"
play without 0 -- "${probe[@]}" --no-hands --no-gaze
says without "$no_hands"
says without "$no_gaze"
says without "played .* of 12.00 s in .*; the recording's end was not reached$"

# An app that leaves just before the end did not reach it.
play near 0 --clock frame:1000 --to 1 -- "$build/bin/understudy_probe" --graphics vulkan2 --wait-focus --frames 999
says near "played .* from 0.00 s to 0.998 s of 1.000 s in [0-9]* frames; the recording's end was not reached$"

# An app that makes a new instance goes on where the lost one ended, and each has its summary. The second begins one
# frame later, because no frame is played twice.
play lost 0 --clock frame --fault instance-loss@3s -- hello_xr -g Vulkan2
says lost "played .* from 0.00 s to 3.00 s of 12.00 s"
says lost "played .* from 3.02 s to 12.00 s in [0-9]* frames; the recording's end was reached$"

# The tool says it where the layer cannot. The app crashes in frame 100, at 60 frames a second.
play crash 139 -- "${probe[@]}" --no-hands --fault crash@100
cat "$work/crash.err"
says crash "the app ended without destroying its OpenXR instance; until then:"
says crash "played .* from 0.00 s to 1\.[67][0-9] s of 12.00 s"
says crash "$no_hands"
(wait_for_frames 100 "$work/killed.log" $$; kill -KILL "$(cat "$work/pid")") &
# shellcheck disable=SC2016
play killed 137 -- sh -c 'echo $$ >"$0"; exec "$@"' "$work/pid" "${probe[@]}" --fault hang@100
says killed "played .* from 0.00 s to 1\.[67][0-9] s of 12.00 s"
is_silent_of without "without destroying"

for quiet in "${probe[*]} --no-hands" "${probe[*]} --fault crash@100"; do
  read -ra app <<<"$quiet"
  "$tool" run --headless --play "$recording" --quiet -- "${app[@]}" >"$work/quiet.log" 2>"$work/quiet.err" || true
  is_silent_of quiet "played \|recorded\|pinched"
done

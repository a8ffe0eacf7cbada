#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# grab.sh RECORDING: a recorded pinch grabs in hello_xr. It draws a hand's cube at 1 - grab / 2 of its size and vibrates at a full
# grab: the screenshots are those of a run without the pinch but while the hand grabs, and at the pinch the runtime vibrates. At the
# recording's markers pinch, poke and wave both hands are seen, and at pinch one of them pinches.
. "$(dirname "$0")/../lib.sh"
recording=$1
need_command hello_xr
export UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_EYE_SIZE=128 UNDERSTUDY_HEADLESS_SHOT_EVERY=6
export UNDERSTUDY_HEADLESS_CONTROLLERS=still UNDERSTUDY_HEADLESS_FRAMES=$(($(play_seconds "$recording") * 60))

# run NAME [option of the tool...]
run() {
  local name=$1
  shift
  mkdir "$work/$name"
  # shellcheck disable=SC2046 # one word for each variable
  UNDERSTUDY_HEADLESS_SHOTS=$work/$name UNDERSTUDY_HEADLESS_REPORT=$work/$name.json UNDERSTUDY_HEADLESS_REPORT_EVERY=1 \
    env $(spy_settings "$work/$name.jsonl") "$tool" run --headless --play "$recording" --end hold "$@" -- hello_xr -g Vulkan2 >"$work/$name.log" 2>"$work/$name.layer" ||
    fail "$name: hello_xr ended with $?"
}
run grabs
run open --channels head,hands,gaze
! grep -q '"haptic"' "$work/open.json" || fail "it vibrates without a pinch"

# Seconds of the recording at which a hand vibrates, as "hand seconds" lines.
start=$(sed -n 's/.*playback starts at time=\([0-9]*\).*/\1/p' "$work/grabs.layer")
sed -n 's/^{"haptic":"\([a-z]*\)".*"time":\([0-9]*\).*/\1 \2/p' "$work/grabs.json" |
  awk -v start="$start" '{ printf "%s %.6f\n", $1, ($2 - start) / 1e9 }' >"$work/felt"
[ -s "$work/felt" ] || fail "nothing vibrates"
# pinches HAND SECONDS: whether the recording says so.
pinches() {
  "$tool" sample --json --time "$2" "$recording" | awk -v hand="\"$1\"" '
    $1 ~ /^"(left|right)":/ { inside = index($1, hand) } /"pinching"/ && inside { found = /true/ } END { exit !found }'
}
for hand in left right; do
  grep "^$hand " "$work/felt" >"$work/felt.$hand" || continue
  first=$(head -n 1 "$work/felt.$hand" | cut -d' ' -f2) last=$(tail -n 1 "$work/felt.$hand" | cut -d' ' -f2)
  while read -r _ seconds; do
    pinches "$hand" "$seconds" || pinches "$hand" "$(awk "BEGIN { print $seconds - 0.0167 }")" ||
      fail "the $hand hand vibrates at $seconds s and does not pinch"
  done <"$work/felt.$hand"
  ! pinches "$hand" "$(awk "BEGIN { print $first - 0.02 }")" || fail "the $hand hand pinches before it vibrates at $first s"
  ! pinches "$hand" "$(awk "BEGIN { print $last + 0.02 }")" || fail "the $hand hand still pinches after it last vibrates at $last s"
  echo "the $hand hand vibrates from $first s to $last s, in $(wc -l <"$work/felt.$hand") frames, while it pinches"
done

# Which screenshots differ: those of frames in which hello_xr was told that a hand grabs, and no other.
grep '"action":"grab_object"' "$work/grabs.jsonl" | grep '"e":"action"' | grep -v '"value":0,' | sed 's/.*"wall_time_ns":\([0-9]*\).*/\1/' | sort -u >"$work/grabbing"
grep -q '"action":"grab_object".*"value":1,' "$work/grabs.jsonl" || fail "no full grab"
differ=0 same=0
for screenshot in "$work"/grabs/*.png; do
  frame=$((10#$(basename "$screenshot" .png | tr -dc 0-9)))
  # hello_xr syncs before it waits for the frame: it draws with the input of the frame before.
  time=$(sed -n "s/^{\"frame\":$((frame - 1)),\"time\":\([0-9]*\).*/\1/p" "$work/grabs.json")
  if cmp -s "$screenshot" "$work/open/$(basename "$screenshot")"; then
    same=$((same + 1))
  else
    grep -qx "$time" "$work/grabbing" || fail "frame $frame is another screenshot, and nobody grabs"
    differ=$((differ + 1))
  fi
done
echo "$differ screenshots in which a hand's cube is smaller, $same that are the same"
[ "$differ" -ge 5 ] && [ "$same" -ge 20 ] || fail "no cube became smaller"

# What is drawn at the markers: with the hands and the pinch, without the pinch, and without hands.
# at NAME CHANNELS
at() {
  "$tool" run --headless --play "$recording" --clock frame --end quit --quiet --limit 300 --channels "$2" \
    --shoot marker:pinch,marker:poke,marker:wave --shots "$work/at-$1" -- hello_xr -g Vulkan2 >"$work/at-$1.log" 2>&1 ||
    fail "at the markers, $1: hello_xr ended with $?"
}
unset UNDERSTUDY_HEADLESS_CONTROLLERS UNDERSTUDY_HEADLESS_FRAMES
at pinch head,hands,pinch
at hands head,hands
at head head
# changed ONE OTHER FRAME: how many pixels of the left eye's screenshot differ.
changed() {
  { "$tool" compare --allow threshold=0 "$work/at-$1/$3" "$work/at-$2/$3" || true; } | sed -n 's/^[a-z]*: \([0-9]*\) of [0-9]* pixels.*/\1/p'
}
for marker in pinch poke wave; do
  seconds=$("$tool" info "$recording" | awk -v name=$marker '$2 == "s" && $3 == name { print $1 }')
  frame=$(awk -v s="$seconds" 'BEGIN { printf "frame-%06d-view-0.png", s * 60 }')
  [ -e "$work/at-head/$frame" ] || fail "no screenshot at the marker $marker"
  "$tool" sample --json --time "$seconds" "$recording" >"$work/sample"
  [ "$(grep -c '"tracked":.*true' "$work/sample")" = 2 ] || fail "at the marker $marker a hand is not there"
  hands=$(changed head hands "$frame") pinched=$(changed head pinch "$frame")
  echo "at the marker $marker the hands' cubes cover $hands pixels, with the pinch $pinched"
  [ "$hands" -gt 200 ] || fail "no hand is seen at the marker $marker"
  if [ $marker = pinch ]; then
    [ "$pinched" -lt $((hands - 50)) ] || fail "no cube is smaller at the marker pinch"
  else
    [ "$pinched" = "$hands" ] || fail "a cube is smaller at the marker $marker"
  fi
done

#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# gaze_live.sh RECORDING: with a live head the recorded gaze follows that head: seen from the head it is the same on a head that stands
# still, on one that moves, and in a run with the recorded head. Its origin is at the head.
. "$(dirname "$0")/../lib.sh"
recording=$1
need_file "$recording"

# play NAME OPTIONS...: writes the answers about the gaze and the head to $work/NAME.jsonl.
play() {
  local name=$1
  shift
  "$tool" run --headless --play "$recording" --clock frame "$@" -- \
    "$build/bin/understudy_probe" --graphics vulkan2 --wait-focus --frames 120 --gaze --base local,view --all-relations \
    --log "$work/$name.jsonl" 2>"$work/$name.log" || fail "the probe ended with $?: $(tail -n 3 "$work/$name.log")"
}
# told NAME SPACE BASE MEMBER...: prints these members of the answers, one line for each answer.
told() {
  local lines=$work/$1.jsonl space=$2 base=$3
  shift 3
  sed -n '/FOCUSED/,$p' "$lines" | grep "\"space_name\":\"$space\",\"base_name\":\"$base\"," |
    sed -E "s/.*(\"flags\":\"[a-zA-Z]*\"),\"pose\":\[([^,]*,[^,]*,[^,]*),([^]]*)\].*/$1/"
}

export UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_EYE_SIZE=64
UNDERSTUDY_HEADLESS_PERSON=moving play moving --channels gaze
UNDERSTUDY_HEADLESS_PERSON=nobody play still --channels gaze
UNDERSTUDY_HEADLESS_PERSON=moving play recorded --channels head,gaze

for name in moving still recorded; do
  told "$name" gaze VIEW '\1 \2 \3' | sed -n 1,110p >"$work/$name.in_view"
  told "$name" gaze VIEW '\3' | sed -n 1,110p >"$work/$name.turned"
  [ "$(sort -u "$work/$name.turned" | wc -l)" -ge 50 ] || fail "$name: the gaze does not move"
done
cmp "$work/moving.in_view" "$work/still.in_view" || fail "the gaze in the head depends on the live head"
grep -vF '"flags":"opOP" 0,0,0 ' "$work/moving.in_view" && fail "the gaze's origin is not between the eyes"
for name in moving still; do
  told "$name" gaze LOCAL '\2' >"$work/$name.gaze_at"
  told "$name" VIEW LOCAL '\2' >"$work/$name.head_at"
  cmp "$work/$name.gaze_at" "$work/$name.head_at" || fail "$name: the gaze is not where the head is"
done
[ "$(sort -u "$work/moving.gaze_at" | wc -l)" -ge 50 ] || fail "the moving head does not carry the gaze"
# Seen from the recorded head, the gaze has the same direction as seen from the live head, except for rounding.
paste -d' ' "$work/moving.turned" "$work/recorded.turned" | tr -c '0-9.e\n-' ' ' | sed 's/ e / /g' |
  awk '{ for (i = 1; i <= 4; i++) { d = $i - $(i + 4); s = $i + $(i + 4); if (d < 0) d = -d; if (s < 0) s = -s; if (d > 2e-6 && s > 2e-6) exit 1 } n++ }
    END { if (n < 100) exit 1 }' || fail "the gaze is turned in the live head otherwise than in the recorded one"
echo "120 frames: the gaze goes with the live head"

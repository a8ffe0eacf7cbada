#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# probe.sh RECORDING without|with ANCHOR: the probe client asks everything over a whole recording, on a headless runtime without
# or with hands and eyes of its own.
. "$(dirname "$0")/../lib.sh"
recording=$1 lacks=$2 anchor=$3
need_file "$recording"

export UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_PERSON=moving
[ "$lacks" = with ] || export UNDERSTUDY_HEADLESS_LACKS=hand_tracking,eye_gaze
# In the runtime's time, frames are as long as on a 60 Hz device; in real time, they take as little as possible.
frames=$(($(play_seconds "$recording") * 60))
more=()
case $recording in
*/line.bin | */curves.bin) more=(--extra-times) ;;
esac
# The judge knows the gaze where it was recorded; gaze_live.sh tests the gaze that follows a live head.
"$tool" run --headless --recorded gaze --play "$recording" --end hold -- \
  "$build/bin/understudy_probe" --graphics vulkan2 --wait-focus --frames "$frames" "${more[@]}" \
  --base local,stage,view --velocities --all-relations --log "$work/app.jsonl" \
  2>"$work/layer.log" || fail "the probe ended with $?: $(tail -n 3 "$work/layer.log")"
cat "$work/layer.log"
judge "$recording" "$work/app.jsonl" "$work/layer.log" --anchor "$anchor" --min-lines "$frames"
rm "$work/app.jsonl"

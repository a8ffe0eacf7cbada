#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# probe.sh RECORDING without|with ANCHOR: the probe client asks everything over a whole recording, on a headless runtime without
# or with hands and eyes of its own.
. "$(dirname "$0")/lib.sh"
recording=$1 lacks=$2 anchor=$3
need_file "$recording"

export UNDERSTUDY_HEADLESS_RATE_HZ=0
[ "$lacks" = with ] || export UNDERSTUDY_HEADLESS_LACKS=hand_tracking,eye_gaze
"$tool" run --headless --play "$recording" -- \
  "$build/bin/understudy_probe" --wait-focus --seconds "$(play_seconds "$recording")" \
  --base local,stage,view --velocities --all-relations --extra-times --log "$work/app.jsonl" \
  2>"$work/layer.log" || fail "the probe ended with $?: $(tail -n 3 "$work/layer.log")"
cat "$work/layer.log"
judge "$recording" "$work/app.jsonl" "$work/layer.log" --anchor "$anchor"

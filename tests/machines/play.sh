#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# play.sh record BUILD FOLDER: on one machine, demo.bin is played into hello_xr twice, with the same answers and pictures: FOLDER/hello.jsonl,
#   FOLDER/shots. A session of a person with controllers is recorded: FOLDER/live.jsonl, FOLDER/session.mcap.
# play.sh answer BUILD SESSION LOG: a session is played, and what the app was told is written to LOG.
set -euo pipefail
project_dir=$(cd "$(dirname "$0")/../.." && pwd)
what=$1 build=$2
tool=$build/bin/understudy probe=("$build/bin/understudy_probe" --graphics vulkan2 --wait-focus --hands --gaze --actions --velocities --frames 380)
export UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_EYE_SIZE=64
exec </dev/null
case $what in
record)
  out=$3
  "$tool" run --headless --play "$project_dir/tests/data/demo.bin" --clock frame:60 --end quit --repeat 2 --log "$out/hello.jsonl" \
    --shoot marker:pinch,frame:45 --shots "$out/shots" -- hello_xr -g Vulkan2
  UNDERSTUDY_HEADLESS_PERSON=$project_dir/docs/examples/touch.person "$tool" record --headless --quiet -o "$out/session.mcap" -- \
    env UNDERSTUDY_CLOCK=frame:60 UNDERSTUDY_EVENTS="$out/live.jsonl" "${probe[@]}" >"$out/probe.jsonl"
  "$tool" check "$out/session.mcap"
  ;;
answer)
  "$tool" run --headless --clock frame:60 --recorded spaces --play "$3" --log "$4" --end quit -- "${probe[@]}" >"$4.probe"
  ;;
esac

#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# picture.sh RECORDING: what the eyes of a runtime whose own head moves see of hello_xr is what those of one whose head is still see,
# to the pixel, whether the picture is fixed to the world or to the head.
. "$(dirname "$0")/lib.sh"
recording=$1
need_command hello_xr
need_file "$recording"

# Live controllers move by the clock on the wall: nobody holds any.
export UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_EYE_SIZE=256 UNDERSTUDY_HEADLESS_SHOT_EYES=2
export UNDERSTUDY_HEADLESS_CONTROLLERS=none UNDERSTUDY_HEADLESS_SHOT_EVERY=20 UNDERSTUDY_HEADLESS_FRAMES=240
open_stdin

# show NAME STILL OPTION...
show() {
  local name=$1 still=$2
  shift 2
  mkdir "$work/$name"
  UNDERSTUDY_HEADLESS_STILL=$still UNDERSTUDY_HEADLESS_SHOTS=$work/$name \
    "$tool" run --headless --play "$recording" "$@" -- hello_xr -g Vulkan2 \
    <&9 >"$work/$name.log" 2>"$work/$name.layer" || fail "hello_xr ended with $?; see $work/$name.log"
  [ -e "$work/$name/frame-000240.png" ] || fail "$name: no picture of frame 240"
}
show still_world 1 --picture world
for name in moving_world:0:world moving_head:0:head still_head:1:head; do
  IFS=: read -r folder still picture <<<"$name"
  show "$folder" "$still" --picture "$picture"
  diff -r "$work/still_world" "$work/$folder" || fail "$folder is another picture than still_world"
done
first=$work/still_world/frame-000020.png
! cmp -s "$first" "$work/still_world/frame-000240.png" || fail "the recorded head does not move the picture"

echo "12 pictures each: the same with a moving head and a still one, fixed to the world and to the head"

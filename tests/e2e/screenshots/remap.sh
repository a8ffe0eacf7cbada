#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# remap.sh RECORDING: hello_xr looks the same, to the pixel, in a runtime whose own head moves and in one whose head is still, with
# --picture world and with --picture head. The layer submits each view at the runtime's own eye.
. "$(dirname "$0")/../lib.sh"
recording=$1
need_command hello_xr
need_file "$recording"

# The person's head moves. The hands hold no controllers, because those would move by the wall clock.
export UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_PERSON=moving UNDERSTUDY_HEADLESS_EYE_SIZE=256
export UNDERSTUDY_HEADLESS_SHOT_EYES=2
export UNDERSTUDY_HEADLESS_CONTROLLERS=none UNDERSTUDY_HEADLESS_SHOT_EVERY=20 UNDERSTUDY_HEADLESS_FRAMES=240
export UNDERSTUDY_HEADLESS_REPORT_EVERY=1

# check_eyes REPORT SPACE: hello_xr submits the poses that xrLocateViews returned, so the runtime must receive them at its own eyes
# (geometry.h): 0.032 m from the middle, looking straight ahead.
check_eyes() {
  awk -v space="\"space\":\"$2\"" '
    function near(a, b) { return a - b < 1e-5 && b - a < 1e-5 }
    /"projection"/ && /"frame"/ {
      lines++
      if (!index($0, space)) { print "not in " space ": " $0; exit wrong = 1 }
      if (split($0, views, "\"in_head\":") != 3) { print "not two views: " $0; exit wrong = 1 }
      for (i = 2; i <= 3; i++) {
        pose = substr(views[i], 1, index(views[i], "}"))
        gsub(/[^-+.0-9e]+/, " ", pose)
        split(pose, v, " ")
        good = near(v[1], i == 2 ? -0.032 : 0.032) && near(v[7] * v[7], 1)
        for (k = 2; k <= 6; k++) good = good && near(v[k], 0)
        if (!good) { print "view " i - 1 " is elsewhere: " $0; exit wrong = 1 }
      }
    }
    END { if (!wrong && lines < 200) { print "only " lines + 0 " frames"; wrong = 1 }; exit wrong }' "$1" ||
    fail "$1: a view is not where the app meant it"
}

# show NAME STILL OPTION...
show() {
  local name=$1 still=$2
  shift 2
  mkdir "$work/$name"
  UNDERSTUDY_HEADLESS_STILL=$still UNDERSTUDY_HEADLESS_SHOTS=$work/$name UNDERSTUDY_HEADLESS_REPORT=$work/$name.json \
    "$tool" run --headless --play "$recording" "$@" -- hello_xr -g Vulkan2 \
    >"$work/$name.log" 2>"$work/$name.layer" || fail "hello_xr ended with $?; see $work/$name.log"
  [ -e "$work/$name/frame-000240.png" ] || fail "$name: no screenshot of frame 240"
}
show still_world 1 --picture world
check_eyes "$work/still_world.json" LOCAL
for name in moving_world:0:world moving_head:0:head still_head:1:head; do
  IFS=: read -r folder still picture <<<"$name"
  show "$folder" "$still" --picture "$picture"
  check_eyes "$work/$folder.json" "$([ "$picture" = world ] && echo LOCAL || echo VIEW)"
  diff -r "$work/still_world" "$work/$folder" || fail "the screenshots in $folder differ from those in still_world"
done
first=$work/still_world/frame-000020.png
! cmp -s "$first" "$work/still_world/frame-000240.png" || fail "the recorded head does not move the view"
echo "12 screenshots each: the same with a moving head and a still one, fixed to the world and to the head"

# Every type of layer, in every kind of space: its pose relative to the runtime's head depends neither on that head nor on --picture.
types=projection,depth,quad_view,quad_local,quad_stage,quad_grip,cylinder,equirect,equirect2,cube,observer
# layers NAME STILL PICTURE: in_head of each layer, a frame a line; a cube has no position.
layers() {
  UNDERSTUDY_HEADLESS_STILL=$2 UNDERSTUDY_HEADLESS_REPORT=$work/$1.json "$tool" run --headless --play "$source/tests/data/line.bin" \
    --picture "$3" -- "$build/bin/understudy_probe" --graphics vulkan2 --wait-focus --frames 120 --layers "$types" --log "$work/$1.jsonl" \
    2>"$work/$1.layer" || fail "$1: the probe ended with $?: $(tail -n 3 "$work/$1.layer")"
  grep '^{"frame"' "$work/$1.json" | sed 's/"in_local":{[^}]*},//g; s/"time":[0-9]*,//; s/"space":"[A-Z_]*",//g; s/"action":"[a-z_]*",//g; s/"user":"[a-z]*",//g' |
    sed 's/\("type":"cube","eye":[0-9],"in_head":{\)"p":\[[^]]*\],/\1/' >"$work/$1.poses"
}
layers reference 1 world
[ "$(grep -c cube "$work/reference.poses")" -ge 100 ] || fail "the probe submitted no layers"
for name in moving_w:0:world moving_h:0:head still_h:1:head; do
  IFS=: read -r run still picture <<<"$name"
  layers "$run" "$still" "$picture"
  paste -d '\n' "$work/reference.poses" "$work/$run.poses" | awk '
    { text = $0; gsub(/[-+]?[0-9][-+.0-9e]*/, " ", text); numbers = $0; gsub(/equirect2/, "", numbers); gsub(/[^-+.0-9e]+/, " ", numbers) }
    NR % 2 { before = text; line = $0; split(numbers, a, " "); next }
    { n = split(numbers, b, " "); if (text != before) { print line; print; exit 1 }
      for (i = 1; i <= n; i++) if (a[i] - b[i] > 2e-5 || b[i] - a[i] > 2e-5) { print "number " i ": " a[i] " " b[i]; print line; print; exit 1 } }' ||
    fail "$run: a layer is elsewhere than in reference"
done
echo "11 types of layers: the same pose relative to the head in all runs"
